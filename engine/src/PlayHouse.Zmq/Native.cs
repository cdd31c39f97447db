using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[assembly: DisableRuntimeMarshalling]

namespace Net.Zmq;

/// <summary>libzmq's functions as they are. Results and errno are judged by the callers.</summary>
internal static unsafe partial class Native
{
    public const int MessageBytes = 64;

    static Native() => LibraryName.Register();

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_version")]
    public static partial void Version(int* major, int* minor, int* patch);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_has")]
    public static partial int Has(byte* capability);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_strerror")]
    public static partial byte* ErrorText(int errorNumber);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_ctx_new", SetLastError = true)]
    public static partial nint ContextNew();

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_ctx_set", SetLastError = true)]
    public static partial int ContextSet(nint context, int option, int value);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_ctx_get", SetLastError = true)]
    public static partial int ContextGet(nint context, int option);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_ctx_shutdown", SetLastError = true)]
    public static partial int ContextShutdown(nint context);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_ctx_term", SetLastError = true)]
    public static partial int ContextTerminate(nint context);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_socket", SetLastError = true)]
    public static partial nint SocketNew(nint context, int type);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_close", SetLastError = true)]
    public static partial int SocketClose(nint socket);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_bind", SetLastError = true)]
    public static partial int Bind(nint socket, byte* address);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_connect", SetLastError = true)]
    public static partial int Connect(nint socket, byte* address);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_unbind", SetLastError = true)]
    public static partial int Unbind(nint socket, byte* address);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_disconnect", SetLastError = true)]
    public static partial int Disconnect(nint socket, byte* address);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_socket_monitor", SetLastError = true)]
    public static partial int SocketMonitor(nint socket, byte* address, int events);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_setsockopt", SetLastError = true)]
    public static partial int SetOption(nint socket, int option, void* value, nuint bytes);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_getsockopt", SetLastError = true)]
    public static partial int GetOption(nint socket, int option, void* value, nuint* bytes);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_send", SetLastError = true)]
    public static partial int Send(nint socket, byte* bytes, nuint count, int flags);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_recv", SetLastError = true)]
    public static partial int Receive(nint socket, byte* bytes, nuint count, int flags);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_send", SetLastError = true)]
    public static partial int MessageSend(byte* message, nint socket, int flags);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_recv", SetLastError = true)]
    public static partial int MessageReceive(byte* message, nint socket, int flags);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_init")]
    [SuppressGCTransition]
    public static partial int MessageInit(byte* message);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_init_size", SetLastError = true)]
    public static partial int MessageInitSize(byte* message, nuint bytes);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_init_data", SetLastError = true)]
    public static partial int MessageInitData(
        byte* message,
        nint data,
        nuint bytes,
        delegate* unmanaged[Cdecl]<nint, nint, void> free,
        nint hint);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_data")]
    [SuppressGCTransition]
    public static partial byte* MessageData(byte* message);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_size")]
    [SuppressGCTransition]
    public static partial nuint MessageSize(byte* message);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_more")]
    [SuppressGCTransition]
    public static partial int MessageMore(byte* message);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_gets")]
    public static partial byte* MessageProperty(byte* message, byte* name);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_curve_keypair", SetLastError = true)]
    public static partial int CurveKeyPair(byte* publicKey, byte* secretKey);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_curve_public", SetLastError = true)]
    public static partial int CurvePublic(byte* publicKey, byte* secretKey);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_close", SetLastError = true)]
    public static partial int MessageClose(byte* message);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_move", SetLastError = true)]
    public static partial int MessageMove(byte* target, byte* source);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_msg_copy", SetLastError = true)]
    public static partial int MessageCopy(byte* target, byte* source);

    [LibraryImport(LibraryName.Import, EntryPoint = "zmq_poll", SetLastError = true)]
    public static partial int Poll(PollItem* items, int count, CLong timeoutMs);

    /// <summary>One entry of a poll; 16 bytes on 64-bit Unix, where a descriptor is an int.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PollItem
    {
        public nint Socket;
        public int Descriptor;
        public short Events;
        public short Returned;
    }
}
