using System.Globalization;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>How often at least one of several looks calls a metric better although nothing is different, for contrasts of several shapes.</summary>
public sealed class LooksCheck : SelfCheck
{
    private const ulong FirstSeed = 20_267;
    private const int RunsLong = 20_000;
    private const int RunsQuick = 400;

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
        List<(string Name, ErrorRate Rate)> found = [];
        foreach ((string design, IReadOnlyList<int> looks) in (ReadOnlySpan<(string, IReadOnlyList<int>)>)[("blocks", DesignSpec.BlockLooks), ("pairs", DesignSpec.PairLooks)])
        {
            found.AddRange(Shapes.Select(s => ($"{design}, {s.Name}", new ErrorRate(Enumerable.Range(0, runs).Count(_ => IsCalledBetter(looks, s.Draw, random, ct)), runs))));
        }

        return Result(found.TrueForAll(f => f.Rate.Holds), $"Called better at some look: {string.Join("; ", found.Select(f => $"{f.Name} {Percent(f.Rate)}"))}.") with
        {
            Figures = [.. found.Select(f => new CheckFigure(f.Name, $"{Percent(f.Rate)} of {runs}", "at most 5 %"))],
            Seed = FirstSeed,
        };
    }

    private static string Percent(ErrorRate rate) => string.Create(CultureInfo.InvariantCulture, $"{100.0 * rate.Hits / rate.Of:0.00} %");

    private static bool IsCalledBetter(IReadOnlyList<int> looks, Func<SeededRandom, double> draw, SeededRandom random, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        double[] contrasts = [.. Enumerable.Range(0, looks[^1]).Select(_ => draw(random))];
        return looks.Any(look => HodgesLehmann.Estimate(contrasts.AsSpan(0, look), RunPlanner.LookAlpha).Lower > 0);
    }
}
