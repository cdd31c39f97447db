using PlayHouse.Lab.Load.Accounting;

namespace PlayHouse.Lab.Load.Tests;

public sealed class ReplyRecorderTests
{
    private static readonly RequestSlot Slot = new() { DueNs = 10_000, SentNs = 50_000, IsMeasured = true };

    [Fact]
    public void Record_Measured_CountsLatencyFromDueAndServiceFromSent()
    {
        var recorder = new ReplyRecorder();

        recorder.Record(Slot, receivedNs: 110_000, isInWindow: false);

        Assert.InRange(100_000, recorder.Latency.Min, recorder.Latency.Max);
        Assert.InRange(60_000, recorder.Service.Min, recorder.Service.Max);
        Assert.Equal(0, recorder.Arrived);
    }

    [Fact]
    public void Record_NotMeasured_ArrivesButIsNotTimed()
    {
        var recorder = new ReplyRecorder();

        recorder.Record(Slot with { IsMeasured = false }, receivedNs: 110_000, isInWindow: true);

        Assert.Equal((0, 0, 1), (recorder.Latency.Count, recorder.Service.Count, recorder.Arrived));
    }
}
