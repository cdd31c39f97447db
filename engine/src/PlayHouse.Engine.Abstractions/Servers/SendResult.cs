namespace PlayHouse.Engine;

/// <summary>
/// What became of a message to another server at the moment of sending. Nothing is lost without one of these or a counter.
/// </summary>
public enum SendResult
{
    /// <summary>
    /// Queued for the peer. Delivered at most once: a connection that breaks, or a receiver that is gone or full, loses it and counts it.
    /// </summary>
    Accepted,

    /// <summary>Not sent: the peer's queue is at its limit.</summary>
    RefusedFull,

    /// <summary>Not sent: no such server is known, or it is gone.</summary>
    Unreachable,
}
