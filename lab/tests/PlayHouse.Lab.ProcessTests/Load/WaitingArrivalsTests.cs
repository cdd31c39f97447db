using PlayHouse.Lab.Load.Accounting;

namespace PlayHouse.Lab.Load.Tests;

public sealed class WaitingArrivalsTests
{
    private const long NowNs = 10_000_000_000;

    [Theory]
    [InlineData(1)]
    [InlineData(WaitingArrivals.TimesMax)]
    [InlineData(WaitingArrivals.TimesMax + 1)]
    [InlineData(20 * WaitingArrivals.TimesMax)]
    public void Resolve_HoweverMany_CountsEachOnceAndNeverLongerThanItWaited(int count)
    {
        var random = new Random(count);
        var waiting = new WaitingArrivals();
        var recorder = new ReplyRecorder();
        var exact = new ReplyRecorder();
        long dueNs = 0;
        long arrivals = 0;
        for (int i = 0; i < count; i++)
        {
            dueNs += random.Next(1, 1_000_000);
            int together = random.Next(1, 4);
            waiting.Add(dueNs, together);
            exact.RecordCensored(dueNs, NowNs, together);
            arrivals += together;
        }

        waiting.Resolve(NowNs, recorder);

        Assert.True(waiting.IsEmpty);
        Assert.Equal((arrivals, arrivals), (recorder.Censored, recorder.Latency.Count));
        Assert.All(Enumerable.Range(1, 100), p => Assert.InRange(
            recorder.Latency.Percentile(p / 100.0),
            // At most so many neighbours share a time, each less than a millisecond from the next, and a bucket is a thousandth wide.
            (long)(0.999 * exact.Latency.Percentile(p / 100.0)) - (2L * ((count / WaitingArrivals.TimesMax) + 1) * 1_000_000),
            exact.Latency.Percentile(p / 100.0)));
    }

    [Fact]
    public void Resolve_Again_RecordsOnlyWhatCameSince()
    {
        var waiting = new WaitingArrivals();
        var recorder = new ReplyRecorder();
        waiting.Add(1_000, 5);
        waiting.Resolve(NowNs, recorder);
        waiting.Add(NowNs, 1);

        waiting.Resolve(NowNs + 50_000, recorder);

        Assert.Equal(6, recorder.Censored);
        Assert.InRange(recorder.Latency.Min, 49_000, 50_000);
    }

    [Fact]
    public void RecordNewest_OfMoreThanAsked_TakesTheLatestAndKeepsAll()
    {
        var waiting = new WaitingArrivals();
        var recorder = new ReplyRecorder();
        waiting.Add(NowNs - 9_000_000, 2);
        waiting.Add(NowNs - 5_000_000, 2);

        waiting.RecordNewest(3, NowNs, recorder);

        Assert.Equal(3, recorder.Censored);
        Assert.InRange(recorder.Latency.Percentile(0.5), 4_990_000, 5_010_000);
        Assert.InRange(recorder.Latency.Max, 8_990_000, 9_010_000);
        Assert.False(waiting.IsEmpty);
    }
}
