namespace PlayHouse.Engine.Peers.Servers;

/// <summary>A server that answers client frames. Started once; ends with the process.</summary>
internal interface IPeerServer : IAsyncDisposable
{
    /// <summary>Listens on a free port of the loopback address and returns the port.</summary>
    Task<int> StartAsync();

    /// <summary>What the server counts itself; empty for one that counts nothing.</summary>
    IReadOnlyDictionary<string, long> ReadCounters() => new Dictionary<string, long>();
}
