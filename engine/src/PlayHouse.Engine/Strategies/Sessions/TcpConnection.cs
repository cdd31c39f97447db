using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>A plain socket.</summary>
internal sealed class TcpConnection(Socket socket, SocketSession strategy) : Connection
{
    public override Receiver CreateReceiver(IFrameSink sink, ReceiveBuffer buffer) => strategy.CreateReceiver(sink, socket, buffer);

    public override Sender CreateSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump) =>
        strategy.CreateSender(sink, socket, pool, limits, pump, WriteBytesMax);

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
