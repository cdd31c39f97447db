namespace PlayHouse.Engine.Diagnostics.Hops;

/// <summary>
/// Moments of messages that were handed over together, in nanoseconds of <see cref="HopClock"/>. All 0 for messages that are left out.
/// </summary>
internal struct HopStamps
{
    /// <summary>The receive that completed the last of them was over.</summary>
    public long Received;

    /// <summary>They were about to be posted to the stage.</summary>
    public long Enqueued;

    /// <summary>The stage had them.</summary>
    public long Dequeued;

    /// <summary>The last of their handlers had completed.</summary>
    public long Handled;

    public readonly bool IsKnown => Received != 0;
}
