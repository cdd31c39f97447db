using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Hosting;

/// <summary>The configuration section <c>Mesh</c> of a server: where it listens for other servers, and who they are.</summary>
public sealed class MeshSettings
{
    /// <summary>Where to listen for other servers, <c>tcp://host:port</c>; empty, the default, is a server that reaches itself only.</summary>
    public string BindAddress { get; set; } = "";

    /// <summary>Address the others are told; empty takes <see cref="BindAddress"/>.</summary>
    public string AdvertisedAddress { get; set; } = "";

    /// <summary>The other servers, as <c>play-1=10.0.0.1:7000,api-1=10.0.0.2:7000;service=2;kind=api</c>; empty when code sets a directory.</summary>
    public string Servers { get; set; } = "";

    /// <summary>Finds the other servers in place of <see cref="Servers"/>; set by code.</summary>
    public IServerDirectory? Directory { get; set; }

    /// <summary>The options of the mesh; null without a network. What cannot be read is added to the errors.</summary>
    internal MeshOptions? Build(List<string> errors)
    {
        IServerDirectory? directory = Directory;
        if (directory is null && Servers.Length > 0 && !TryParse(errors, out directory))
        {
            return null;
        }

        return BindAddress.Length == 0 && directory is null ? null : new MeshOptions
        {
            BindAddress = BindAddress.Length == 0 ? null : BindAddress,
            AdvertisedAddress = AdvertisedAddress.Length == 0 ? null : AdvertisedAddress,
            Directory = directory,
        };
    }

    private bool TryParse(List<string> errors, [NotNullWhen(true)] out IServerDirectory? directory)
    {
        try
        {
            directory = StaticServerDirectory.Parse(Servers);
            return true;
        }
        catch (FormatException exception)
        {
            errors.AddRange(exception.Message.Split(Environment.NewLine).Select(e => "Mesh:Servers: " + e));
            directory = null;
            return false;
        }
    }
}
