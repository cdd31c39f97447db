using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>Effects of one metric of a screen. Pure.</summary>
internal static class ScreenMetrics
{
    private const double Confidence = 0.95;

    /// <summary>Main effects, interactions and ablation, as far as the launches carry them.</summary>
    public static ScreenMetric Of(ScreenPlan screen, MetricPolicy policy, IReadOnlyList<ScreenLaunch> launches)
    {
        (ScreenLaunch Launch, double Value)[] values = [.. launches.Select(l => (l, Scaled(policy, l.Record.Metrics.GetValueOrDefault(policy.Id, double.NaN)))).Where(v => double.IsFinite(v.Item2))];
        ScreenMetric metric = Factorial(screen, policy, [.. values.Where(v => v.Launch.Stage == ScreenStage.Screen)]);
        if (double.IsNaN(metric.BaselineValue) && values.Length > 0)
        {
            // Without the factorial stage there is no baseline to take a share of: the whole is the nearest thing.
            metric = WithDelta(metric, Resolution.Median(values.Select(v => v.Value)));
        }

        return metric with { Ablations = ScreenAblations.Of(screen, metric, [.. values.Where(v => v.Launch.Stage == ScreenStage.Ablate)]) };
    }

    /// <summary>An estimate with its interval from Student's t.</summary>
    public static ScreenEstimate Interval(double estimate, double error, int degrees)
    {
        if (double.IsNaN(estimate) || double.IsNaN(error) || degrees < 1)
        {
            return double.IsNaN(estimate) ? ScreenEstimate.None : new ScreenEstimate(estimate, double.NegativeInfinity, double.PositiveInfinity);
        }

        double reach = StudentLaw.Quantile(0.5 * (1 - Confidence), degrees) * error;
        return new ScreenEstimate(estimate, estimate - reach, estimate + reach);
    }

    private static ScreenMetric Factorial(ScreenPlan screen, MetricPolicy policy, (ScreenLaunch Launch, double Value)[] values)
    {
        if (values.Length == 0)
        {
            return new ScreenMetric { Policy = policy };
        }

        FactorialFit fit = new FactorialModel(screen.Factors.Count, [.. values.Select(v => new FactorialLaunch(v.Launch.Block, v.Launch.Cell))]).Fit([.. values.Select(v => v.Value)]);
        ILookup<bool, FactorialEffect> kinds = fit.Effects.ToLookup(e => e.Second is null);
        bool isWhole = fit.Effects.All(e => e.IsEstimable);
        double mains = kinds[true].Sum(e => e.Estimate), pairs = kinds[false].Sum(e => e.Estimate);
        double[] ofBaseline = [.. values.Where(v => v.Launch.Cell == 0).Select(v => v.Value)];
        double baseline = isWhole ? fit.Mean + (0.5 * (pairs - mains)) : ofBaseline.Length > 0 ? ofBaseline.Average() : fit.Mean;
        return WithDelta(
            new ScreenMetric
            {
                Policy = policy,
                Mean = fit.Mean,
                Deviation = fit.Deviation,
                DegreesOfFreedom = fit.DegreesOfFreedom,
                Effects = [.. fit.Effects.OrderByDescending(e => double.IsNaN(e.HalfNormal) ? -1 : e.HalfNormal).Select(e => Effect(screen, fit, e))],
                Margins = fit.Lenth is { } m ? new ScreenMargins(m.PseudoStandardError, m.Margin, m.SimultaneousMargin) : null,
                Total = isWhole ? new ScreenTotal(mains, mains - (2 * pairs)) : null,
            },
            baseline);
    }

    private static ScreenMetric WithDelta(ScreenMetric metric, double baseline)
    {
        double value = metric.Policy.Scale == MetricScale.Ratio ? Math.Exp(baseline) : baseline;
        return metric with
        {
            BaselineValue = value,
            Delta = metric.Policy.Scale == MetricScale.Ratio
                ? Math.Log(1 + metric.Policy.DeltaRel)
                : Math.Max(metric.Policy.DeltaRel * Math.Abs(value), metric.Policy.DeltaAbs),
        };
    }

    private static ScreenEffect Effect(ScreenPlan screen, FactorialFit fit, FactorialEffect effect)
    {
        string[] names = effect.Second is { } second ? [screen.Factors[effect.First].Name, screen.Factors[second].Name] : [screen.Factors[effect.First].Name];
        return new ScreenEffect
        {
            Factors = names,
            Estimate = Interval(effect.Estimate, effect.StandardError, fit.DegreesOfFreedom),
            StandardError = effect.StandardError,
            P = effect.P,
            StandsOut = effect.StandsOut,
            HalfNormal = effect.HalfNormal,
            Alone = names.Length == 1
                ? Sum(fit, effect, fit.Effects.Where(e => e.Second is not null && (e.First == effect.First || e.Second == effect.First)), -1)
                : Sum(fit, SecondOf(fit, effect), [effect], -1),
            Beside = names.Length == 1 ? ScreenEstimate.None : Sum(fit, SecondOf(fit, effect), [effect], +1),
        };
    }

    private static FactorialEffect SecondOf(FactorialFit fit, FactorialEffect pair) => fit.Effects.First(e => e.Second is null && e.First == pair.Second);

    /// <summary>A main effect with interactions added or taken away: its value where the others stand at one end.</summary>
    private static ScreenEstimate Sum(FactorialFit fit, FactorialEffect main, IEnumerable<FactorialEffect> pairs, int sign)
    {
        FactorialEffect[] all = [.. pairs];
        double error = Math.Sqrt((main.StandardError * main.StandardError) + all.Sum(e => e.StandardError * e.StandardError));
        return Interval(main.Estimate + (sign * all.Sum(e => e.Estimate)), error, fit.DegreesOfFreedom);
    }

    /// <summary>A value on the metric's scale; not a number where it has no place there.</summary>
    private static double Scaled(MetricPolicy policy, double value)
    {
        if (policy.Scale == MetricScale.Difference)
        {
            return value;
        }

        double floored = Math.Max(value, policy.Floor);
        return floored > 0 ? Math.Log(floored) : double.NaN;
    }
}
