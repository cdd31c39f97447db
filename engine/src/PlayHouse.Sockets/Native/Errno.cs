using System.Net.Sockets;

namespace PlayHouse.Sockets.Native;

/// <summary>Error numbers of Linux that the library tells apart.</summary>
internal static class Errno
{
    public const int NotPermitted = 1;
    public const int NoEntry = 2;
    public const int Interrupted = 4;
    public const int BadDescriptor = 9;
    public const int WouldBlock = 11;
    public const int OutOfMemory = 12;
    public const int AccessDenied = 13;
    public const int BadAddress = 14;
    public const int InvalidArgument = 22;
    public const int FileTableFull = 23;
    public const int TooManyOpen = 24;
    public const int BrokenPipe = 32;
    public const int NotSupported = 38;
    public const int NoSuchMachine = 64;
    public const int Protocol = 71;
    public const int NotSocket = 88;
    public const int NoProtocolOption = 92;
    public const int OperationNotSupported = 95;
    public const int AddressInUse = 98;
    public const int AddressNotAvailable = 99;
    public const int NetworkDown = 100;
    public const int NetworkUnreachable = 101;
    public const int ConnectionAborted = 103;
    public const int ConnectionReset = 104;
    public const int NoBuffers = 105;
    public const int NotConnected = 107;
    public const int TimedOut = 110;
    public const int ConnectionRefused = 111;
    public const int HostDown = 112;
    public const int HostUnreachable = 113;
    public const int InProgress = 115;

    public static SocketError ToSocketError(int errno) => errno switch
    {
        0 => SocketError.Success,
        WouldBlock => SocketError.WouldBlock,
        InProgress => SocketError.InProgress,
        Interrupted => SocketError.Interrupted,
        ConnectionReset => SocketError.ConnectionReset,
        BrokenPipe => SocketError.Shutdown,
        ConnectionRefused => SocketError.ConnectionRefused,
        ConnectionAborted => SocketError.ConnectionAborted,
        TimedOut => SocketError.TimedOut,
        NotConnected => SocketError.NotConnected,
        AddressInUse => SocketError.AddressAlreadyInUse,
        AddressNotAvailable => SocketError.AddressNotAvailable,
        AccessDenied => SocketError.AccessDenied,
        InvalidArgument => SocketError.InvalidArgument,
        TooManyOpen or FileTableFull => SocketError.TooManyOpenSockets,
        NoBuffers or OutOfMemory => SocketError.NoBufferSpaceAvailable,
        BadDescriptor or NotSocket => SocketError.NotSocket,
        BadAddress => SocketError.Fault,
        OperationNotSupported => SocketError.OperationNotSupported,
        Protocol or NoProtocolOption => SocketError.ProtocolNotSupported,
        NetworkDown => SocketError.NetworkDown,
        NetworkUnreachable => SocketError.NetworkUnreachable,
        HostDown or NoSuchMachine => SocketError.HostDown,
        HostUnreachable => SocketError.HostUnreachable,
        _ => SocketError.SocketError,
    };
}
