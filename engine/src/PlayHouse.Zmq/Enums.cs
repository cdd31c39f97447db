namespace Net.Zmq;

/// <summary>Patterns of sockets.</summary>
internal enum SocketType
{
    /// <summary>One peer.</summary>
    Pair = 0,

    Pub = 1,
    Sub = 2,

    /// <summary>Lock-step requester.</summary>
    Req = 3,

    /// <summary>Lock-step replier.</summary>
    Rep = 4,

    /// <summary>Free requester.</summary>
    Dealer = 5,

    /// <summary>Addresses its peers by routing id.</summary>
    Router = 6,

    /// <summary>End of a pipeline.</summary>
    Pull = 7,

    /// <summary>Start of a pipeline.</summary>
    Push = 8,

    /// <summary>Publisher that sees subscriptions.</summary>
    XPub = 9,

    /// <summary>Subscriber that sends subscriptions.</summary>
    XSub = 10,

    /// <summary>Plain TCP.</summary>
    Stream = 11,
}

/// <summary>How to send.</summary>
[Flags]
internal enum SendFlags
{
    /// <summary>Wait until there is room; the last frame.</summary>
    None = 0,

    /// <summary>Fail with EAGAIN instead of waiting.</summary>
    DontWait = 1,

    /// <summary>Further frames of the message follow.</summary>
    SendMore = 2,
}

/// <summary>How to receive.</summary>
[Flags]
internal enum RecvFlags
{
    /// <summary>Wait for a message.</summary>
    None = 0,

    /// <summary>Fail with EAGAIN instead of waiting.</summary>
    DontWait = 1,
}

/// <summary>What a poll waits for.</summary>
[Flags]
internal enum PollEvents
{
    None = 0,

    /// <summary>A message can be received.</summary>
    In = 1,

    /// <summary>A message can be sent.</summary>
    Out = 2,

    /// <summary>An error of a descriptor.</summary>
    Err = 4,

    /// <summary>Urgent data of a descriptor.</summary>
    Pri = 8,
}

/// <summary>Options of a context, named as in libzmq.</summary>
internal enum ContextOption
{
    Io_Threads = 1,
    Max_Sockets = 2,

    /// <summary>ZMQ_SOCKET_LIMIT, read only.</summary>
    Socket_Limit = 3,

    Max_Msgsz = 5,
    Ipv6 = 42,
    Blocky = 70,
}

/// <summary>Options of a socket, named as in libzmq.</summary>
internal enum SocketOption
{
    /// <summary>ZMQ_ROUTING_ID, bytes.</summary>
    Routing_Id = 5,

    /// <summary>ZMQ_RCVMORE, int, read only.</summary>
    Rcvmore = 13,

    /// <summary>ZMQ_FD, int on Unix, read only.</summary>
    Fd = 14,

    /// <summary>ZMQ_EVENTS, int, read only; reading it handles what waits for the socket.</summary>
    Events = 15,

    /// <summary>ZMQ_LINGER, int milliseconds.</summary>
    Linger = 17,

    /// <summary>ZMQ_RECONNECT_IVL, int milliseconds.</summary>
    Reconnect_Ivl = 18,

    /// <summary>ZMQ_BACKLOG, int.</summary>
    Backlog = 19,

    /// <summary>ZMQ_RECONNECT_IVL_MAX, int milliseconds.</summary>
    Reconnect_Ivl_Max = 21,

    /// <summary>ZMQ_MAXMSGSIZE, long bytes of one frame.</summary>
    Maxmsgsize = 22,

    /// <summary>ZMQ_SNDHWM, int messages per peer.</summary>
    Sndhwm = 23,

    /// <summary>ZMQ_RCVHWM, int messages per peer.</summary>
    Rcvhwm = 24,

    /// <summary>ZMQ_RCVTIMEO, int milliseconds.</summary>
    Rcvtimeo = 27,

    /// <summary>ZMQ_SNDTIMEO, int milliseconds.</summary>
    Sndtimeo = 28,

    /// <summary>ZMQ_LAST_ENDPOINT, text, read only.</summary>
    Last_Endpoint = 32,

    /// <summary>ZMQ_ROUTER_MANDATORY, int 0 or 1, write only.</summary>
    Router_Mandatory = 33,

    /// <summary>ZMQ_TCP_KEEPALIVE, int 0, 1 or -1.</summary>
    Tcp_Keepalive = 34,

    /// <summary>ZMQ_TCP_KEEPALIVE_CNT, int.</summary>
    Tcp_Keepalive_Cnt = 35,

    /// <summary>ZMQ_TCP_KEEPALIVE_IDLE, int seconds.</summary>
    Tcp_Keepalive_Idle = 36,

    /// <summary>ZMQ_TCP_KEEPALIVE_INTVL, int seconds.</summary>
    Tcp_Keepalive_Intvl = 37,

    /// <summary>ZMQ_IMMEDIATE, int 0 or 1.</summary>
    Immediate = 39,

    /// <summary>ZMQ_CURVE_SERVER, int 0 or 1.</summary>
    Curve_Server = 47,

    /// <summary>ZMQ_CURVE_PUBLICKEY, text of 40 characters in Z85.</summary>
    Curve_Publickey = 48,

    /// <summary>ZMQ_CURVE_SECRETKEY, text of 40 characters in Z85.</summary>
    Curve_Secretkey = 49,

    /// <summary>ZMQ_CURVE_SERVERKEY, text of 40 characters in Z85; counts for the connections made afterwards.</summary>
    Curve_Serverkey = 50,

    /// <summary>ZMQ_ROUTER_HANDOVER, int 0 or 1, write only.</summary>
    Router_Handover = 56,

    /// <summary>ZMQ_CONNECT_ROUTING_ID, bytes, write only.</summary>
    Connect_Routing_Id = 61,

    /// <summary>ZMQ_HANDSHAKE_IVL, int milliseconds.</summary>
    Handshake_Ivl = 66,

    /// <summary>ZMQ_HEARTBEAT_IVL, int milliseconds.</summary>
    Heartbeat_Ivl = 75,

    /// <summary>ZMQ_HEARTBEAT_TTL, int milliseconds.</summary>
    Heartbeat_Ttl = 76,

    /// <summary>ZMQ_HEARTBEAT_TIMEOUT, int milliseconds.</summary>
    Heartbeat_Timeout = 77,

    /// <summary>ZMQ_CONNECT_TIMEOUT, int milliseconds.</summary>
    Connect_Timeout = 79,
}

/// <summary>Events a monitor reports, named as in libzmq.</summary>
[Flags]
internal enum SocketMonitorEvent
{
    Connected = 1,
    ConnectDelayed = 2,
    ConnectRetried = 4,
    Listening = 8,
    BindFailed = 16,
    Accepted = 32,
    AcceptFailed = 64,
    Closed = 128,
    CloseFailed = 256,
    Disconnected = 512,
    MonitorStopped = 1024,

    /// <summary>ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: the connection ended before its handshake did, or the time was up.</summary>
    HandshakeFailedNoDetail = 0x0800,

    HandshakeSucceeded = 0x1000,

    /// <summary>ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: the peer speaks something else, or another mechanism.</summary>
    HandshakeFailedProtocol = 0x2000,

    /// <summary>ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: the handler of keys refused the peer.</summary>
    HandshakeFailedAuth = 0x4000,

    All = 0xFFFF,
}
