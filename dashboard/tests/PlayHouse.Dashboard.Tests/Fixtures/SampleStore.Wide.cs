using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Statistics.Histograms;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>Runs to compare: many metrics and launches, a second run that may be compared with the first, one that may not.</summary>
internal static partial class SampleStore
{
    /// <summary>Twenty metrics, thirty launches in each arm, traces and runtime profiles.</summary>
    public const string WideRun = "r-20250104-000000-wide";

    /// <summary>The same load on the same machine a day later: it may be compared with the first.</summary>
    public const string BesideRun = "r-20250105-000000-beside";

    /// <summary>Another load: it may not be compared with the others.</summary>
    public const string OtherLoadRun = "r-20250106-000000-otherload";

    private const int WideBlocks = 15;

    private static readonly string[] WideMetrics =
    [
        MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage, MetricIds.WritesPerMessage, MetricIds.ReadsPerMessage, MetricIds.Gen0PerMillion, MetricIds.Gen1PerMillion,
        MetricIds.Gen2PerMillion, MetricIds.GcPauseShare, MetricIds.LockContentionsPerMessage, MetricIds.LatencyP50, MetricIds.LatencyP90, MetricIds.LatencyP99, MetricIds.LatencyP999,
        MetricIds.ServiceP50, MetricIds.ServiceP99, MetricIds.AchievedRate, MetricIds.WorkingSet, MetricIds.Errors, MetricIds.Skipped, MetricIds.TimeToReady,
    ];

    public static async Task WideAsync(LabStore store)
    {
        await AddWideAsync(store, Plan(WideRun, "020-wide"), "w", WideBlocks);
        await AddWideAsync(store, Plan(BesideRun, "021-beside"), "b", 2);
        RunPlan other = Plan(OtherLoadRun, "022-other-load");
        await AddWideAsync(store, other with { Experiment = other.Experiment with { Scenario = "c2s-broadcast", Load = other.Experiment.Load with { PayloadBytes = 1024 } } }, "o", 2);
    }

    private static async Task AddWideAsync(LabStore store, RunPlan plan, string prefix, int blocks)
    {
        await store.Runs.CreateAsync(plan);
        await store.Runs.SetStateAsync(plan.RunId, RunState.Running);
        for (int block = 0; block < blocks; block++)
        {
            for (int slot = 0; slot < 4; slot++)
            {
                bool isBaseline = slot is 0 or 3 == (block % 2 == 0);
                await store.Launches.SaveAsync(WideLaunch($"l-{prefix}-{block}-{slot}", plan.RunId, isBaseline, block, slot));
            }

            await store.Blocks.SaveAsync(new BlockResult(plan.RunId, block, 0, block % 2 == 0 ? BlockOrder.Abba : BlockOrder.Baab, BlockOutcome.Accepted, null));
        }

        foreach (string arm in new[] { "baseline", "candidate" })
        {
            string id = $"l-{prefix}-trace-{arm}";
            await store.Launches.SaveAsync(Launch(id, plan.RunId, arm, 0) with { Kind = LaunchKind.Diagnostic });
            AllocationProfile profile = SampleReports.Profile(arm) with { LaunchId = id };
            await store.Results.SaveProfileAsync(arm == "baseline" ? profile : profile with { Sites = [profile.Sites[1]], ExactBytesPerMessage = 120.01, EstimatedBytesPerMessage = 119.7 });
            await store.Results.SaveRuntimeProfileAsync(SampleRuntime.Busy(id, arm == "baseline" ? 40 : 22) with { Arm = arm });
        }

        await store.Results.SaveVerdictAsync(WideVerdict(plan.RunId, blocks), SampleReports.Attribution());
        await store.Runs.SetStateAsync(plan.RunId, RunState.Completed);
    }

    private static VerdictRecord WideVerdict(string run, int blocks)
    {
        VerdictRecord keep = SampleReports.Keep();
        IEnumerable<MetricEstimate> explored = WideMetrics.Skip(2).Select((id, i) => SampleReports.Estimate(
            SampleReports.P99 with { Id = id, Unit = Unit(id) }, WideValue(id, true), WideValue(id, false), 0.02, i % 3 == 0 ? 0.004 : -0.03 - 0.004 * i, 0.05 + 0.004 * i,
            i % 3 == 0 ? MetricClass.Improved : MetricClass.Inconclusive));
        return keep with
        {
            RunId = run,
            Blocks = blocks,
            Estimates =
            [
                keep.Estimates[0] with { Blocks = blocks },
                keep.Estimates[1] with { Blocks = blocks, Policy = SampleReports.Cpu with { Role = MetricRole.Primary }, BlocksToKeep = 9, BlocksToEquivalence = 14 },
                .. explored.Select(e => e with { Blocks = blocks }),
            ],
            Warnings = [new Said("The load was near its limit in one launch.")],
        };
    }

    private static LaunchRecord WideLaunch(string id, string run, bool isBaseline, int block, int slot)
    {
        double noise = 1 + ((block * 4 + slot) * 7919 % 101 - 50) / 2_000.0;
        Dictionary<string, double> metrics = WideMetrics.ToDictionary(m => m, m => WideValue(m, isBaseline) * noise);
        return Launch(id, run, isBaseline ? "baseline" : "candidate", block) with
        {
            Slot = slot,
            Metrics = metrics,
            Load = new LoadResult
            {
                PercentilesUs = metrics.Where(m => m.Key.StartsWith("latency-", StringComparison.Ordinal)).ToDictionary(m => m.Key, m => m.Value),
                Histograms = new Dictionary<string, string> { [LoadResult.LatencyRole] = Convert.ToBase64String(Latencies(metrics[MetricIds.LatencyP50]).ToCompressed()) },
            },
        };
    }

    /// <summary>A thousand messages around the median, every hundredth four times as long.</summary>
    private static LatencyHistogram Latencies(double medianUs)
    {
        var histogram = new LatencyHistogram();
        for (int i = 0; i < 1_000; i++)
        {
            histogram.Record((long)(1_000 * medianUs * (i % 100 == 0 ? 4 : 0.5 + (i / 1_000.0))));
        }

        return histogram;
    }

    private static double WideValue(string metric, bool isBaseline) => (metric switch
    {
        MetricIds.BytesPerMessage => 184, MetricIds.CpuUsPerMessage => 6.1, MetricIds.LatencyP50 => 210, MetricIds.LatencyP90 => 380, MetricIds.LatencyP99 => 820,
        MetricIds.LatencyP999 => 2_900, MetricIds.AchievedRate => 12_345, MetricIds.WorkingSet => 84 << 20, MetricIds.GcPauseShare => 0.012, _ => 3.2,
    }) * (isBaseline ? 1 : metric == MetricIds.BytesPerMessage ? 0.652 : 0.98);

    private static string Unit(string metric) => metric.StartsWith("latency", StringComparison.Ordinal) ? "us" : metric == MetricIds.WorkingSet ? "B" : "";
}
