using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Tests.Transport;

public sealed class SendQueueTests
{
    [Fact]
    public void Add_ManySmallBatches_CostsAboutTheirBytes()
    {
        BufferPool pool = new(1 << 20);
        SendQueue queue = new(pool);
        SendBatch batch = default;
        for (int i = 0; i < 10_000; i++)
        {
            Fill(pool, ref batch, 100, (byte)i);
            queue.Add(ref batch);
        }

        batch.Discard();
        Assert.Equal(1_000_000, queue.Bytes);
        int segments = 0;
        int bytes = 0;
        while (queue.TryTake(out SendSegment segment))
        {
            segments++;
            for (int i = 0; i < segment.Length; i++, bytes++)
            {
                Assert.Equal((byte)(bytes / 100), segment.Buffer.Array[i]);
            }

            segment.Buffer.Release();
        }

        Assert.Equal(1_000_000, bytes);
        Assert.InRange(segments, 15, 17);
        Assert.Equal((0L, pool.Rented), (queue.Bytes, pool.Returned));
    }

    [Fact]
    public void Add_ToAQueueThatMergesNothing_KeepsEachBufferAndCountsItWhole()
    {
        BufferPool pool = new(1 << 20);
        SendQueue queue = new(pool, mergedBytesMax: 0);
        SendQueue held = new(pool, mergedBytesMax: 0);
        SendBatch batch = default;
        for (byte i = 0; i < 10; i++)
        {
            Fill(pool, ref batch, 100, i);
            (i < 5 ? queue : held).Add(ref batch);
            Assert.True(batch.IsEmpty);
        }

        queue.Add(held);

        Assert.Equal((10 * 1024, 0), (queue.Bytes, held.Bytes));
        Assert.False(queue.TryTake(99, out _));
        for (byte i = 0; i < 10; i++)
        {
            Assert.True(i % 2 == 0 ? queue.TryTake(100, out SendSegment segment) : queue.TryTake(out segment));
            Assert.Equal((100, i), (segment.Length, segment.Buffer.Array[99]));
            segment.Buffer.Release();
        }

        Assert.Equal((0L, pool.Rented), (queue.Bytes, pool.Returned));
    }

    [Fact]
    public void Add_OtherQueue_KeepsTheOrder()
    {
        BufferPool pool = new(1 << 20);
        SendQueue first = new(pool);
        SendQueue second = new(pool);
        SendBatch batch = default;
        Fill(pool, ref batch, 10, 1);
        first.Add(ref batch);
        Fill(pool, ref batch, 10, 2);
        second.Add(ref batch);
        Fill(pool, ref batch, SendPump.SegmentBytesLimit, 3);
        second.Add(ref batch);

        first.Add(second);

        Assert.Equal(SendPump.SegmentBytesLimit + 20, first.Bytes);
        Assert.Equal(0, second.Bytes);
        List<byte> order = [];
        while (first.TryTake(out SendSegment segment))
        {
            order.Add(segment.Buffer.Array[0]);
            segment.Buffer.Release();
        }

        Assert.Equal([1, 2, 3], order);
    }

    private static void Fill(BufferPool pool, ref SendBatch batch, int bytes, byte value)
    {
        PooledBuffer? spare = null;
        batch.Reserve(pool, bytes, ref spare).Fill(value);
        batch.Commit(bytes);
    }
}
