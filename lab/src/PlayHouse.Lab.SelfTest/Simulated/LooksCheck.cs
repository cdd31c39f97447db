using System.Globalization;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Binomials;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>How often at least one of several looks calls a metric better although nothing is different, for contrasts of several shapes.</summary>
public sealed class LooksCheck : SelfCheck
{
    private const ulong FirstSeed = 20_267;
    private const int RunsLong = 20_000;
    private const int RunsQuick = 400;
    private const double RateMax = 0.05;

    private static readonly (string Name, Func<SeededRandom, double> Draw)[] Shapes =
    [
        ("normal contrasts", static r => r.NextNormal()),
        ("one of ten far out", static r => (r.NextDouble() < 0.1 ? 8 : 1) * r.NextNormal()),
        ("two peaks", static r => (r.NextBool() ? 1 : -1) + (0.2 * r.NextNormal())),
    ];

    /// <inheritdoc/>
    public override string Id => "looks";

    /// <inheritdoc/>
    public override string Promise => "With nothing different, at most 5 % of runs call a metric better at any of their looks: of six in blocks, of five in pairs.";

    /// <inheritdoc/>
    public override bool IsQuick => true;

    /// <inheritdoc/>
    public override double Minutes => 0.5;

    /// <inheritdoc/>
    public override Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Task.Run(() => Try(context.IsQuick ? RunsQuick : RunsLong, ct), ct);
    }

    private CheckResult Try(int runs, CancellationToken ct)
    {
        var random = new SeededRandom(FirstSeed);
        var figures = new List<CheckFigure>();
        bool holds = true;
        foreach ((string design, IReadOnlyList<int> looks) in (ReadOnlySpan<(string, IReadOnlyList<int>)>)[("blocks", RunPlanner.BlockLooks), ("pairs", RunPlanner.PairLooks)])
        {
            foreach ((string shape, Func<SeededRandom, double> draw) in Shapes)
            {
                int claimed = Enumerable.Range(0, runs).Count(_ => IsCalledBetter(looks, draw, random, ct));
                // The rate itself has an error: it fails only where it is above 5 % beyond doubt.
                holds &= BinomialLaw.ClopperPearson(claimed, runs, 0.99).Lower <= RateMax;
                figures.Add(new CheckFigure($"{design}, {shape}", string.Create(CultureInfo.InvariantCulture, $"{100.0 * claimed / runs:0.00} % of {runs}"), "at most 5 %"));
            }
        }

        return Result(holds, $"Called better at some look: {string.Join("; ", figures.Select(f => $"{f.Name} {f.Value.Split(" of")[0]}"))}.") with { Figures = figures, Seed = FirstSeed };
    }

    private static bool IsCalledBetter(IReadOnlyList<int> looks, Func<SeededRandom, double> draw, SeededRandom random, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        double[] contrasts = [.. Enumerable.Range(0, looks[^1]).Select(_ => draw(random))];
        return looks.Any(look => HodgesLehmann.Estimate(contrasts.AsSpan(0, look), RunPlanner.LookAlpha).Lower > 0);
    }
}
