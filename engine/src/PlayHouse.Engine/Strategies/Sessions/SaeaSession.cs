using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>One reused SocketAsyncEventArgs per direction; the thread that finds work does it.</summary>
internal sealed class SaeaSession : SocketSession
{
    public static StrategyCounter Received { get; } = new(
        SessionCatalog.SeamId, "saea", "received", "receives that brought bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SessionCatalog.SeamId,
        Id = "saea",
        Type = typeof(SaeaSession),
        Summary = "One reused SocketAsyncEventArgs per direction, no task.",
        Source = "seed 000 (section 9, its last design)",
        IsDefault = true,
        Counters = [Received],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public override Receiver CreateReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer) =>
        new TcpReceiver(sink, socket, buffer);

    public override Sender CreateSender(
        IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new TcpSender(sink, socket, pool, limits, pump, writeBytesMax);
}
