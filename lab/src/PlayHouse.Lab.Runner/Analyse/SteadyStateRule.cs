using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Changes;
using PlayHouse.Lab.Statistics.Trends;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Finds measured windows with a trend, or a step of their level, that is both clear and large. Such launches are flagged, never dropped.</summary>
internal static class SteadyStateRule
{
    /// <summary>Fewest seconds that can show a trend.</summary>
    public const int SecondsMin = 8;

    /// <summary>Level of the trend test; many windows are tested, so it is strict.</summary>
    public const double Alpha = 0.01;

    /// <summary>Smallest change over the window that is worth a word, relative to its median.</summary>
    public const double ChangeMin = 0.05;

    // The draws of the step test depend on it alone, so that an analysis can be repeated byte by byte.
    private const ulong StepSeed = 1;

    public static IReadOnlyList<UnsteadyLaunch> Find(IEnumerable<LaunchRecord> completed)
    {
        var found = new List<UnsteadyLaunch>();
        foreach (LaunchRecord launch in completed)
        {
            IReadOnlyList<LoadSecond> seconds = launch.Load?.Seconds ?? [];
            WindowDrift? drift = Trend("replies per second", seconds, s => s.Received) ?? Trend("median latency", seconds, s => s.P50Us)
                ?? Step("replies per second", seconds, s => s.Received) ?? Step("median latency", seconds, s => s.P50Us);
            if (drift is not null)
            {
                found.Add(new(launch.Id, launch.Arm, drift));
            }
        }

        return found;
    }

    private static WindowDrift? Step(string name, IReadOnlyList<LoadSecond> seconds, Func<LoadSecond, double> valueOf)
    {
        if (seconds.Count is < StepDetector.ValuesMin or > StepDetector.ValuesMax || seconds.Any(s => !double.IsFinite(valueOf(s))))
        {
            return null;
        }

        LevelStep? step = StepDetector.Find([.. seconds.OrderBy(s => s.Second).Select(valueOf)], Alpha, StepSeed)
            .FirstOrDefault(s => Math.Abs(s.After - s.Before) > ChangeMin * Math.Abs(s.Before));
        return step is null ? null : new(name, null, new WindowStep(step.Before, step.After, step.Index + 1));
    }

    private static WindowDrift? Trend(string name, IReadOnlyList<LoadSecond> seconds, Func<LoadSecond, double> valueOf)
    {
        if (seconds.Count is < SecondsMin or > MannKendall.ValuesMax)
        {
            return null;
        }

        double[] values = [.. seconds.OrderBy(s => s.Second).Select(valueOf)];
        double median = Resolution.Median(values);
        TrendResult trend = MannKendall.Test(values);
        double change = trend.SlopePerStep * (values.Length - 1) / median;
        bool isClear = trend.P < Alpha && Math.Abs(change) > ChangeMin && double.IsFinite(change);
        return isClear ? new(name, change, null) : null;
    }
}
