using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Buffers;

public sealed class BufferAuditTests
{
    private readonly BufferAudit _audit = new();
    private readonly BufferPool _pool;

    public BufferAuditTests() => _pool = new BufferPool(1 << 20, _audit);

    [Fact]
    public void Release_Twice_IsRefusedAndReported()
    {
        PooledBuffer buffer = _pool.Rent(100);
        buffer.Release();

        Assert.Throws<InvalidOperationException>(buffer.Release);

        Assert.Contains("more often than it was owned", Assert.Single(_audit.Violations), StringComparison.Ordinal);
    }

    [Fact]
    public void Release_TwiceWhileOthersRent_NeverTakesTheirBuffer()
    {
        PooledBuffer stale = _pool.Rent(100);
        stale.Release();
        List<PooledBuffer> others = [.. Enumerable.Range(0, 32).Select(_ => _pool.Rent(100))];

        Assert.DoesNotContain(stale, others);
        Assert.Throws<InvalidOperationException>(stale.Release);
        Assert.Equal(32, _audit.InUse.Count);
    }

    [Fact]
    public void AddOwner_AfterReturn_IsRefusedAndReported()
    {
        PooledBuffer buffer = _pool.Rent(100);
        buffer.Release();

        Assert.Throws<InvalidOperationException>(buffer.AddOwner);

        Assert.Contains("used after its return", Assert.Single(_audit.Violations), StringComparison.Ordinal);
    }

    [Fact]
    public void Write_AfterReturn_IsReportedWithItsPlace()
    {
        PooledBuffer buffer = _pool.Rent(100);
        buffer.Release();
        buffer.Array[17] = 1;

        _audit.CheckQuarantine();

        Assert.Contains("written at byte 17 after its return", Assert.Single(_audit.Violations), StringComparison.Ordinal);
    }

    [Fact]
    public void Write_AfterReturn_IsReportedWhenTheBufferComesBackIntoUse()
    {
        PooledBuffer buffer = _pool.Rent(100);
        buffer.Release();
        buffer.Array[0] = 1;
        for (int i = 0; i < 200; i++)
        {
            _pool.Rent(100).Release();
        }

        Assert.Single(_audit.Violations);
    }

    [Fact]
    public void Read_AfterReturn_SeesThePattern()
    {
        PooledBuffer buffer = _pool.Rent(100);
        buffer.Array[3] = 42;
        buffer.Release();

        Assert.True(buffer.Array.AsSpan().IndexOfAnyExcept(BufferAudit.Pattern) < 0);
    }

    [Fact]
    public void Leak_IsListed()
    {
        _pool.Rent(100);
        PooledBuffer returned = _pool.Rent(5000);
        returned.Release();

        Assert.StartsWith("1024 bytes", Assert.Single(_audit.InUse), StringComparison.Ordinal);
    }

    [Fact]
    public void ProperUse_FromManyThreads_ReportsNothing()
    {
        Parallel.For(0, 8, thread =>
        {
            for (int i = 0; i < 2000; i++)
            {
                PooledBuffer buffer = _pool.Rent(1 + (i % 9000));
                buffer.AddOwner();
                buffer.Array.AsSpan().Fill((byte)thread);
                buffer.Release();
                Assert.Equal((byte)thread, buffer.Array[^1]);
                buffer.Release();
            }
        });

        _audit.CheckQuarantine();
        Assert.Empty(_audit.Violations);
        Assert.Empty(_audit.InUse);
        Assert.Equal(_pool.Rented, _pool.Returned);
    }
}
