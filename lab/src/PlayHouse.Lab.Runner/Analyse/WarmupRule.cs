using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>What the compiler did inside the measured windows.</summary>
/// <param name="FlaggedBaseline">Launches of the baseline in whose window it compiled.</param>
/// <param name="FlaggedOther">The same of the other arm.</param>
/// <param name="IsUnfinished">True when so many are flagged that CPU and latency decide nothing.</param>
/// <param name="Finding">The fact with its numbers.</param>
public sealed record WarmupFinding(int FlaggedBaseline, int FlaggedOther, bool IsUnfinished, CompilerWorked Finding);

/// <summary>
/// Finds windows in which the compiler worked. A flagged launch is kept and never repeated, because an arm could be the cause; when
/// more than a quarter of the launches are flagged, what the compiler takes part in is left open. Where every method is compiled
/// once, at its first call, only the compiler's time counts: a method that is first called inside a window is no hot code, and hot
/// code is never replaced (decision 0028). Pure.
/// </summary>
public static class WarmupRule
{
    /// <summary>Methods compiled inside a window from which on it is flagged: more than this, where the runtime may compile hot code again.</summary>
    public const double MethodsMax = 5;

    /// <summary>Time in the compiler per CPU time of the window from which on it is flagged: more than this.</summary>
    public const double CompilerShareMax = 0.01;

    /// <summary>Share of flagged launches from which on CPU and latency are open: more than this.</summary>
    public const double FlaggedShareMax = 0.25;

    private static readonly HashSet<string> Compiled = new(StringComparer.Ordinal)
    {
        MetricIds.CpuUsPerMessage, MetricIds.UserInstructionsPerMessage,
        MetricIds.LatencyP50, MetricIds.LatencyP90, MetricIds.LatencyP99, MetricIds.LatencyP999, MetricIds.ServiceP50, MetricIds.ServiceP99,
    };

    /// <summary>True for a metric that an unfinished warm-up leaves open: the compiler takes processors and time from it.</summary>
    public static bool Opens(string metricId) => Compiled.Contains(metricId);

    /// <summary>An estimate as an unfinished warm-up leaves it: no class, and no number of blocks, because more blocks do not mend it.</summary>
    public static MetricEstimate Open(MetricEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return Opens(estimate.Policy.Id)
            ? estimate with { Class = MetricClass.Inconclusive, BlocksToKeep = null, BlocksToHold = null, BlocksToEquivalence = null }
            : estimate;
    }

    /// <summary>True when the compiler worked inside the window of this launch.</summary>
    /// <param name="launch">A completed launch.</param>
    /// <param name="compilation">How the plan has the target's methods compiled.</param>
    public static bool IsFlagged(LaunchRecord launch, CompilationMode compilation)
    {
        ArgumentNullException.ThrowIfNull(launch);
        if (launch is not { Begin: { } begin, End: { } end })
        {
            return false;
        }

        bool countsMethods = compilation == CompilationMode.Runtime || !IsTimeRecorded(launch);
        return (countsMethods && LaunchMetrics.CompiledMethods(begin, end) > MethodsMax) || LaunchMetrics.CompilerShare(begin, end) > CompilerShareMax;
    }

    /// <summary>
    /// The finding over the completed timed launches; null when no window is flagged. Launches made before the compiler's time was
    /// recorded had a warm-up of fixed length: the finding names them and leaves their verdict as it was.
    /// </summary>
    public static WarmupFinding? Check(RunPlan plan, IReadOnlyList<LaunchRecord> launches)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(launches);
        List<LaunchRecord> timed = [.. launches.Where(l => l.Kind == LaunchKind.Timed && l.State == LaunchState.Completed)];
        List<LaunchRecord> flagged = [.. timed.Where(l => IsFlagged(l, plan.Experiment.Environment.Compilation))];
        if (flagged.Count == 0)
        {
            return null;
        }

        // The arms of a pair are warmed by the same turns and measured in the same seconds: what the compiler takes, it takes from both.
        bool isUnfinished = plan.Pairs is null && flagged.Count > FlaggedShareMax * timed.Count && timed.TrueForAll(IsTimeRecorded);
        return new WarmupFinding(
            flagged.Count(l => l.Arm == plan.Baseline.Name),
            flagged.Count(l => l.Arm == plan.Other.Name),
            isUnfinished,
            Finding(timed.Count, flagged, isUnfinished));
    }

    private static bool IsTimeRecorded(LaunchRecord launch) => launch.End?.Counters.ContainsKey(CounterNames.JitSeconds) == true;

    private static CompilerWorked Finding(int timed, List<LaunchRecord> flagged, bool isUnfinished) => new(
        flagged.Count,
        timed,
        flagged.Max(l => LaunchMetrics.CompiledMethods(l.Begin!, l.End!)),
        flagged.Max(l => LaunchMetrics.CompilerShare(l.Begin!, l.End!)),
        isUnfinished);
}
