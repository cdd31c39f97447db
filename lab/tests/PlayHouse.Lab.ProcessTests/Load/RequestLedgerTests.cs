using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests;

public sealed class RequestLedgerTests
{
    private static readonly ClientWire Wire = (ClientWire)ScenarioWire.Find(ScenarioCatalog.Echo, 0, 1)!;
    private static readonly WireReader Reader = Wire.CreateReader(0);

    [Fact]
    public void HasRoom_AtTheDepth_IsFalseUntilOneIsTaken()
    {
        var ledger = new RequestLedger(3);
        Send(ledger, 3);

        Assert.False(ledger.HasRoomUnder(3));
        Assert.True(ledger.TryTake(0, out _));
        Assert.True(ledger.HasRoomUnder(3));
        Assert.Equal(2, ledger.Outstanding);
    }

    [Fact]
    public void TryTake_LaterRequest_LosesTheOvertakenOnes()
    {
        var ledger = new RequestLedger(8);
        Send(ledger, 5);

        Assert.True(ledger.TryTake(3, out RequestSlot slot));

        Assert.Equal(103, slot.DueNs);
        Assert.Equal((1, 3, 1), (ledger.Total.Received, ledger.Total.Lost, ledger.Outstanding));
    }

    [Fact]
    public void TryTakeOvertaken_LateReply_ComesBackFromTheLostOnce()
    {
        var ledger = new RequestLedger(8);
        Send(ledger, 5);
        ledger.TryTake(3, out _);
        Reader.TryRead(ReplyFrame(Wire.SequenceOf(1)), out WireReply late, out _);

        Assert.True(ledger.TryTakeOvertaken(Reader, late, out RequestSlot slot));
        Assert.False(ledger.TryTakeOvertaken(Reader, late, out _));

        Assert.Equal(101, slot.DueNs);
        Assert.Equal((2, 2), (ledger.Total.Received, ledger.Total.Lost));
    }

    [Fact]
    public void TryTake_NotOutstanding_IsRefusedAndChangesNothing()
    {
        var ledger = new RequestLedger(4);
        Send(ledger, 2);
        ledger.TryTake(0, out _);
        LoadCounts before = ledger.Total;

        Assert.False(ledger.TryTake(0, out _));
        Assert.False(ledger.TryTake(2, out _));
        Assert.False(ledger.TryTake(long.MaxValue, out _));
        Assert.Equal(before, ledger.Total);
    }

    [Fact]
    public void GiveUpSentBefore_TakesOnlyTheOldOnes()
    {
        var ledger = new RequestLedger(8);
        Send(ledger, 2, sentNs: 1_000);
        Send(ledger, 2, sentNs: 2_000);

        Assert.Equal(2, ledger.GiveUpSentBefore(1_500));

        Assert.Equal((2, 2), (ledger.Total.Lost, ledger.Outstanding));
        Assert.Equal(2, ledger.OldestIndex);
    }

    [Fact]
    public void Measured_CountsOnlyRequestsMarkedWhenOffered()
    {
        var ledger = new RequestLedger(8);
        Send(ledger, 2, isMeasured: false);
        Send(ledger, 3, isMeasured: true);
        ledger.Offer(isMeasured: true);
        ledger.Skip(isMeasured: true);
        for (int i = 0; i < 4; i++)
        {
            ledger.TryTake(i, out _);
        }

        ledger.GiveUpSentBefore(long.MaxValue);

        Assert.Equal(new LoadCounts { Offered = 4, Sent = 3, Skipped = 1, Received = 2, Lost = 1 }, ledger.Measured);
        Assert.True(ledger.Measured.IsConserved);
        Assert.True(ledger.Total.IsConserved);
        Assert.Equal(6, ledger.Total.Offered);
    }

    [Fact]
    public void IsConserved_OneRequestUnaccounted_IsFalse()
    {
        Assert.False(new LoadCounts { Offered = 2, Sent = 1 }.IsConserved);
        Assert.False(new LoadCounts { Offered = 1, Sent = 1 }.IsConserved);
    }

    [Fact]
    public void Ledger_RandomTraffic_AgreesWithAPlainModel()
    {
        const int seed = 99;
        var random = new Random(seed);
        var ledger = new RequestLedger(7);
        List<long> waiting = [];
        (long sent, long received, long lost) = (0, 0, 0);
        for (int step = 0; step < 100_000; step++)
        {
            if (random.Next(2) == 0 && ledger.HasRoomUnder(7))
            {
                Send(ledger, 1);
                waiting.Add(sent++);
            }
            else if (waiting.Count > 0 && random.Next(20) == 0)
            {
                int place = random.Next(waiting.Count);
                Assert.True(ledger.TryTake(waiting[place], out _));
                lost += place;
                received++;
                waiting.RemoveRange(0, place + 1);
            }
            else if (waiting.Count > 0)
            {
                Assert.True(ledger.TryTake(waiting[0], out _));
                received++;
                waiting.RemoveAt(0);
            }

            Assert.Equal(waiting.Count, ledger.Outstanding);
            Assert.Equal(waiting.Count < 7, ledger.HasRoomUnder(7));
        }

        Assert.Equal((sent, received, lost), (ledger.Total.Sent, ledger.Total.Received, ledger.Total.Lost));
    }

    private static void Send(RequestLedger ledger, int count, long sentNs = 0, bool isMeasured = false)
    {
        for (int i = 0; i < count; i++)
        {
            ledger.Offer(isMeasured);
            ledger.Stage(100 + ledger.NextIndex, isMeasured);
        }

        ledger.Publish(sentNs);
    }

    private static byte[] ReplyFrame(ushort sequence) =>
        [18, 0, 0, 0, 1, (byte)'R', (byte)sequence, (byte)(sequence >> 8), .. new byte[14]];
}
