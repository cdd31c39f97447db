using System.Globalization;
using PlayHouse.Lab.Statistics.Binomials;
using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Factorial;

public sealed class FactorialSimulationTests(ITestOutputHelper output)
{
    private static readonly int Screens = SelfTestRun.Draws(2000);

    [Theory]
    [InlineData(2, 6, "normal", 101)]
    [InlineData(4, 2, "normal", 102)]
    [InlineData(4, 2, "contaminated", 103)]
    [InlineData(4, 2, "drift", 104)]
    [InlineData(6, 2, "normal", 105)]
    public void Fit_NothingDoesAnything_NamesAnEffectInAtMostFivePercentOfScreens(int factors, int replicates, string noise, int seed)
    {
        int found = Count(factors, replicates, noise, (ulong)seed, _ => 0, fit => fit.Effects.Any(e => e.StandsOut));

        Print($"{factors} factors, {replicates} replicates, {noise} noise, seed {seed}: some effect named in {found} of {Screens} screens ({100.0 * found / Screens:0.0} %)");
        // A rate of 5 % gives more than this once in a million sets of simulations.
        Assert.True(BinomialLaw.AtLeast(Screens, found, 0.05) > 1e-6, $"{found} of {Screens}");
    }

    [Fact]
    public void Lenth_NothingDoesAnything_ExceedsTheSimultaneousMarginNoMoreOftenThanItSays()
    {
        int found = Count(4, 2, "normal", 106, _ => 0, fit => fit.Effects.Any(e => Math.Abs(e.Estimate) * Scale(e, fit) > fit.Lenth!.Value.SimultaneousMargin));

        Print($"Lenth, 10 effects, seed 106: the simultaneous margin is exceeded in {found} of {Screens} screens ({100.0 * found / Screens:0.0} %)");
        // Lenth's t quantiles are larger than an exact 5 % needs; a margin that is never exceeded would be no margin.
        Assert.InRange(found, Screens * 0.005, Screens * 0.05);
    }

    [Fact]
    public void Fit_EffectsOfOneDeviationAndAHalf_AreFoundInThreeScreensOfFour()
    {
        // N = 32: the standard error is 0.354 deviations, so 1.5 deviations are 4.2 standard errors, and Holm asks for 3.3.
        static double Truth(int cell) => ((cell & 1) != 0 ? 1.5 : 0) + ((Level(cell, 1) * Level(cell, 2)) * 0.75);
        int main = Count(4, 2, "normal", 107, Truth, fit => fit.Effects[0].StandsOut);
        int pair = Count(4, 2, "normal", 108, Truth, fit => fit.Effects.Single(e => e.First == 1 && e.Second == 2).StandsOut);

        Print($"effects of 1.5 deviations, 32 launches, seeds 107 and 108: main effect found in {100.0 * main / Screens:0.0} %, interaction in {100.0 * pair / Screens:0.0} % of screens");
        Assert.True(main > 0.75 * Screens, $"{main} of {Screens}");
        Assert.True(pair > 0.75 * Screens, $"{pair} of {Screens}");
    }

    // An effect that lacks launches has a larger error than the margin is for.
    private static double Scale(FactorialEffect effect, FactorialFit fit) => fit.Effects.Min(e => e.StandardError) / effect.StandardError;

    private static int Count(int factors, int replicates, string noise, ulong seed, Func<int, double> truth, Func<FactorialFit, bool> hit)
    {
        var random = new SeededRandom(seed);
        FactorialLaunch[] launches = [.. FactorialModelTests.LaunchesOf(FactorialDesign.Draw(factors, replicates, seed))];
        var model = new FactorialModel(factors, launches);
        int hits = 0;
        for (int screen = 0; screen < Screens; screen++)
        {
            FactorialFit fit = model.Fit([.. launches.Select((l, i) => truth(l.Cell) + Noise(noise, i, random))]);
            hits += hit(fit) ? 1 : 0;
        }

        return hits;
    }

    private static double Noise(string kind, int launch, SeededRandom random) => kind switch
    {
        // One launch in ten is three times as far off.
        "contaminated" => random.NextNormal() * (random.NextDouble() < 0.1 ? 3 : 1),
        "drift" => random.NextNormal() + (0.2 * launch),
        _ => random.NextNormal(),
    };

    private static int Level(int cell, int factor) => (cell >> factor & 1) == 1 ? 1 : -1;

    private void Print(FormattableString line) => output.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
