using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// An ordered byte stream whose operations are awaited: TLS or WebSocket. One receive and one send at a time, at the same
/// time as each other. A closed or broken channel throws one of the exceptions of <see cref="ChannelErrors"/>.
/// </summary>
internal interface IByteChannel
{
    /// <summary>The bytes below it; null where a receive gives what has come.</summary>
    RecordStream? Wire => null;

    /// <summary>The bytes below <see cref="Wire"/> where that is encrypted once more; null elsewhere.</summary>
    RecordStream? Records => null;

    /// <summary>Why a receive gave 0.</summary>
    CloseReason EndReason { get; }

    /// <summary>Receives at least one byte; 0 at the end.</summary>
    ValueTask<int> ReceiveAsync(Memory<byte> buffer);

    /// <summary>Sends everything. What is sent is a run of whole frames or, where the sender splits large ones, a part of one.</summary>
    ValueTask SendAsync(ReadOnlyMemory<byte> bytes);
}

/// <summary>Tells a broken connection from a defect.</summary>
internal static class ChannelErrors
{
    /// <summary>True for what streams throw when the other side or this one has closed, reset or garbled the connection.</summary>
    public static bool IsConnectionLoss(Exception exception) => exception
        is IOException or SocketException or WebSocketException or ObjectDisposedException
        or OperationCanceledException or AuthenticationException or InvalidOperationException;
}
