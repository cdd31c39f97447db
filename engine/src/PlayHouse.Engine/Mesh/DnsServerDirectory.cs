using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Servers by the IPv4 addresses of a name, as a headless service of Kubernetes has them: each address is a server, whose id is
/// <see cref="IdOf"/>. So a server must be started under the id that its address gives. Names carry no keys: for networks that
/// only servers reach (<see cref="MeshSecurity.None"/>). Any thread.
/// </summary>
public sealed class DnsServerDirectory : IServerDirectory
{
    private readonly IReadOnlyList<ServerEntry> _names;
    private readonly Func<string, CancellationToken, Task<IPAddress[]>> _resolve;
    private readonly ConcurrentDictionary<string, IReadOnlyList<ServerEntry>> _last = new(StringComparer.Ordinal);

    /// <summary>A directory over the resolver of the system.</summary>
    /// <param name="names">
    /// For each name an entry: its id is the first part of the servers' ids, its address is the name with the port of all of them.
    /// </param>
    public DnsServerDirectory(IReadOnlyList<ServerEntry> names)
        : this(names, static (host, cancellation) => Dns.GetHostAddressesAsync(host, AddressFamily.InterNetwork, cancellation))
    {
    }

    internal DnsServerDirectory(IReadOnlyList<ServerEntry> names, Func<string, CancellationToken, Task<IPAddress[]>> resolve)
    {
        ArgumentNullException.ThrowIfNull(names);
        _names = names;
        _resolve = resolve;
    }

    /// <summary>Reads a list such as <c>play=play.game.svc:7000,api=api.game.svc:7000;service=2;kind=api</c>.</summary>
    /// <exception cref="FormatException">It has errors; all of them, one a line.</exception>
    public static DnsServerDirectory Parse(string text) => new(StaticServerDirectory.Parse(text).Servers);

    /// <summary>Id of the server with this address: <c>play-10.0.0.7</c>.</summary>
    /// <param name="name">First part of the ids.</param>
    /// <param name="address">Address of the server.</param>
    public static string IdOf(string name, IPAddress address) => $"{name}-{address}";

    /// <summary>
    /// Resolves each name. One that does not exist, as that of a service without servers, has none; one that cannot be resolved
    /// keeps the servers of its last answer.
    /// </summary>
    /// <exception cref="InvalidOperationException">The own address is among the answers under another id than the own one.</exception>
    public async ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(own);
        foreach (ServerEntry name in _names)
        {
            await AskAsync(name, cancellation);
        }

        ServerEntry[] servers = [.. _names.SelectMany(n => _last[n.ServerId])];
        return servers.FirstOrDefault(s => s.Address == own.Address && s.ServerId != own.ServerId) is { } self
            ? throw new InvalidOperationException(
                $"This server is called '{own.ServerId}', and others find it as '{self.ServerId}' ({own.Address}): start it under that id.")
            : servers;
    }

    private async Task AskAsync(ServerEntry name, CancellationToken cancellation)
    {
        int port = name.Address.LastIndexOf(':');
        string host = name.Address["tcp://".Length..port];
        try
        {
            IPAddress[] addresses = await _resolve(host, cancellation);
            _last[name.ServerId] =
            [
                .. addresses
                    .Where(a => a.AddressFamily == AddressFamily.InterNetwork)
                    .Select(a => name with { ServerId = IdOf(name.ServerId, a), Address = $"tcp://{a}{name.Address[port..]}" }),
            ];
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.HostNotFound or SocketError.NoData)
        {
            _last[name.ServerId] = [];
        }
        catch (SocketException) when (_last.ContainsKey(name.ServerId))
        {
            // Asked again with the next period.
        }
    }
}
