using System.Net.Sockets;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tcp;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A task that receives and parses, and one that sends.</summary>
internal sealed class TwoTaskSession : SessionStrategy
{
    /// <inheritdoc/>
    public override Receiver CreateReceiver(Session session, Socket socket, ReceiveBuffer buffer) => new SocketLoopReceiver(session, socket, buffer);

    /// <inheritdoc/>
    public override Sender CreateSender(Session session, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new LoopSender(session, socket, pool, limits, pump, writeBytesMax);
}
