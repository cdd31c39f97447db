using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Tests.Sessions;

/// <summary>The bucket by its own clock.</summary>
public sealed class TokenBucketTests
{
    [Fact]
    public void TakeUpTo_GivesABurstOfOneSecond_ThenTheRate()
    {
        TokenBucket bucket = new(100, 0);

        Assert.Equal([100, 0, 1, 0, 24, 100, 0], new[]
        {
            bucket.TakeUpTo(1000, 0), bucket.TakeUpTo(1, 9), bucket.TakeUpTo(5, 10), bucket.TakeUpTo(5, 10),
            bucket.TakeUpTo(1000, 250), bucket.TakeUpTo(1000, 60_000), bucket.TakeUpTo(1, 60_000),
        });
    }

    [Fact]
    public void Credit_OfALargeMessage_IsPaidBackBeforeTheNext()
    {
        TokenBucket bucket = new(1000, 0);

        bucket.TakeOnCredit(3000);

        Assert.Equal([-2000, 0, 1], new[] { bucket.Left(0), bucket.Left(2000), bucket.Left(2001) });
        Assert.InRange(bucket.WaitMs(2001), 1, 60);
    }

    [Fact]
    public void GiveBack_NeverExceedsTheBurst()
    {
        TokenBucket bucket = new(10, 0);
        bucket.TakeUpTo(5, 0);
        bucket.GiveBack(50);

        Assert.Equal(10, bucket.TakeUpTo(100, 0));
    }

    [Fact]
    public async Task TakeUpTo_FromManyThreads_NeverGivesMoreThanThereIs()
    {
        TokenBucket bucket = new(10_000, 0);

        int[] taken = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() => Enumerable.Range(0, 5_000).Sum(_ => bucket.TakeUpTo(1, 0)))));

        Assert.Equal(10_000, taken.Sum());
    }
}
