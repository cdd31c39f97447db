using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Multiplicity;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>Leave-one-out from the combination that keeps everything. Pure.</summary>
internal static class ScreenAblations
{
    private const double FamilyError = 0.05;

    // A factor of which the others already do at least half the work is masked.
    private const double MaskedShare = 0.5;

    /// <summary>One row per factor, in the order of the plan; empty without launches of the stage.</summary>
    public static IReadOnlyList<ScreenAblation> Of(ScreenPlan screen, ScreenMetric metric, (ScreenLaunch Launch, double Value)[] values)
    {
        if (values.Length == 0)
        {
            return [];
        }

        double[] Column(Func<ScreenLaunch, bool> isOne) => [.. values.Select(v => isOne(v.Launch) ? 1.0 : 0)];
        var squares = new LeastSquares(
            [.. values.Select(v => v.Launch.Block).Distinct().Select(block => Column(l => l.Block == block))],
            [.. screen.Factors.Select((_, i) => Column(l => l.Cell == (screen.AllKept & ~(1 << i))))]);
        (double[] changes, double deviation) = squares.Fit([.. values.Select(v => v.Value)]);
        double[] errors = [.. changes.Select((_, i) => deviation * squares.UnitError(i))];
        double[] p = [.. changes.Select((change, i) => P(change, errors[i], squares.DegreesOfFreedom))];
        bool[] standOut = StepTests.Holm(p, FamilyError);
        return [.. screen.Factors.Select((factor, i) => Row(metric, factor.Name, ScreenMetrics.Interval(changes[i], errors[i], squares.DegreesOfFreedom), p[i], standOut[i]))];
    }

    private static ScreenAblation Row(ScreenMetric metric, string factor, ScreenEstimate change, double p, bool standsOut)
    {
        ScreenEstimate alone = metric.Effects.FirstOrDefault(e => !e.IsInteraction && e.Factors[0] == factor)?.Alone ?? ScreenEstimate.None;
        bool isWorthIt = alone.IsSettled && Math.Abs(alone.Estimate) > metric.Delta;
        return new ScreenAblation
        {
            Factor = factor,
            Change = change,
            P = p,
            StandsOut = standsOut,
            Alone = alone,
            // Taking back what saves 100 should cost 100: an interval that ends below half of that says the others save it too.
            IsMasked = isWorthIt && change.IsKnown && Math.Max(Math.Abs(change.Low), Math.Abs(change.High)) < MaskedShare * Math.Abs(alone.Estimate),
        };
    }

    private static double P(double change, double error, int degrees)
    {
        if (double.IsNaN(change) || double.IsNaN(error) || degrees < 1)
        {
            return double.NaN;
        }

        return error > 0 ? StudentLaw.TwoSided(change / error, degrees) : change == 0 ? 1 : 0;
    }
}
