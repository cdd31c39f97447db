using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>
/// What is left of a recorded run when the difference between its arms is taken out: blocks of four launches, or pairs, whose metrics scatter around
/// the baseline's median as they really did, with the flags, skipped requests and steal that were really recorded. Immutable; any thread.
/// </summary>
public sealed class NoiseBlocks
{
    private readonly Policy _policy;
    private readonly List<LaunchRecord[]> _blocks = [];

    /// <summary>Takes a finished run apart.</summary>
    /// <param name="report">The run with all its launches.</param>
    /// <param name="policy">Metrics and scales; the metrics of the run that it does not name are left as they are.</param>
    public NoiseBlocks(RunReport report, Policy policy)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(policy);
        Run = report.Run;
        _policy = policy;
        LaunchRecord[] timed = [.. report.Launches.Where(l => l.Kind == LaunchKind.Timed && l.State == LaunchState.Completed)];
        foreach (var block in timed.GroupBy(l => (l.Block, l.Attempt)).Where(b => b.Count() == Run.Plan.LaunchesPerBlock()).OrderBy(b => b.Key))
        {
            _blocks.Add([.. block.OrderBy(l => l.Slot).Select(Completed)]);
        }

        LaunchRecord[] all = [.. _blocks.SelectMany(b => b)];
        foreach (LaunchRecord[] block in _blocks)
        {
            for (int slot = 0; slot < block.Length; slot++)
            {
                block[slot] = WithoutArm(block[slot], all);
            }
        }
    }

    /// <summary>The run the noise comes from.</summary>
    public RunRecord Run { get; }

    /// <summary>Complete blocks or pairs, the launches of each in the order in which they ran.</summary>
    public IReadOnlyList<IReadOnlyList<LaunchRecord>> Blocks => _blocks;

    /// <summary>True where its launches were alive in pairs.</summary>
    public bool IsOfPairs => Run.Plan.Pairs is not null;

    /// <summary>True where processor time decides: pairs that were measured as deployed only show it.</summary>
    public bool JudgesCpu => Run.Plan.Policy.Metrics.Any(m => m is { Id: MetricIds.CpuUsPerMessage, Role: MetricRole.Primary });

    /// <summary>A policy with the roles that it has for this run.</summary>
    public Policy PolicyOf(Policy policy) => JudgesCpu ? policy : policy with
    {
        Metrics = [.. policy.Metrics.Select(m => m.Id == MetricIds.CpuUsPerMessage ? m with { Role = MetricRole.Explore } : m)],
    };

    /// <summary>One metric of every launch in the order in which the launches ran; those without it are left out.</summary>
    public double[] Series(string metric) =>
        [.. _blocks.SelectMany(b => b).Select(l => l.Metrics.GetValueOrDefault(metric, double.NaN)).Where(double.IsFinite)];

    // What old builds did not carry is in their record all the same: the tail of what was received, and the share that was skipped.
    private static LaunchRecord Completed(LaunchRecord launch)
    {
        Dictionary<string, double> metrics = new(launch.Metrics);
        metrics.TryAdd(MetricIds.LatencyP99, launch.Load!.PercentilesUs[MetricIds.LatencyP99]);
        metrics.TryAdd(MetricIds.SkippedShare, (double)(launch.Load.Skipped + launch.Load.Lost) / Math.Max(1, launch.Load.Offered));
        return launch with { Metrics = metrics };
    }

    // Both arms get the level of the baseline: on the ratio scale by a factor, on the difference scale by a shift that never goes below zero.
    private LaunchRecord WithoutArm(LaunchRecord launch, LaunchRecord[] all)
    {
        if (launch.Arm == Run.Plan.Baseline.Name)
        {
            return launch;
        }

        Dictionary<string, double> metrics = new(launch.Metrics);
        foreach (MetricPolicy policy in _policy.Metrics.Where(m => metrics.ContainsKey(m.Id)))
        {
            double baseline = MedianOf(all, Run.Plan.Baseline.Name, policy.Id);
            double own = MedianOf(all, launch.Arm, policy.Id);
            if (double.IsFinite(baseline) && double.IsFinite(own))
            {
                metrics[policy.Id] = policy.Scale == MetricScale.Ratio && own > 0 && baseline > 0
                    ? metrics[policy.Id] * baseline / own
                    : Math.Max(0, metrics[policy.Id] + baseline - own);
            }
        }

        return launch with { Metrics = metrics };
    }

    private static double MedianOf(LaunchRecord[] all, string arm, string metric) =>
        Resolution.Median(all.Where(l => l.Arm == arm && l.Metrics.ContainsKey(metric)).Select(l => l.Metrics[metric]));
}
