using System.Net.Sockets;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Strategies.Sessions;

namespace PlayHouse.Engine.Transport.Tcp;

/// <summary>A plain socket.</summary>
internal sealed class TcpConnection(Socket socket, SessionStrategy strategy) : Connection
{
    public override Receiver CreateReceiver(Session session, ReceiveBuffer buffer) => strategy.CreateReceiver(session, socket, buffer);

    public override Sender CreateSender(Session session, BufferPool pool, EngineLimits limits, SendPump pump) =>
        strategy.CreateSender(session, socket, pool, limits, pump, WriteBytesMax);

    public override void ShutDownSending()
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The client was faster: closing is all that is left to do.
        }
    }

    public override void Abort() => socket.Dispose();
}
