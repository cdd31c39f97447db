using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Hosting;

/// <summary>The configuration section <c>Mesh</c> of a server: where it listens for other servers, and who they are.</summary>
public sealed class MeshSettings
{
    /// <summary>
    /// Where to listen for other servers, <c>tcp://host:port</c>; empty, the default, is a server that reaches itself only.
    /// </summary>
    public string BindAddress { get; set; } = "";

    /// <summary>Address the others are told; empty takes <see cref="BindAddress"/>.</summary>
    public string AdvertisedAddress { get; set; } = "";

    /// <summary>
    /// The other servers, as <c>play-1=10.0.0.1:7000,api-1=10.0.0.2:7000;service=2;kind=api</c>; empty when code sets a directory.
    /// </summary>
    public string Servers { get; set; } = "";

    /// <summary>
    /// Names whose addresses are the other servers, in place of <see cref="Servers"/>:
    /// <c>play=play.game.svc:7000,api=api.game.svc:7000;service=2;kind=api</c>. See <see cref="DnsServerDirectory"/>: a server is called by
    /// its name and address, <c>play-10.0.0.7</c>, and <see cref="Security"/> is <c>none</c>.
    /// </summary>
    public string Dns { get; set; } = "";

    /// <summary>
    /// The server's secret key, see <see cref="MeshKeyPair"/>; the others' public keys stand in <see cref="Servers"/> as <c>;key=…</c>.
    /// Required, in one of the three ways, unless <see cref="BindAddress"/> is this machine only.
    /// </summary>
    public string SecretKey { get; set; } = "";

    /// <summary>
    /// File that holds the secret key and nothing else, in place of <see cref="SecretKey"/>. A path that is not absolute begins at the
    /// host's content root.
    /// </summary>
    public string SecretKeyFile { get; set; } = "";

    /// <summary><c>none</c> for servers without keys, on a network that only servers reach.</summary>
    public string Security { get; set; } = "";

    /// <summary>Finds the other servers in place of <see cref="Servers"/>; set by code.</summary>
    public IServerDirectory? Directory { get; set; }

    /// <summary>Where paths that are not absolute begin.</summary>
    internal string ContentRoot { get; set; } = "";

    /// <summary>The options of the mesh; null without a network. What cannot be read is added to the errors.</summary>
    internal MeshOptions? Build(List<string> errors)
    {
        IServerDirectory? directory = Directory;
        if (directory is null && Servers.Length + Dns.Length > 0 && !TryParse(errors, out directory))
        {
            return null;
        }

        if (!TryReadSecurity(errors, out MeshSecurity? security))
        {
            return null;
        }

        return BindAddress.Length == 0 && directory is null ? null : new MeshOptions
        {
            BindAddress = BindAddress.Length == 0 ? null : BindAddress,
            AdvertisedAddress = AdvertisedAddress.Length == 0 ? null : AdvertisedAddress,
            Directory = directory,
            Security = security,
        };
    }

    /// <summary>No text of these shows a value: it may be a key in the wrong place.</summary>
    private bool TryReadSecurity(List<string> errors, out MeshSecurity? security)
    {
        bool isNone = Security.Equals("none", StringComparison.OrdinalIgnoreCase);
        security = isNone ? MeshSecurity.None : SecretKey.Length > 0 ? MeshSecurity.Curve(SecretKey) : null;
        if (Security.Length > 0 && !isNone)
        {
            errors.Add("Mesh:Security takes none; a key belongs into Mesh:SecretKey or Mesh:SecretKeyFile.");
            return false;
        }

        if (new[] { Security, SecretKey, SecretKeyFile }.Count(s => s.Length > 0) > 1)
        {
            errors.Add("Mesh has more than one of Security, SecretKey and SecretKeyFile; it takes one.");
            return false;
        }

        return SecretKeyFile.Length == 0 || TryReadKeyFile(errors, out security);
    }

    private bool TryReadKeyFile(List<string> errors, out MeshSecurity? security)
    {
        security = null;
        try
        {
            security = MeshSecurity.Curve(File.ReadAllText(Path.Combine(ContentRoot, SecretKeyFile)).Trim());
            return true;
        }
        catch (Exception exception)
            when (exception is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            errors.Add($"Mesh:SecretKeyFile names no file that can be read ({exception.GetType().Name}).");
            return false;
        }
    }

    private bool TryParse(List<string> errors, [NotNullWhen(true)] out IServerDirectory? directory)
    {
        directory = null;
        if (Servers.Length > 0 && Dns.Length > 0)
        {
            errors.Add("Mesh has Servers and Dns; it takes one.");
            return false;
        }

        if (Dns.Length > 0 && SecretKey.Length + SecretKeyFile.Length > 0)
        {
            errors.Add(
                "Mesh:Dns finds servers that have no keys of their own: it takes Security none, on a network that only servers reach.");
            return false;
        }

        try
        {
            directory = Dns.Length > 0 ? DnsServerDirectory.Parse(Dns) : StaticServerDirectory.Parse(Servers);
            return true;
        }
        catch (FormatException exception)
        {
            errors.AddRange(exception.Message.Split(Environment.NewLine)
                .Select(e => $"Mesh:{(Dns.Length > 0 ? nameof(Dns) : nameof(Servers))}: {e}"));
            return false;
        }
    }
}
