namespace PlayHouse.FastPort.Sessions;

/// <summary>Why a connection ended; the first reason counts, as <c>closed.…</c>.</summary>
internal enum CloseReason
{
    /// <summary>It is open.</summary>
    None,

    /// <summary>The owner was disposed.</summary>
    Disposed,

    /// <summary>The peer ended its stream between two frames.</summary>
    PeerClosed,

    /// <summary>The peer ended its stream within a frame.</summary>
    ClosedInFrame,

    /// <summary>A frame's size does not cover its own header.</summary>
    FrameTooSmall,

    /// <summary>A frame is above the limit.</summary>
    FrameTooLarge,

    /// <summary>A packet id without a handler.</summary>
    UnknownPacket,

    /// <summary>A body that is not the packet's message.</summary>
    MalformedBody,

    /// <summary>The peer does not read and the send buffer is at its limit.</summary>
    SendBufferFull,

    /// <summary>The socket failed while receiving.</summary>
    ReceiveFailed,

    /// <summary>The socket failed while sending.</summary>
    SendFailed,

    /// <summary>A loop failed: a defect.</summary>
    Faulted,
}

/// <summary>Names of the reasons' counters.</summary>
internal static class CloseReasons
{
    /// <summary>Counter names by reason; the first place is unused.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "", "closed.disposed", "closed.peer-closed", "closed.in-frame", "closed.frame-too-small", "closed.frame-too-large",
        "closed.unknown-packet", "closed.malformed-body", "closed.send-buffer-full", "closed.receive-failed", "closed.send-failed",
        "closed.faulted",
    ];
}
