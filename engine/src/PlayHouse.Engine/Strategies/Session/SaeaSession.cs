using System.Net.Sockets;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tcp;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>One reused SocketAsyncEventArgs per direction; the thread that finds work does it.</summary>
internal sealed class SaeaSession : SessionStrategy
{
    /// <inheritdoc/>
    public override Receiver CreateReceiver(Session session, Socket socket, ReceiveBuffer buffer) => new TcpReceiver(session, socket, buffer);

    /// <inheritdoc/>
    public override Sender CreateSender(Session session, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new TcpSender(session, socket, pool, limits, pump, writeBytesMax);
}
