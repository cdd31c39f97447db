using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>What the load really sent, where that is not the rate it was asked for. Pure.</summary>
public static class OfferedText
{
    /// <summary>Words to put after the rate of a heading; empty where each arm was offered its rate.</summary>
    public static string Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (report.Run.Plan.Experiment.Load.Mode != LoadMode.Open)
        {
            return "";
        }

        string[] arms = [report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name];
        double[] shares = [.. arms.Select(a => Share(report.Launches, a))];
        return shares.All(s => !(s < OfferedRate.ShareMin))
            ? ""
            : $"; really sent: {string.Join(", ", arms.Zip(shares, (a, s) => $"{VerdictWords.Arm(a)} {(double.IsNaN(s) ? "nothing yet" : Numbers.Percent(s))}"))} of it";
    }

    private static double Share(IEnumerable<LaunchRecord> launches, string arm)
    {
        LoadResult[] loads = [.. launches.Where(l => l.Arm == arm && l is { Kind: LaunchKind.Timed, State: LaunchState.Completed, Load.Offered: > 0 }).Select(l => l.Load!)];
        return loads.Length == 0 ? double.NaN : loads.Sum(l => (double)l.Sent) / loads.Sum(l => (double)l.Offered);
    }
}
