namespace PlayHouse.Engine.Peers.Servers;

/// <summary>A server that answers client frames. Started once; ends with the process.</summary>
internal interface IPeerServer : IAsyncDisposable
{
    /// <summary>Listens on a free port of the loopback address and returns the port.</summary>
    Task<int> StartAsync();
}
