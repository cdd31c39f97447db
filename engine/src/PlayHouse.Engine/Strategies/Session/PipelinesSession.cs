using System.Net.Sockets;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tcp;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A task that receives into a pipe, one that parses out of it, and one that sends.</summary>
internal sealed class PipelinesSession(StrategyChoice choice) : SessionStrategy
{
    private readonly int _pauseBytes = (int)choice.Knob(SessionCatalog.Pipelines, SessionCatalog.PauseBytes);

    /// <inheritdoc/>
    public override Receiver CreateReceiver(Session session, Socket socket, ReceiveBuffer buffer) =>
        new PipeReceiver(session, socket, buffer, _pauseBytes);

    /// <inheritdoc/>
    public override Sender CreateSender(Session session, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new LoopSender(session, socket, pool, limits, pump, writeBytesMax);
}
