using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Buffers;

public sealed class BufferPoolBytesTests
{
    [Theory]
    [InlineData(1 << 20)]
    [InlineData(8_192)]
    [InlineData(0)]
    public void InUseBytes_OfBuffersKeptOrDropped_AreThoseOfTheRentedOnes(long retainedBytesMax)
    {
        BufferPool pool = new(retainedBytesMax);
        for (int round = 0; round < 3; round++)
        {
            PooledBuffer small = pool.Rent(1_000);
            PooledBuffer large = pool.Rent(5_000);
            Assert.Equal(1_024 + 8_192, pool.InUseBytes);

            large.Release();
            Assert.Equal(1_024, pool.InUseBytes);

            small.Release();
            Assert.Equal(0, pool.InUseBytes);
        }
    }
}
