using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// What chance decides in a pair, drawn from its seed: which process is the load's first endpoint, the order of the turns, and in each
/// pair of turns who is first. All coins are fair and none is balanced against another, so that exchanging the arms changes the sign of
/// a contrast and nothing else.
/// </summary>
internal sealed record PairTurns(bool IsSecondFirstEndpoint, IReadOnlyList<SlicePlan> Slices)
{
    // The order has bits of its own: the coins take those of the seed itself.
    private const ulong OrderStream = 1;

    public static PairTurns Draw(PairSpec spec, ulong seed)
    {
        var random = new SeededRandom(seed);
        var order = new Shuffle(SplitMix64.Stream(seed, OrderStream));
        bool isSecondFirstEndpoint = random.NextBool();
        SliceKind[] kinds =
        [
            .. Enumerable.Repeat(SliceKind.Saturated, spec.SaturatedPairs),
            .. Enumerable.Repeat(SliceKind.Paced, spec.PacedPairs),
        ];
        return new PairTurns(isSecondFirstEndpoint, [.. order.Of(kinds).SelectMany(kind => InPairs(spec, kind, random.NextBool()))]);
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

    /// <summary>A turn of each, one after the other.</summary>
    public static SlicePlan[] InPairs(PairSpec spec, SliceKind kind, bool isSecondFirst) =>
        isSecondFirst ? [spec.Slice(1, kind), spec.Slice(0, kind)] : [spec.Slice(0, kind), spec.Slice(1, kind)];
}
