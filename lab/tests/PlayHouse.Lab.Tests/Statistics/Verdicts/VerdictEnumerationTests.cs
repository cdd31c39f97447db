using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Statistics.Verdicts;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Verdicts;

public sealed class VerdictEnumerationTests(ITestOutputHelper output)
{
    // Every state a metric can be in, from worst to best.
    private static readonly MetricFacts[] States =
    [
        new(MetricClass.WorsePractical, true, false, false),
        new(MetricClass.Worse, true, false, false, IsLossConfirmed: true),
        new(MetricClass.Worse, true, false, false),
        new(MetricClass.Worse, false, false, false, IsLossConfirmed: true),
        new(MetricClass.Worse, false, false, false),
        new(MetricClass.Inconclusive, false, false, false),
        new(MetricClass.Inconclusive, false, false, true),
        new(MetricClass.Equivalent, false, false, true),
        new(MetricClass.Improved, false, false, true),
        new(MetricClass.Improved, true, false, true, IsShown: true),
        new(MetricClass.Improved, false, true, true),
        new(MetricClass.Improved, true, true, true),
        new(MetricClass.ImprovedPractical, true, true, true),
    ];

    private static readonly int[] Indices = [.. Enumerable.Range(0, States.Length)];

    [Fact]
    public void Judge_EveryCombination_AgreesWithAnIndependentReading()
    {
        int cases = 0;
        foreach ((int[] primaries, int[] guards) in Combinations())
        {
            VerdictKind kind = Judge(primaries, guards);
            Assert.Equal(Read([.. primaries.Select(i => States[i])], [.. guards.Select(i => States[i])]), kind);
            cases++;
        }

        output.WriteLine($"{cases} combinations");
        Assert.Equal((13 + 169) * (13 + 169), cases);
    }

    [Fact]
    public void Judge_AnyMetricGetsWorse_NeverEarnsAKeepOrLosesARollback()
    {
        foreach ((int[] primaries, int[] guards) in Combinations())
        {
            VerdictKind before = Judge(primaries, guards);
            foreach ((int[] worsePrimaries, int[] worseGuards) in OneStepWorse(primaries, guards))
            {
                VerdictKind after = Judge(worsePrimaries, worseGuards);
                Assert.False(after == VerdictKind.Keep && before != VerdictKind.Keep, "a worse metric earned a KEEP");

                // A primary that becomes open may still turn out to be a gain that weighs against the loss.
                bool isJudged = worsePrimaries.All(i => States[i].IsJudged);
                Assert.False(before == VerdictKind.Rollback && after != VerdictKind.Rollback && isJudged, "a worse metric lifted a ROLLBACK");
                Assert.False(before == VerdictKind.Rollback && after is not (VerdictKind.Rollback or VerdictKind.Inconclusive), "a worse metric turned a ROLLBACK into another word");
            }
        }
    }

    [Fact]
    public void Judge_OrderOfMetrics_DoesNotMatter()
    {
        foreach ((int[] primaries, int[] guards) in Combinations())
        {
            Assert.Equal(Judge(primaries, guards), Judge([.. primaries.Reverse()], [.. guards.Reverse()]));
        }
    }

    [Fact]
    public void Judge_HardFailureOrUnfit_OverridesEveryCombination()
    {
        foreach ((int[] primaries, int[] guards) in Combinations())
        {
            VerdictFacts facts = Facts(primaries, guards);
            Assert.Equal(VerdictKind.Rollback, VerdictRules.Shipped.Judge(facts with { HasHardFailure = true }).Verdict);
            Assert.Equal(VerdictKind.Unfit, VerdictRules.Shipped.Judge(facts with { IsProofMissing = true }).Verdict);
            Assert.Equal(VerdictKind.Inconclusive, VerdictRules.Shipped.Judge(facts with { IsBetweenLooks = true }).Verdict);
        }
    }

    // A second reading of the table, written as prose logic and without the rule file.
    private static VerdictKind Read(MetricFacts[] primaries, MetricFacts[] guards)
    {
        static bool Better(MetricFacts m) => (m.IsConfirmed || m.IsShown) && m.Class is MetricClass.Improved or MetricClass.ImprovedPractical;
        static bool Bad(MetricFacts m) => m.Class is MetricClass.Worse or MetricClass.WorsePractical;
        static bool Open(MetricFacts m) => !Better(m) && !Bad(m) && m.Class != MetricClass.Equivalent;
        bool hasGain = primaries.Any(Better);
        bool isSettled = !primaries.Any(Open);
        bool hasDisaster = primaries.Concat(guards).Any(m => m.Class == MetricClass.WorsePractical);
        bool hasCost = primaries.Any(Bad) || guards.Any(m => m.Class == MetricClass.WorsePractical || (Bad(m) && m.IsLarge && m.IsLossConfirmed));
        if (!hasGain)
        {
            if (!isSettled)
            {
                return VerdictKind.Inconclusive;
            }

            if (hasDisaster)
            {
                return VerdictKind.Rollback;
            }

            return primaries.Concat(guards).Any(m => Bad(m) && m.IsLarge) ? VerdictKind.Inconclusive : VerdictKind.NoEffect;
        }

        if (hasCost)
        {
            return VerdictKind.TradeOff;
        }

        bool isKept = primaries.Any(m => Better(m) && m.IsConfirmed && m.IsLarge) && primaries.Concat(guards).All(m => m.IsNonInferior);
        return isKept ? VerdictKind.Keep : VerdictKind.Inconclusive;
    }

    private static IEnumerable<(int[] Primaries, int[] Guards)> Combinations()
    {
        int[][] sets = [.. Indices.Select(i => new[] { i }), .. Indices.SelectMany(i => Indices.Select(j => new[] { i, j }))];
        return sets.SelectMany(p => sets.Select(g => (p, g)));
    }

    private static IEnumerable<(int[] Primaries, int[] Guards)> OneStepWorse(int[] primaries, int[] guards)
    {
        for (int at = 0; at < primaries.Length + guards.Length; at++)
        {
            int[] p = [.. primaries];
            int[] g = [.. guards];
            int[] touched = at < p.Length ? p : g;
            int index = at < p.Length ? at : at - p.Length;
            if (touched[index] > 0)
            {
                touched[index]--;
                yield return (p, g);
            }
        }
    }

    private static VerdictKind Judge(int[] primaries, int[] guards) => VerdictRules.Shipped.Judge(Facts(primaries, guards)).Verdict;

    private static VerdictFacts Facts(int[] primaries, int[] guards) => new()
    {
        Primaries = [.. primaries.Select(i => States[i])],
        Guards = [.. guards.Select(i => States[i])],
    };
}
