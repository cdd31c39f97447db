using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Strategies.BufferPools;

public sealed class Buckets53Tests
{
    [Fact]
    public void Sizes_Are53_WithTheirTotals()
    {
        Assert.Equal((53, 53, 53), (BucketSizes.Count, BucketSizes.Bytes.Count, BucketSizes.KeptMax.Count));
        Assert.Equal(BucketSizes.Bytes.Order(), BucketSizes.Bytes);
        Assert.Equal((128, 1_024, 2_048, 8_192, 12_288), (BucketSizes.Bytes[0], BucketSizes.Bytes[7], BucketSizes.Bytes[8], BucketSizes.Bytes[14], BucketSizes.Bytes[15]));
        Assert.Equal((65_536, 81_920, 311_296, 376_832, 901_120), (BucketSizes.Bytes[28], BucketSizes.Bytes[29], BucketSizes.Bytes[43], BucketSizes.Bytes[44], BucketSizes.Bytes[52]));
        Assert.Equal(202_240, BucketSizes.WarmUp.Sum());
        Assert.Equal(630.7, Math.Round(BucketSizes.WarmUp.Zip(BucketSizes.Bytes, (n, b) => (double)n * b).Sum() / 1e6, 1));
        Assert.Equal(5.95, Math.Round(BucketSizes.KeptMax.Zip(BucketSizes.Bytes, (n, b) => (double)n * b).Sum() / 1e9, 2));
    }

    [Fact]
    public void BucketOf_EverySize_IsTheSmallestThatHolds()
    {
        for (int bytes = 1; bytes <= 910_000; bytes += bytes < 70_000 ? 1 : 97)
        {
            int expected = BucketSizes.Bytes.TakeWhile(b => b < bytes).Count();
            Assert.Equal(expected == 53 ? -1 : expected, BucketSizes.BucketOf(bytes));
        }
    }

    [Fact]
    public void WarmUp_IsMadeBeforeTheFirstRent_AndStaysWithinTheLimit()
    {
        using Buckets53Store whole = new(Variants.Choice("buckets-53", ("preWarmPercent", 1)), 64L << 20);
        BufferPool pool = new(whole, audit: null);
        Assert.Equal(BucketSizes.WarmUp.Zip(BucketSizes.Bytes, (n, b) => (long)(n / 100) * b).Sum(), whole.RetainedBytes);
        pool.Rent(1_000).Release();
        Assert.Equal((0L, 0L), (pool.Created, pool.InUseBytes));

        using Buckets53Store bounded = new(Variants.Choice("buckets-53", ("preWarmPercent", 100)), 1 << 20);
        _ = new BufferPool(bounded, audit: null);
        Assert.InRange(bounded.RetainedBytes, 1 << 19, 1 << 20);
    }

    [Fact]
    public void Trim_OfAnIdleBucket_GivesUpAFifthAndAtLeastTen()
    {
        using Buckets53Store store = new(Variants.Choice("buckets-53", ("localMax", 0)), 64L << 20);
        BufferPool pool = new(store, audit: null);
        PooledBuffer[] buffers = [.. Enumerable.Range(0, 100).Select(_ => pool.Rent(1_024))];
        Array.ForEach(buffers, b => b.Release());
        long nowMs = Environment.TickCount64;

        store.Trim(nowMs);
        Assert.Equal(100 * 1_024, store.RetainedBytes);
        store.Trim(nowMs + 120_000);
        Assert.Equal(80 * 1_024, store.RetainedBytes);
        for (int i = 0; i < 20; i++)
        {
            store.Trim(nowMs + 120_000);
        }

        Assert.Equal((0L, 0L), (store.RetainedBytes, pool.InUseBytes));
    }

    [Fact]
    public void ThreadThatEnds_TakesItsBuffersOffTheBooks()
    {
        using Buckets53Store store = new(Variants.Choice("buckets-53"), 64L << 20);
        BufferPool pool = new(store, audit: null);
        PooledBuffer[] buffers = [.. Enumerable.Range(0, 50).Select(_ => pool.Rent(1_024))];
        Concurrent.Run(() => Array.ForEach(buffers, b => b.Release()));
        Concurrent.Until(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return store.RetainedBytes == 0;
            },
            () => $"{store.RetainedBytes} bytes are still booked");
        Assert.Equal(0, pool.InUseBytes);
    }

    [Fact]
    public void Caps_OfThreadAndBucket_AreKept()
    {
        using Buckets53Store store = new(Variants.Choice("buckets-53", ("localMax", 3), ("capPercent", 1)), 64L << 20);
        BufferPool pool = new(store, audit: null);
        PooledBuffer[] buffers = [.. Enumerable.Range(0, 20).Select(_ => pool.Rent(901_120))];
        Array.ForEach(buffers, b => b.Release());

        // Three with the thread and one percent of a hundred in the bucket.
        Assert.Equal(4 * 901_120, store.RetainedBytes);
        Assert.Equal(0, pool.InUseBytes);
    }
}
