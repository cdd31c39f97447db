using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// What chance decides in a pair, drawn from its seed: which process is the load's first endpoint, the order of the turns, and in each
/// pair of turns who is first. All coins are fair and none is balanced against another, so that exchanging the arms changes the sign of
/// a contrast and nothing else.
/// </summary>
internal sealed record PairTurns(bool IsSecondFirstEndpoint, IReadOnlyList<SlicePlan> Slices)
{
    public static PairTurns Draw(PairSpec spec, ulong seed)
    {
        var random = new SeededRandom(seed);
        bool isSecondFirstEndpoint = random.NextBool();
        SliceKind[] kinds =
        [
            .. Enumerable.Repeat(SliceKind.Saturated, spec.SaturatedPairs),
            .. Enumerable.Repeat(SliceKind.Paced, spec.PacedPairs),
        ];
        for (int i = kinds.Length - 1; i > 0; i--)
        {
            int other = (int)(random.NextDouble() * (i + 1));
            (kinds[i], kinds[other]) = (kinds[other], kinds[i]);
        }

        return new PairTurns(isSecondFirstEndpoint, [.. kinds.SelectMany(kind => InPairs(spec, kind, random.NextBool()))]);
    }

    /// <summary>Turns that warm both targets for so many seconds in all, by both kinds of traffic.</summary>
    public static IReadOnlyList<SlicePlan> Warmup(PairSpec spec, double seconds)
    {
        double round = 2 * (spec.SaturatedSeconds + spec.PacedSeconds);
        return
        [
            .. Enumerable.Range(0, Math.Max(1, (int)Math.Ceiling(seconds / round)))
                .SelectMany(_ => (IEnumerable<SlicePlan>)[.. InPairs(spec, SliceKind.Saturated, false), .. InPairs(spec, SliceKind.Paced, true)]),
        ];
    }

    private static SlicePlan[] InPairs(PairSpec spec, SliceKind kind, bool isSecondFirst) =>
        isSecondFirst ? [spec.Slice(1, kind), spec.Slice(0, kind)] : [spec.Slice(0, kind), spec.Slice(1, kind)];
}
