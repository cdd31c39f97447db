using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Statistics.Factorial;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// What chance decides where several arms take turns, drawn from a seed: which process is the load's first endpoint, the order of the rounds,
/// and in each round who is first. Every order is equally likely and none is balanced against another, so that exchanging the two arms of a
/// pair changes the sign of a contrast and nothing else.
/// </summary>
/// <param name="Endpoints">The arm at each endpoint of the load.</param>
/// <param name="Slices">The turns, numbered by arm.</param>
internal sealed record DrawnTurns(IReadOnlyList<int> Endpoints, IReadOnlyList<SlicePlan> Slices)
{
    public static DrawnTurns Draw(PairSpec spec, int arms, ulong seed)
    {
        var chance = new Shuffle(seed);
        int[] all = [.. Enumerable.Range(0, arms)];
        IReadOnlyList<int> endpoints = chance.Of(all);
        IReadOnlyList<SliceKind> kinds = chance.Of((SliceKind[])
        [
            .. Enumerable.Repeat(SliceKind.Saturated, spec.SaturatedPairs),
            .. Enumerable.Repeat(SliceKind.Paced, spec.PacedPairs),
        ]);
        return new DrawnTurns(endpoints, [.. kinds.SelectMany(kind => chance.Of(all).Select(arm => spec.Slice(arm, kind)))]);
    }

    /// <summary>Turns that warm the targets up by both kinds of traffic, so many seconds for each two of them.</summary>
    public static IReadOnlyList<SlicePlan> Warmup(PairSpec spec, int arms, double seconds)
    {
        int rounds = Math.Max(1, (int)Math.Ceiling(seconds / (2 * (spec.SaturatedSeconds + spec.PacedSeconds))));
        return [.. Enumerable.Range(0, rounds).SelectMany(_ => Round(spec, arms, SliceKind.Saturated).Concat(Round(spec, arms, SliceKind.Paced)))];
    }

    /// <summary>A turn of each arm, one after the other.</summary>
    public static IEnumerable<SlicePlan> Round(PairSpec spec, int arms, SliceKind kind) => Enumerable.Range(0, arms).Select(arm => spec.Slice(arm, kind));
}
