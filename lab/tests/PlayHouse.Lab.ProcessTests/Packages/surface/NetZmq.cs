// The public surface of the package Net.Zmq 0.5 as its documentation names it, for a build of the engine against it where the package itself cannot be had.
// Nothing here does anything.
#nullable enable
namespace Net.Zmq;

public enum SocketType { Pair = 0, Pub = 1, Sub = 2, Req = 3, Rep = 4, Dealer = 5, Router = 6, Pull = 7, Push = 8, XPub = 9, XSub = 10, Stream = 11 }

[System.Flags]
public enum SendFlags { None = 0, DontWait = 1, SendMore = 2 }

[System.Flags]
public enum RecvFlags { None = 0, DontWait = 1 }

[System.Flags]
public enum PollEvents { None = 0, In = 1, Out = 2, Err = 4, Pri = 8 }

public enum ContextOption { Io_Threads = 1, Max_Sockets = 2, Socket_Limit = 3, Max_Msgsz = 5, Ipv6 = 42, Blocky = 70 }

public enum SocketOption
{
    Routing_Id = 5, Rcvmore = 13, Fd = 14, Events = 15, Linger = 17, Reconnect_Ivl = 18, Backlog = 19, Reconnect_Ivl_Max = 21, Maxmsgsize = 22, Sndhwm = 23,
    Rcvhwm = 24, Rcvtimeo = 27, Sndtimeo = 28, Last_Endpoint = 32, Router_Mandatory = 33, Tcp_Keepalive = 34, Tcp_Keepalive_Cnt = 35, Tcp_Keepalive_Idle = 36,
    Tcp_Keepalive_Intvl = 37, Immediate = 39, Router_Handover = 56, Connect_Routing_Id = 61, Handshake_Ivl = 66, Heartbeat_Ivl = 75, Heartbeat_Ttl = 76,
    Heartbeat_Timeout = 77, Connect_Timeout = 79,
}

[System.Flags]
public enum SocketMonitorEvent { Connected = 1, Disconnected = 512, All = 0xFFFF }

public sealed class ZmqException : System.Exception
{
    public int ErrorNumber => 0;
}

public sealed class Context : System.IDisposable
{
    public Context() { }
    public Context(int ioThreads, int maxSockets = 1023) { }
    public static (int Major, int Minor, int Patch) Version => default;
    public static bool Has(string capability) => false;
    public int GetOption(ContextOption option) => 0;
    public void SetOption(ContextOption option, int value) { }
    public void Shutdown() { }
    public void Dispose() { }
}

public sealed class Message : System.IDisposable
{
    public Message() { }
    public Message(int size) { }
    public Message(System.ReadOnlySpan<byte> data) { }
    public Message(string text) { }
    public Message(nint data, int size, System.Action<nint>? free) { }
    public System.Span<byte> Data => default;
    public int Size => 0;
    public bool More => false;
    public byte[] ToArray() => [];
    public void Rebuild() { }
    public void Rebuild(int size) { }
    public void Move(Message source) { }
    public void Copy(Message source) { }
    public void Dispose() { }
}

public sealed class Socket : System.IDisposable
{
    public Socket(Context context, SocketType type) { }
    public bool HasMore => false;
    public void Bind(string address) { }
    public void Connect(string address) { }
    public void Unbind(string address) { }
    public void Disconnect(string address) { }
    public void Monitor(string? address, SocketMonitorEvent events) { }
    public bool Send(byte[] data, SendFlags flags = SendFlags.None) => false;
    public bool Send(System.ReadOnlySpan<byte> data, SendFlags flags = SendFlags.None) => false;
    public bool Send(string text, SendFlags flags = SendFlags.None) => false;
    public int Send(Message message, SendFlags flags = SendFlags.None) => 0;
    public int Recv(byte[] buffer, RecvFlags flags = RecvFlags.None) => 0;
    public int Recv(System.Span<byte> buffer, RecvFlags flags = RecvFlags.None) => 0;
    public int Recv(Message message, RecvFlags flags = RecvFlags.None) => 0;
    public string RecvString() => "";
    public bool TryRecv(System.Span<byte> buffer, out int bytes) => (bytes = 0) > 0;
    public bool TryRecv(Message message, out int bytes) => (bytes = 0) > 0;
    public T GetOption<T>(SocketOption option) => default!;
    public string GetOptionString(SocketOption option) => "";
    public void SetOption(SocketOption option, int value) { }
    public void SetOption(SocketOption option, long value) { }
    public void SetOption(SocketOption option, byte[] value) { }
    public void SetOption(SocketOption option, string value) { }
    public void Dispose() { }
}

public sealed class Poller : System.IDisposable
{
    public Poller(int capacity) { }
    public int Add(Socket socket, PollEvents events) => 0;
    public void Update(int index, PollEvents events) { }
    public int Poll(long timeout = -1) => 0;
    public int Poll(System.TimeSpan timeout) => 0;
    public bool IsReadable(int index) => false;
    public bool IsWritable(int index) => false;
    public bool HasError(int index) => false;
    public void Clear() { }
    public void Dispose() { }
}
