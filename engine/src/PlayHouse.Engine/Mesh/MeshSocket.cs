using System.Text;
using Net.Zmq;

namespace PlayHouse.Engine.Mesh;

/// <summary>Opens the sockets of a server with the options they need. Called on the thread that will own the socket.</summary>
internal static class MeshSocket
{
    private const int KeepAliveIdleSeconds = 60;
    private const int KeepAliveIntervalSeconds = 10;
    private const int ReconnectMs = 50;
    private const int ReconnectMsMax = 500;
    private const long UnwantedBytesMax = 1024;

    /// <summary>What CURVE adds to a frame: the name of the command, a nonce, the proof and the flags.</summary>
    private const int CurveBytes = 33;

    /// <summary>Time for a handshake with keys. A server that the other one does not list yet tries again after it.</summary>
    private const int HandshakeMs = 1_500;

    /// <summary>EHOSTUNREACH of the system, by which libzmq says that a peer has no connection.</summary>
    public static readonly int HostUnreachable = OperatingSystem.IsMacOS() ? 65 : OperatingSystem.IsWindows() ? 110 : 113;

    /// <summary>
    /// EINTR of the system: a signal came while libzmq waited, and nothing was sent. The package Net.Zmq says it, the lab's own
    /// binding asks again by itself.
    /// </summary>
    public const int Interrupted = 4;

    /// <summary>The socket that receives, not bound.</summary>
    public static Socket OpenReceiving(Context context, MeshOptions options, long frameBytesMax) => Open(context, options, socket =>
    {
        socket.SetOption(SocketOption.Routing_Id, Encoding.UTF8.GetBytes(options.ServerId));
        socket.SetOption(SocketOption.Rcvhwm, options.ReceiveHighWaterMark);
        socket.SetOption(SocketOption.Maxmsgsize, frameBytesMax + (options.Protection.IsCurve ? CurveBytes : 0));
        if (options.Protection.IsCurve)
        {
            // Who sends is known by the key: an id that a program says takes no connection away.
            socket.SetOption(SocketOption.Router_Handover, 0);
            socket.SetOption(SocketOption.Handshake_Ivl, HandshakeMs);
            socket.SetOption(SocketOption.Curve_Server, 1);
            socket.SetOption(SocketOption.Curve_Secretkey, options.Protection.SecretKey!);
        }
    });

    /// <summary>
    /// A socket that sends, not connected: one for all servers without keys, where <paramref name="peerKey"/> is null; one for
    /// each server with them.
    /// </summary>
    public static Socket OpenSending(Context context, MeshOptions options, string? peerKey) => Open(context, options, socket =>
    {
        // It is sent nothing by well-behaved peers; others may not fill it.
        socket.SetOption(SocketOption.Rcvhwm, 1);
        socket.SetOption(SocketOption.Maxmsgsize, UnwantedBytesMax);
        if (peerKey is null)
        {
            socket.SetOption(SocketOption.Routing_Id, Encoding.UTF8.GetBytes(options.ServerId));
            return;
        }

        socket.SetOption(SocketOption.Handshake_Ivl, HandshakeMs);
        socket.SetOption(SocketOption.Curve_Publickey, options.Protection.PublicKey!);
        socket.SetOption(SocketOption.Curve_Secretkey, options.Protection.SecretKey!);
        socket.SetOption(SocketOption.Curve_Serverkey, peerKey);
    });

    private static Socket Open(Context context, MeshOptions options, Action<Socket> configure)
    {
        Socket socket = new(context, SocketType.Router);
        try
        {
            socket.SetOption(SocketOption.Linger, 0);
            socket.SetOption(SocketOption.Router_Mandatory, 1);
            socket.SetOption(SocketOption.Router_Handover, 1);
            socket.SetOption(SocketOption.Sndhwm, options.SendHighWaterMark);
            socket.SetOption(SocketOption.Tcp_Keepalive, 1);
            socket.SetOption(SocketOption.Tcp_Keepalive_Idle, KeepAliveIdleSeconds);
            socket.SetOption(SocketOption.Tcp_Keepalive_Intvl, KeepAliveIntervalSeconds);
            socket.SetOption(SocketOption.Reconnect_Ivl, ReconnectMs);
            socket.SetOption(SocketOption.Reconnect_Ivl_Max, ReconnectMsMax);
            // Only a live connection has a queue in libzmq: a peer that is gone is unreachable at once, not when it is full.
            socket.SetOption(SocketOption.Immediate, 1);
            configure(socket);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
