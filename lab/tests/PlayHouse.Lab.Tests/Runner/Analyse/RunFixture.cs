using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Analyse;

/// <summary>Builds plans and launches as the runner stores them, with a clean default that a test spoils in one place.</summary>
internal static class RunFixture
{
    public const string Seam = "reply-codec";

    public static readonly IReadOnlyDictionary<string, double> MinHits = new Dictionary<string, double> { [Seam] = 0.9 };

    public static readonly MetricPolicy Bytes = new()
    {
        Id = MetricIds.BytesPerMessage, Role = MetricRole.Primary, Scale = MetricScale.Difference, DeltaRel = 0.02, DeltaAbs = 4, Unit = "B",
    };

    public static readonly MetricPolicy Cpu = new()
    {
        Id = MetricIds.CpuUsPerMessage, Role = MetricRole.Primary, Scale = MetricScale.Ratio, DeltaRel = 0.03, Unit = "us",
    };

    public static readonly MetricPolicy P99 = new()
    {
        Id = MetricIds.LatencyP99, Role = MetricRole.Guard, Scale = MetricScale.Ratio, DeltaRel = 0.10, Floor = 1, Unit = "us",
    };

    public static readonly MetricPolicy P50 = P99 with { Id = MetricIds.LatencyP50, Role = MetricRole.Explore, DeltaRel = 0.05 };

    public static RunPlan Plan(ulong seed = 7, bool isShort = false, bool isAa = false, params MetricPolicy[] metrics) => new()
    {
        RunId = "r-test",
        Experiment = new()
        {
            Id = "900-test", Question = "Does it?", Scenario = "c2s-proto-echo",
            Arms = new Dictionary<string, ArmSpec> { [ArmNames.Baseline] = new(), [ArmNames.Candidate] = new() },
        },
        Policy = new() { Metrics = metrics.Length == 0 ? [Bytes, Cpu, P99, P50] : metrics },
        PolicyHash = "00",
        Baseline = Arm(ArmNames.Baseline, "to-byte-array"),
        Other = isAa ? Arm(ArmNames.Twin, "to-byte-array") : Arm(ArmNames.Candidate, "write-to-span"),
        ToggledSeams = isAa ? [] : [Seam],
        Seed = seed,
        Looks = isShort ? [6] : [6, 9, 12, 16, 20, 24],
        OneSidedAlpha = isShort ? 0.05 : 1.0 / 64,
        WarmupSeconds = 3,
        WindowSeconds = 10,
    };

    /// <summary>The four launches of a block; the function gives the metrics of an arm in a slot.</summary>
    public static List<LaunchRecord> Block(RunPlan plan, int block, Func<bool, int, Dictionary<string, double>> metricsOf, int attempt = 0)
    {
        BlockOrder order = plan.OrderOf(block, attempt);
        var launches = new List<LaunchRecord>();
        for (int slot = 0; slot < 4; slot++)
        {
            string arm = plan.ArmAt(order, slot).Name;
            bool isOther = arm == plan.Other.Name;
            launches.Add(Launch(plan, block, attempt, slot, arm, metricsOf(isOther, slot)));
        }

        return launches;
    }

    /// <summary>Blocks in which every launch of an arm has the same metrics, up to a wobble of a thousandth.</summary>
    public static List<LaunchRecord> Blocks(RunPlan plan, int count, Dictionary<string, double> baseline, Dictionary<string, double> other) =>
    [
        .. Enumerable.Range(0, count).SelectMany(block => Block(plan, block, (isOther, slot) =>
            (isOther ? other : baseline).ToDictionary(m => m.Key, m => m.Value * (1 + Wobble(block, slot))))),
    ];

    public static Dictionary<string, double> Metrics(double bytes, double cpu, double p99 = 800, double p50 = 200) => new()
    {
        [MetricIds.BytesPerMessage] = bytes,
        [MetricIds.CpuUsPerMessage] = cpu,
        [MetricIds.LatencyP99] = p99,
        [MetricIds.LatencyP50] = p50,
    };

    public static AnalysisResult Analyze(RunPlan plan, IReadOnlyList<LaunchRecord> launches) => RunAnalyzer.Analyze(plan, launches, MinHits);

    /// <summary>Replaces every launch that the condition picks.</summary>
    public static List<LaunchRecord> With(this List<LaunchRecord> launches, Func<LaunchRecord, bool> where, Func<LaunchRecord, LaunchRecord> change) =>
        [.. launches.Select(l => where(l) ? change(l) : l)];

    public static LaunchRecord WithLoad(this LaunchRecord launch, Func<LoadResult, LoadResult> change) => launch with { Load = change(launch.Load!) };

    public static LaunchRecord Disturbed(LaunchRecord launch) => launch with { Noise = new(0.001, 0.4, 0.3, null) };

    public static LaunchRecord Launch(RunPlan plan, int block, int attempt, int slot, string arm, Dictionary<string, double> metrics) => new()
    {
        Id = $"l-{block}-{attempt}-{slot}",
        RunId = plan.RunId,
        Arm = arm,
        Kind = LaunchKind.Timed,
        Block = block,
        Attempt = attempt,
        Slot = slot,
        StartedAt = DateTimeOffset.UnixEpoch.AddSeconds(1000 * attempt + 40 * (4 * block + slot)),
        State = LaunchState.Completed,
        Fingerprint = new Dictionary<string, string>
        {
            [FingerprintKeys.Runtime] = ".NET 10.0.1",
            [FingerprintKeys.Build] = "Release",
            [FingerprintKeys.ProcessorCount] = "2",
            [FingerprintKeys.GcServer] = "false",
            [FingerprintKeys.Layout] = "shared",
        },
        Strategies = new Dictionary<string, string> { [Seam] = arm == ArmNames.Candidate ? "write-to-span" : "to-byte-array", ["mailbox"] = "concurrent-queue" },
        Metrics = metrics,
        HitsPerMessage = new Dictionary<string, double> { [Seam] = 1 },
        StrategyHits = new Dictionary<string, double> { [$"strategy.{Seam}.{(arm == ArmNames.Candidate ? "write-to-span" : "to-byte-array")}.encoded"] = 1 },
        Load = new()
        {
            WindowSeconds = 10, Offered = 200_000, Sent = 200_000, Received = 200_000, AchievedRate = 20_000,
            Seconds = [.. Enumerable.Range(0, 10).Select(s => new LoadSecond(s, 20_000, 200 + s % 3, 800, 0.3))],
        },
        Noise = new(0, 0.01, 0, null),
    };

    private static double Wobble(int block, int slot) => 0.001 * Math.Sin(1.7 * block + 2.3 * slot);

    private static ResolvedArm Arm(string name, string codec) => new()
    {
        Name = name,
        Strategies = new Dictionary<string, StrategySetting> { [Seam] = StrategySetting.Of(codec) },
    };
}
