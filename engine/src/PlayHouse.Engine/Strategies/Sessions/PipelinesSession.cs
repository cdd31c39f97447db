using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A task that receives into a pipe, one that parses out of it, and one that sends.</summary>
internal sealed class PipelinesSession(StrategyChoice choice) : SocketSession
{
    public const string PauseBytes = "pauseBytes";

    public static StrategyCounter Received { get; } = new(
        SessionCatalog.SeamId, "pipelines", "received", "receives that brought bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SessionCatalog.SeamId,
        Id = "pipelines",
        Type = typeof(PipelinesSession),
        Summary = "A receive task that fills a System.IO.Pipelines pipe, a parse task that reads it, a send task.",
        Source = "seed 000 (section 9, before its tasks were cut)",
        Counters = [Received],
        Knobs =
        [
            new KnobDescriptor(
                PauseBytes, "bytes", 4096, 1 << 20, 65_536, "Bytes in the pipe at which receiving waits; it continues at half.")
        ],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    private readonly int _pauseBytes = (int)choice.Knob(Descriptor, PauseBytes);

    public override Receiver CreateReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer) =>
        new PipeReceiver(sink, socket, buffer, _pauseBytes);

    public override Sender CreateSender(
        IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new LoopSender(sink, socket, pool, limits, pump, writeBytesMax);
}
