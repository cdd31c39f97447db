using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Strategies.BufferPools;

public sealed class BufferPoolContractTests
{
    private const long RetainedBytesMax = 256 * 1024;

    public static TheoryData<string> All => Variants.Of("buffer-pool");

    [Theory]
    [MemberData(nameof(All))]
    public void Rent_AnySize_GivesTheLengthThatWasSaid_WithOneOwner(string id)
    {
        using BufferStore store = BufferStoreBox.Create(StrategyChoice.Of(id), RetainedBytesMax);
        BufferPool pool = new(store, audit: null);
        foreach (int bytes in new[] { 0, 1, 127, 128, 129, 1_023, 1_024, 1_025, 1_500, 4_096, 4_097, 8_193, 65_536, 65_537, 311_297, 901_120, 901_121, 1 << 20, (1 << 20) + 1, 1 << 24 })
        {
            PooledBuffer buffer = pool.Rent(bytes);
            Assert.True(buffer.Array.Length >= bytes);
            Assert.Equal(pool.LengthOf(Math.Max(1, bytes)), buffer.Array.Length);
            Assert.True(buffer.HasSingleOwner);
            Assert.Equal(buffer.Array.Length, pool.InUseBytes);
            buffer.Release();
            Assert.Equal(0, pool.InUseBytes);
        }

        Assert.Equal(pool.Rented, pool.Returned);
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.Rent((1 << 24) + 1));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Return_OfMoreThanTheLimit_KeepsNoMore(string id)
    {
        using BufferStore store = BufferStoreBox.Create(StrategyChoice.Of(id), RetainedBytesMax);
        BufferPool pool = new(store, audit: null);
        foreach (int bytes in new[] { 900, 5_000, 100_000, 1_000_000, 3_000_000 })
        {
            PooledBuffer[] buffers = [.. Enumerable.Range(0, 400_000 / Math.Min(bytes, 100_000)).Select(_ => pool.Rent(bytes))];
            Array.ForEach(buffers, b => b.Release());
            Assert.InRange(store.RetainedBytes, 0, RetainedBytesMax);
            Assert.Equal(0, pool.InUseBytes);
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Release_Twice_AndUseAfterReturn_AreRefused(string id)
    {
        using BufferStore store = BufferStoreBox.Create(StrategyChoice.Of(id), RetainedBytesMax);
        BufferAudit audit = new();
        BufferPool pool = new(store, audit);
        PooledBuffer buffer = pool.Rent(100);
        buffer.AddOwner();
        buffer.Release();
        buffer.Release();

        Assert.Throws<InvalidOperationException>(buffer.Release);
        Assert.Throws<InvalidOperationException>(buffer.AddOwner);
        Assert.Equal(2, audit.Violations.Count);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void RentAndReturn_OnDifferentThreads_NeverShareABuffer(string id)
    {
        using BufferStore store = BufferStoreBox.Create(StrategyChoice.Of(id), RetainedBytesMax);
        BufferAudit audit = new();
        BufferPool pool = new(store, audit);
        System.Collections.Concurrent.ConcurrentQueue<(PooledBuffer Buffer, byte Mark)> elsewhere = new();
        Concurrent.Run([.. Enumerable.Range(1, 4).Select(thread => (Action)(() =>
        {
            Random random = new(thread);
            for (int i = 0; i < 3_000; i++)
            {
                PooledBuffer own = pool.Rent(1 + random.Next(3_000));
                own.Array.AsSpan().Fill((byte)thread);
                if (elsewhere.TryDequeue(out (PooledBuffer Buffer, byte Mark) other))
                {
                    Assert.True(other.Buffer.Array.AsSpan().IndexOfAnyExcept(other.Mark) < 0);
                    other.Buffer.Release();
                }

                Assert.True(own.Array.AsSpan().IndexOfAnyExcept((byte)thread) < 0);
                elsewhere.Enqueue((own, (byte)thread));
            }
        }))]);
        while (elsewhere.TryDequeue(out (PooledBuffer Buffer, byte Mark) last))
        {
            last.Buffer.Release();
        }

        audit.CheckQuarantine();
        Assert.Empty(audit.Violations);
        Assert.Empty(audit.InUse);
        Assert.Equal(pool.Rented, pool.Returned);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Return_AfterTheEnd_IsTaken(string id)
    {
        BufferStore store = BufferStoreBox.Create(StrategyChoice.Of(id), RetainedBytesMax);
        BufferPool pool = new(store, audit: null);
        PooledBuffer late = pool.Rent(1_000);
        store.Dispose();

        late.Release();
        pool.Rent(1_000).Release();

        Assert.Equal((2L, 2L, 0L), (pool.Rented, pool.Returned, pool.InUseBytes));
    }

    [Theory]
    [InlineData("array-pool-private")]
    [InlineData("buckets-53")]
    [InlineData("buckets-53-counted")]
    [InlineData("pinned-blocks")]
    public void Rent_AfterAReturn_UsesTheSameBuffer(string id)
    {
        using BufferStore store = BufferStoreBox.Create(StrategyChoice.Of(id), RetainedBytesMax);
        BufferPool pool = new(store, audit: null);
        PooledBuffer first = pool.Rent(1_000);
        first.Release();

        Assert.Same(first, pool.Rent(900));
        Assert.Equal(1, pool.Created);
    }
}
