using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Tests.Fakes;

namespace PlayHouse.Lab.Load.Tests;

public sealed class DeliveryLedgerTests
{
    [Fact]
    public void TryTake_LaterMessage_LosesTheOvertakenOnes()
    {
        var timeline = new PublishedTimeline(8);
        var ledger = new DeliveryLedger(timeline);
        Publish(timeline, 5);

        Assert.True(ledger.TryTake(3, out RequestSlot slot));
        Assert.False(ledger.TryTake(5, out _));

        Assert.Equal(103, slot.DueNs);
        Assert.Equal((1, 3, 1), (ledger.Total.Received, ledger.Total.Lost, ledger.Outstanding));
    }

    [Fact]
    public void Members_OfOneRoom_KeepTheirOwnBooks()
    {
        var timeline = new PublishedTimeline(8);
        var first = new DeliveryLedger(timeline);
        var second = new DeliveryLedger(timeline);
        Publish(timeline, 3);
        Assert.True(first.TryTake(0, out _));
        Assert.True(first.TryTake(1, out _));
        Assert.True(second.TryTake(0, out _));

        Assert.Equal((1, 2), (first.Outstanding, second.Outstanding));
        Assert.Equal((2, 1), (first.Total.Received, second.Total.Received));
    }

    [Fact]
    public void GiveUpAll_OfAMemberLongGone_CountsMeasuredOnesWhosePlacesAreUsedAgain()
    {
        var timeline = new PublishedTimeline(2);
        var ledger = new DeliveryLedger(timeline);
        Publish(timeline, 1);
        Assert.True(ledger.TryTake(0, out _));
        Publish(timeline, 100, isMeasured: true);
        Publish(timeline, 50);

        ledger.GiveUpAll();
        ledger.GiveUpAll();

        Assert.Equal((150, 100, 0), (ledger.Total.Lost, ledger.Measured.Lost, ledger.Outstanding));
    }

    [Fact]
    public void GiveUpSentBefore_TakesOnlyTheOldOnes()
    {
        var timeline = new PublishedTimeline(8);
        var ledger = new DeliveryLedger(timeline);
        Publish(timeline, 2, sentNs: 1_000, isMeasured: true);
        Publish(timeline, 2, sentNs: 2_000, isMeasured: true);

        Assert.Equal(2, ledger.GiveUpSentBefore(1_500));
        ledger.GiveUpAll();

        Assert.Equal((4, 4), (ledger.Total.Lost, ledger.Measured.Lost));
    }

    [Fact]
    public void Ledgers_RandomTraffic_AgreeWithAPlainModel()
    {
        const int seed = 17;
        const int depth = 7;
        var random = new Random(seed);
        var timeline = new PublishedTimeline(depth);
        DeliveryLedger[] ledgers = [new(timeline), new(timeline), new(timeline)];
        Queue<(long Index, bool IsMeasured)>[] waiting = [new(), new(), new()];
        var expected = new (long Received, long Lost, long Measured)[ledgers.Length];
        for (int step = 0; step < 100_000; step++)
        {
            int member = random.Next(ledgers.Length);
            if (random.Next(2) == 0 && waiting.Max(w => w.Count) < depth)
            {
                bool isMeasured = random.Next(3) == 0;
                Array.ForEach(waiting, w => w.Enqueue((timeline.Tail, isMeasured)));
                Publish(timeline, 1, isMeasured: isMeasured);
            }
            else if (waiting[member].Count > 0)
            {
                for (int passed = random.Next(20) == 0 ? random.Next(waiting[member].Count) : 0; passed > 0; passed--)
                {
                    expected[member].Lost++;
                    expected[member].Measured += waiting[member].Dequeue().IsMeasured ? 1 : 0;
                }

                (long index, bool isMeasured) = waiting[member].Dequeue();
                Assert.True(ledgers[member].TryTake(index, out RequestSlot slot));
                Assert.Equal(isMeasured, slot.IsMeasured);
                expected[member].Received++;
                expected[member].Measured += isMeasured ? 1 : 0;
            }

            Assert.Equal(waiting[member].Count, ledgers[member].Outstanding);
        }

        Assert.Equal(expected, ledgers.Select(l => (l.Total.Received, l.Total.Lost, l.Measured.Received + l.Measured.Lost)));
    }

    private static void Publish(PublishedTimeline timeline, int count, long sentNs = 0, bool isMeasured = false)
    {
        for (int i = 0; i < count; i++)
        {
            timeline.Publish(new RequestSlot { DueNs = 100 + timeline.Tail, SentNs = sentNs, IsMeasured = isMeasured });
        }
    }
}
