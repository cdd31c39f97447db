namespace PlayHouse.Lab.Load.Accounting;

/// <summary>What one member of a room has received of all that was published there.</summary>
/// <remarks>Receiver's thread, but for what says otherwise.</remarks>
internal sealed class DeliveryLedger(PublishedTimeline timeline) : ReplyLedger
{
    private long _measuredSettled;

    /// <summary>What was received and lost since the start; exact at rest.</summary>
    public LoadCounts Total => ReceivedAll;

    /// <summary>The same of the measured window alone.</summary>
    public LoadCounts Measured => ReceivedMeasured;

    /// <inheritdoc/>
    protected override long Tail => timeline.Tail;

    /// <inheritdoc/>
    public override ref readonly RequestSlot SlotOf(long index) => ref timeline.SlotOf(index);

    /// <summary>
    /// Gives up everything outstanding. May come again after more was published to a member that is gone, whose places have been
    /// used again by then: hence by running totals.
    /// </summary>
    /// <param name="nowNs">Each has waited until now at least.</param>
    /// <param name="recorder">The recorder of the calling thread.</param>
    public override void GiveUpAll(long nowNs, ReplyRecorder recorder)
    {
        long tail = Tail;
        long measured = timeline.MeasuredBefore(tail);
        CountLost(measured - _measuredSettled, tail - OldestIndex);
        timeline.RecordNewestMeasured(measured - _measuredSettled, nowNs, recorder);
        MoveTo(tail);
    }

    /// <inheritdoc/>
    protected override void MoveTo(long index)
    {
        _measuredSettled = timeline.MeasuredBefore(index);
        base.MoveTo(index);
    }
}
