using System.Globalization;
using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>
/// Three toggles, of which two save processor time only together. Trying one at a time from the baseline finds nothing; the screen has to
/// name the pair.
/// </summary>
public sealed class InteractionCheck : SelfCheck
{
    private const ulong FirstSeed = 20_263;
    private const int Trials = 200;
    private const int Factors = 3;
    private const int Both = 0b011;
    private const double Saved = 0.20;
    private const double LaunchDeviation = 0.04;
    private const double FoundMin = 0.8;

    // As many launches of each as a screen of three toggles spends on all of them.
    private const int LaunchesPerArm = 8;

    /// <inheritdoc/>
    public override string Id => "interaction";

    /// <inheritdoc/>
    public override string Promise => "Two toggles that save only together are named as a pair by the screen in at least four of five trials; one toggle at a time finds neither.";

    /// <inheritdoc/>
    public override bool IsQuick => true;

    /// <inheritdoc/>
    public override double Minutes => 0.1;

    /// <inheritdoc/>
    public override Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        var random = new SeededRandom(FirstSeed);
        (int named, int other, int alone) = (0, 0, 0);
        for (int trial = 0; trial < Trials; trial++)
        {
            ct.ThrowIfCancellationRequested();
            FactorialFit fit = Screen(random);
            named += fit.Effects.Any(e => e is { First: 0, Second: 1, StandsOut: true }) ? 1 : 0;
            other += fit.Effects.Any(e => e.StandsOut && (e.First == 2 || e.Second == 2)) ? 1 : 0;
            alone += FindsOneAtATime(random) ? 1 : 0;
        }

        string found = string.Create(CultureInfo.InvariantCulture, $"The pair was named in {named} of {Trials} trials; one toggle at a time found either of them in {alone}.");
        return Task.FromResult(Result(named >= FoundMin * Trials && alone < Trials / 2, found) with
        {
            Figures =
            [
                new CheckFigure("the screen names the pair", Of(named), "at least 80 %"),
                new CheckFigure("the screen names the toggle that does nothing", Of(other), ""),
                new CheckFigure("one at a time finds one of the pair", Of(alone), "less than half"),
            ],
            Seed = FirstSeed,
        });
    }

    private static FactorialFit Screen(SeededRandom random)
    {
        FactorialDesign design = FactorialDesign.Draw(Factors, FactorialDesign.ReplicatesFor(Factors), random.NextBits());
        FactorialLaunch[] launches = [.. design.Blocks.SelectMany((b, i) => b.Cells.Select(cell => new FactorialLaunch(i, cell)))];
        double[] blocks = [.. design.Blocks.Select(_ => 0.1 * random.NextNormal())];
        return new FactorialModel(Factors, launches).Fit([.. launches.Select(l => Level(l.Cell) + blocks[l.Block] + (LaunchDeviation * random.NextNormal()))]);
    }

    private static double Level(int cell) => (cell & Both) == Both ? Math.Log(1 - Saved) : 0;

    private static bool FindsOneAtATime(SeededRandom random)
    {
        double limit = 1.96 * LaunchDeviation * Math.Sqrt(2.0 / LaunchesPerArm);
        return Enumerable.Range(0, 2).Any(_ => Math.Abs(Mean(random) - Mean(random)) > limit);
    }

    private static double Mean(SeededRandom random) => Enumerable.Range(0, LaunchesPerArm).Average(_ => LaunchDeviation * random.NextNormal());

    private static string Of(int count) => string.Create(CultureInfo.InvariantCulture, $"{count} of {Trials}");
}
