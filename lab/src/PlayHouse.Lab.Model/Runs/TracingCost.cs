using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>
/// What tracing cost an arm: its traced launches compared with its timed ones, at the same rate. They are not interleaved, so the drift
/// of the machine is inside. A traced launch that also runs without inlining shows both costs as one.
/// </summary>
/// <param name="Arm">Arm.</param>
/// <param name="TracedLaunches">Completed diagnostic launches.</param>
/// <param name="TimedLaunches">Completed timed launches.</param>
/// <param name="CpuChange">Median CPU per message of the traced launches over that of the timed ones, minus 1.</param>
/// <param name="CpuLow">The same for the traced launch with the least CPU per message.</param>
/// <param name="CpuHigh">The same for the one with the most.</param>
/// <param name="RateChange">Median messages per second of the traced launches over that of the timed ones, minus 1.</param>
/// <param name="IsWithoutInlining">True when the traced launches inlined nothing and the timed ones did.</param>
public sealed record TracingCost(
    string Arm, int TracedLaunches, int TimedLaunches, double CpuChange, double CpuLow, double CpuHigh, double RateChange, bool IsWithoutInlining)
{
    private const string NoInlining = "DOTNET_JitNoInline=1";

    /// <summary>The cost in each arm that has launches of both kinds, baseline first. Pure.</summary>
    /// <param name="report">The run.</param>
    public static IReadOnlyList<TracingCost> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        IEnumerable<string> arms = new[] { report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name }.Distinct();
        return [.. arms.Select(a => Of(report, a)).OfType<TracingCost>()];
    }

    private static TracingCost? Of(RunReport report, string arm)
    {
        LaunchRecord[] traced = [.. report.Launches.Where(l => Counts(l, arm, LaunchKind.Diagnostic))];
        LaunchRecord[] timed = [.. AcceptedLaunches.Of(report, arm).Where(l => Counts(l, arm, LaunchKind.Timed))];
        if (traced.Length == 0 || timed.Length == 0)
        {
            return null;
        }

        // Of a pair the processor time per message is that of saturated turns; a traced launch without turns is paced.
        bool isPaced = report.Run.Plan.Pairs is not null && traced.All(l => l.Slices.Count == 0);
        double timedCpu = Median(timed, isPaced ? MetricIds.CpuUsAtRate : MetricIds.CpuUsPerMessage);
        return new TracingCost(
            arm,
            traced.Length,
            timed.Length,
            Change(Median(traced, MetricIds.CpuUsPerMessage), timedCpu),
            Change(traced.Min(l => l.Metrics[MetricIds.CpuUsPerMessage]), timedCpu),
            Change(traced.Max(l => l.Metrics[MetricIds.CpuUsPerMessage]), timedCpu),
            Change(Median(traced, MetricIds.AchievedRate), Median(timed, MetricIds.AchievedRate)),
            traced.Any(IsNotInlined) && !timed.All(IsNotInlined));
    }

    private static bool Counts(LaunchRecord launch, string arm, LaunchKind kind) =>
        launch.Arm == arm && launch.Kind == kind && launch.State == LaunchState.Completed && launch.Metrics.ContainsKey(MetricIds.CpuUsPerMessage);

    private static bool IsNotInlined(LaunchRecord launch) =>
        launch.Fingerprint.TryGetValue(FingerprintKeys.RuntimeSettings, out string? settings)
        && settings.Split(' ').Contains(NoInlining, StringComparer.Ordinal);

    private static double Median(LaunchRecord[] launches, string metric)
    {
        double[] sorted = [.. launches.Select(l => l.Metrics.GetValueOrDefault(metric, double.NaN)).Where(double.IsFinite).Order()];
        return sorted.Length == 0 ? double.NaN : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    private static double Change(double value, double over) => over > 0 ? value / over - 1 : double.NaN;
}
