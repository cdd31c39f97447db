using System.Net.Sockets;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tcp;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>The awaitable operations of the socket, with one kept continuation per direction.</summary>
internal sealed class AsyncSocketSession : SessionStrategy
{
    /// <inheritdoc/>
    public override Receiver CreateReceiver(Session session, Socket socket, ReceiveBuffer buffer) => new AsyncSocketReceiver(session, socket, buffer);

    /// <inheritdoc/>
    public override Sender CreateSender(Session session, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new AsyncSocketSender(session, socket, pool, limits, pump, writeBytesMax);
}
