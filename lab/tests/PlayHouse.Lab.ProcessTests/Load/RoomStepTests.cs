using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Tests;

public sealed class RoomStepTests
{
    private const long StepNs = 50_000_000;

    [Fact]
    public void Sequence_InOrder_TakesEveryStepOnce()
    {
        var sequence = new StepSequence();

        Assert.All(Enumerable.Range(7, 100), s => Assert.Equal(StepOrder.Next, sequence.Take(s, s * StepNs)));
        Assert.All(Enumerable.Range(7, 100), s => Assert.Equal(StepOrder.Impossible, sequence.Take(s, 200 * StepNs)));
        Assert.Equal(100, sequence.Taken);
    }

    [Fact]
    public void Sequence_MissingStep_MayComeLateOnce()
    {
        var sequence = new StepSequence();
        sequence.Take(1, StepNs);
        sequence.Take(4, 4 * StepNs);

        Assert.Equal(StepOrder.Overtaken, sequence.Take(2, 4 * StepNs));
        Assert.Equal(StepOrder.Impossible, sequence.Take(2, 4 * StepNs));
        Assert.Equal(StepOrder.Overtaken, sequence.Take(3, 4 * StepNs));
        Assert.Equal(4, sequence.Taken);
    }

    [Fact]
    public void Sequence_StepOfAFarFuture_IsImpossibleUntilItsTime()
    {
        var sequence = new StepSequence();
        sequence.Take(1, StepNs);

        Assert.Equal(StepOrder.Impossible, sequence.Take(1_000_000, 2 * StepNs));
        Assert.Equal(StepOrder.Next, sequence.Take(1_000, 1_000 * StepNs));
    }

    [Fact]
    public void Timeline_StepsOfTheWindow_AreThoseFromFirstToLastThatAnybodySaw()
    {
        var timeline = new StepTimeline();
        // Three members; step 14 reaches no member, step 12 only two.
        foreach (long step in (long[])[9, 10, 11, 12, 13, 15, 16])
        {
            for (int member = 0; member < (step == 12 ? 2 : 3); member++)
            {
                Assert.True(timeline.CanHold(step));
                Assert.True(timeline.See(step, step * StepNs));
            }
        }

        Assert.Equal((6, 14), timeline.CountIn(new MeasuredWindow(10 * StepNs, 16 * StepNs)));
        Assert.Equal((0, 0), timeline.CountIn(new MeasuredWindow(20 * StepNs, 30 * StepNs)));
        Assert.Equal(20, timeline.Received);
    }

    [Fact]
    public void Timeline_StepWithTwoBeginnings_IsSeen()
    {
        var timeline = new StepTimeline();
        Assert.True(timeline.CanHold(5));
        Assert.True(timeline.See(5, 1_000));

        Assert.True(timeline.See(5, 1_000));
        Assert.False(timeline.See(5, 1_001));
    }

    [Fact]
    public void Timeline_StepFarFromTheFirst_IsNotHeld()
    {
        var timeline = new StepTimeline();

        Assert.True(timeline.CanHold(100_000));
        Assert.True(timeline.CanHold(99_000));
        Assert.False(timeline.CanHold(1));
        Assert.False(timeline.CanHold(long.MaxValue));
        Assert.True(timeline.CanHold(1_000_000));
        Assert.True(timeline.See(1_000_000, 1));
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(300, 1)]
    [InlineData(70_000, 200)]
    public void Payload_OfAState_IsReadAndAnyChangedByteIsSeen(long step, int dataBytes)
    {
        var payload = new StatePayload(dataBytes);
        byte[] bytes = StateBytes.Of(step, 123_456_789_012, dataBytes);
        var right = new RoomState(step, 123_456_789_012, true);

        Assert.True(payload.TryRead(bytes, out RoomState state));
        Assert.Equal(right, state);
        Assert.InRange(bytes.Length, 1, StatePayload.BytesMax(dataBytes));
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] ^= 0x10;
            Assert.False(payload.TryRead(bytes, out state) && state == right, $"byte {i}");
            bytes[i] ^= 0x10;
        }
    }

    [Fact]
    public void Payload_CutLongerOrOfAnotherSize_IsNotRight()
    {
        var payload = new StatePayload(20);
        byte[] bytes = StateBytes.Of(5, 77, 20);

        for (int length = 0; length < bytes.Length; length++)
        {
            Assert.False(payload.TryRead(bytes.AsSpan(0, length), out RoomState cut) && cut.HasRightData, $"{length} bytes");
        }

        Assert.False(payload.TryRead([.. bytes, 0], out RoomState longer) && longer.HasRightData);
        Assert.False(payload.TryRead(StateBytes.Of(5, 77, 21), out RoomState other) && other.HasRightData);
        Assert.False(payload.TryRead(StateBytes.Of(5, 77, 20, fill: 1), out RoomState filled) && filled.HasRightData);
        Assert.False(payload.TryRead(StateBytes.Of(0, 77, 20), out _), "steps begin with 1");
        Assert.False(payload.TryRead([0x08, .. Enumerable.Repeat((byte)0xFF, 30)], out _), "a number without an end");
    }
}
