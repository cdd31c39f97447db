using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A task that receives and parses, and one that sends.</summary>
internal sealed class TwoTaskSession : SocketSession
{
    public static StrategyCounter Received { get; } = new(
        SessionCatalog.SeamId, "two-task", "received", "receives that brought bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SessionCatalog.SeamId,
        Id = "two-task",
        Type = typeof(TwoTaskSession),
        Summary = "A task that receives and parses, a task that sends.",
        Source = "seed 000 (section 9, between its designs)",
        Counters = [Received],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public override Receiver CreateReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer) =>
        new SocketLoopReceiver(sink, socket, buffer);

    public override Sender CreateSender(
        IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new LoopSender(sink, socket, pool, limits, pump, writeBytesMax);
}
