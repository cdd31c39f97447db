using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.Mailbox;

public sealed class MpscRingTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(8)]
    public void Ring_ManyLaps_KeepsOrderAndLimit(int capacity)
    {
        MpscRing<int> ring = new(capacity);
        int next = 0;
        for (int lap = 0; lap < 100; lap++)
        {
            for (int i = 0; i < capacity; i++)
            {
                Assert.True(ring.TryEnqueue(next + i));
            }

            Assert.False(ring.TryEnqueue(-1));
            for (int i = 0; i < capacity; i++)
            {
                Assert.False(ring.IsEmpty);
                Assert.True(ring.TryDequeue(out int item));
                Assert.Equal(next + i, item);
            }

            Assert.True(ring.IsEmpty);
            Assert.False(ring.TryDequeue(out _));
            next += capacity;
        }
    }

    [Fact]
    public void TryEnqueue_FullThenOneTaken_TakesExactlyOneMore()
    {
        MpscRing<int> ring = new(5);
        for (int i = 0; i < 5; i++)
        {
            Assert.True(ring.TryEnqueue(i));
        }

        for (int i = 5; i < 50; i++)
        {
            Assert.False(ring.TryEnqueue(-1));
            Assert.True(ring.TryDequeue(out _));
            Assert.True(ring.TryEnqueue(i));
        }
    }

    [Fact]
    public void Ring_WithoutCapacity_IsRefused() => Assert.Throws<ArgumentOutOfRangeException>(() => new MpscRing<int>(0));
}
