namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>One of the two ends of a way. A receiver counts from its start, a sender sends from <see cref="Connect"/> on; both end with <see cref="IAsyncDisposable.DisposeAsync"/>.</summary>
internal interface IMeshEnd : IAsyncDisposable
{
    /// <summary>Listens on a free port of the loopback address and returns it; 0 for an end that does not listen.</summary>
    Task<int> StartAsync();

    /// <summary>Makes the other end known by its port.</summary>
    void Connect(int port);
}

/// <summary>Names of the two ends and what their messages say of themselves.</summary>
internal static class MeshNames
{
    public const string Sender = "sender";
    public const string Receiver = "receiver";
    public const string MsgId = "Push";
    public const long StageId = 1000;

    /// <summary>Messages the library holds per connection; the engine's default, so that both have as much.</summary>
    public const int HighWaterMark = 1_000;

    /// <summary>Address of a port on this machine.</summary>
    public static string AddressOf(int port) => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"tcp://127.0.0.1:{port}");

    /// <summary>Port at the end of an address.</summary>
    public static int PortOf(string address) => int.Parse(address.AsSpan(address.LastIndexOf(':') + 1), System.Globalization.CultureInfo.InvariantCulture);
}
