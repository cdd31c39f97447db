using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Dashboard.Services;

/// <summary>Where this dashboard can be reached; known once it listens. Reads from any thread.</summary>
public sealed class DashboardPlace
{
    private Uri _uri = new("http://127.0.0.1/");

    /// <summary>Address of the first page.</summary>
    public string Url => _uri.AbsoluteUri;

    /// <summary>Port.</summary>
    public int Port => _uri.Port;

    /// <summary>Names under which a browser may ask for pages, with the port; everything else is another site's name for this address.</summary>
    public IReadOnlySet<string> Hosts { get; private set; } = new HashSet<string>();

    /// <summary>Origins that may open a circuit or send a form.</summary>
    public IReadOnlySet<string> Origins { get; private set; } = new HashSet<string>();

    /// <summary>A link that signs its user in.</summary>
    public string SignInLink(string code) => $"{Url}sign-in?code={code}";

    /// <summary>Called once, when the port is known.</summary>
    public void Settle(IPAddress address, int port)
    {
        ArgumentNullException.ThrowIfNull(address);
        string own = address.AddressFamily == AddressFamily.InterNetworkV6 ? $"[{address}]" : address.ToString();
        string[] names = IPAddress.IsLoopback(address) ? [own, "localhost"] : [own, "localhost", "127.0.0.1"];
        bool isAny = address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);
        names = isAny ? ["localhost", "127.0.0.1", "[::1]", Environment.MachineName] : names;
        _uri = new UriBuilder("http", isAny ? "127.0.0.1" : own, port).Uri;
        Hosts = names.Select(n => WithPort(n, port)).ToHashSet(StringComparer.OrdinalIgnoreCase);
        Origins = Hosts.Select(h => $"http://{h}").ToHashSet(StringComparer.OrdinalIgnoreCase);
    }

    private static string WithPort(string name, int port) => port == 80 ? name : FormattableString.Invariant($"{name}:{port}");
}
