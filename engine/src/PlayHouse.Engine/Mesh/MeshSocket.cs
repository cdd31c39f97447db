using System.Text;
using Net.Zmq;

namespace PlayHouse.Engine.Mesh;

/// <summary>Opens the two sockets of a server with the options both need. Called on the thread that will own the socket.</summary>
internal static class MeshSocket
{
    private const int KeepAliveIdleSeconds = 60;
    private const int KeepAliveIntervalSeconds = 10;
    private const int ReconnectMs = 50;
    private const int ReconnectMsMax = 500;
    private const int UnwantedBytesMax = 1024;

    /// <summary>EHOSTUNREACH of the system, by which libzmq says that a peer has no connection.</summary>
    public static readonly int HostUnreachable = OperatingSystem.IsMacOS() ? 65 : OperatingSystem.IsWindows() ? 110 : 113;

    /// <summary>EINTR of the system: a signal came while libzmq waited, and nothing was sent. The package Net.Zmq says it, the lab's own binding asks again by itself.</summary>
    public const int Interrupted = 4;

    /// <summary>A configured ROUTER socket, neither bound nor connected.</summary>
    /// <param name="context">Context of the mesh.</param>
    /// <param name="options">Who the server is.</param>
    /// <param name="frameBytesMax">Largest frame to receive; null for the sending socket.</param>
    /// <exception cref="ZmqException">libzmq refused.</exception>
    public static Socket Open(Context context, MeshOptions options, long? frameBytesMax)
    {
        Socket socket = new(context, SocketType.Router);
        try
        {
            socket.SetOption(SocketOption.Routing_Id, Encoding.UTF8.GetBytes(options.ServerId));
            socket.SetOption(SocketOption.Linger, 0);
            socket.SetOption(SocketOption.Router_Mandatory, 1);
            socket.SetOption(SocketOption.Router_Handover, 1);
            socket.SetOption(SocketOption.Sndhwm, options.SendHighWaterMark);
            // The sending socket is sent nothing by well-behaved peers; others may not fill it.
            socket.SetOption(SocketOption.Rcvhwm, frameBytesMax is null ? 1 : options.ReceiveHighWaterMark);
            socket.SetOption(SocketOption.Maxmsgsize, frameBytesMax ?? UnwantedBytesMax);
            socket.SetOption(SocketOption.Tcp_Keepalive, 1);
            socket.SetOption(SocketOption.Tcp_Keepalive_Idle, KeepAliveIdleSeconds);
            socket.SetOption(SocketOption.Tcp_Keepalive_Intvl, KeepAliveIntervalSeconds);
            socket.SetOption(SocketOption.Reconnect_Ivl, ReconnectMs);
            socket.SetOption(SocketOption.Reconnect_Ivl_Max, ReconnectMsMax);
            // Only a live connection has a queue in libzmq: a peer that is gone is unreachable at once, not when it is full.
            socket.SetOption(SocketOption.Immediate, 1);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
