using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>Every count of a result; what a test does not name is 0.</summary>
internal sealed record Books(long Offered)
{
    public long Skipped { get; init; }

    public long Lost { get; init; }

    public long Errors { get; init; }

    public long Wrong { get; init; }

    public int ConnectionsLost { get; init; }

    /// <summary>Of a closed loop there are none; null for all that were skipped or lost.</summary>
    public long? Censored { get; init; }

    /// <summary>A result says this and nothing else; flags of the load come as they are named.</summary>
    public void AssertAre(LoadResult result, params string[] flags)
    {
        Assert.Equal(
            this with { Censored = Censored ?? Skipped + Lost },
            new Books(result.Offered)
            {
                Skipped = result.Skipped,
                Lost = result.Lost,
                Errors = result.ErrorReplies,
                Wrong = result.WrongReplies,
                ConnectionsLost = result.ConnectionsLost,
                Censored = result.CensoredArrivals,
            });
        Assert.Equal((Offered - Skipped, Offered - Skipped - Lost), (result.Sent, result.Received));
        Assert.Equal(flags, result.SaturationFlags);
    }
}
