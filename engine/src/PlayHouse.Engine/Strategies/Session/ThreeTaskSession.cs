using System.Net.Sockets;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tcp;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A task that receives into a buffer of the session's own, one that parses out of it, and one that sends.</summary>
internal sealed class ThreeTaskSession(StrategyChoice choice, ReceiveQueueFactory queues) : SessionStrategy
{
    private readonly int _receiveBytes = (int)choice.Knob(SessionCatalog.ThreeTask, SessionCatalog.ReceiveBytes);

    /// <inheritdoc/>
    public override IEnumerable<Type> Variants => [.. base.Variants, .. queues.Variants];

    /// <inheritdoc/>
    public override Receiver CreateReceiver(Session session, Socket socket, ReceiveBuffer buffer) =>
        new QueueReceiver(session, socket, buffer, queues.Create(), _receiveBytes);

    /// <inheritdoc/>
    public override Sender CreateSender(Session session, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new LoopSender(session, socket, pool, limits, pump, writeBytesMax);
}
