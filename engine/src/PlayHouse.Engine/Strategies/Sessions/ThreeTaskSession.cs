using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A task that receives into a buffer of the session's own, one that parses out of it, and one that sends.</summary>
internal sealed class ThreeTaskSession(StrategyChoice choice, ReceiveQueueFactory queues) : SocketSession
{
    public const string ReceiveBytes = "receiveBytes";

    public static StrategyCounter Received { get; } = new(
        SessionCatalog.SeamId, "three-task", "received", "receives that brought bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SessionCatalog.SeamId,
        Id = "three-task",
        Type = typeof(ThreeTaskSession),
        Summary = "A receive task, a buffer of the session's own, a parse task, a send task.",
        Source = "seeds 000 (its first design) and 002 (its shape)",
        Counters = [Received],
        Knobs =
        [
            new KnobDescriptor(
                ReceiveBytes, "bytes", 1024, 1 << 20, 8192, "Bytes of one receive at most; an array of that size per session.")
        ],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    private readonly int _receiveBytes = (int)choice.Knob(Descriptor, ReceiveBytes);

    public override IEnumerable<Type> Variants => [.. base.Variants, .. queues.Variants];

    public override Receiver CreateReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer) =>
        new QueueReceiver(sink, socket, buffer, queues.Create(), _receiveBytes);

    public override Sender CreateSender(
        IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new LoopSender(sink, socket, pool, limits, pump, writeBytesMax);
}
