using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.SampleText;

/// <summary>Hand-made reports: every verdict, extreme numbers, missing parts.</summary>
public static class SampleReports
{
    public const string RunId = "r-20250102-030405-ab";
    public static readonly DateTimeOffset Time = new(2025, 1, 2, 3, 4, 5, TimeSpan.Zero);

    public static RunPlan Plan(bool isAa = false, InjectSpec? inject = null, bool isShort = true) => new()
    {
        RunId = RunId,
        Experiment = new ExperimentSpec
        {
            Id = "001-reply-codec",
            Question = "Does writing replies straight into the frame save allocation and CPU against ToByteArray?",
            Scenario = "c2s-proto-echo",
            Arms = new Dictionary<string, ArmSpec> { ["baseline"] = new(), ["candidate"] = new() },
            Design = new DesignSpec { Kind = DesignKind.Sequential },
        },
        Policy = new Policy { Metrics = [] },
        PolicyHash = "0123456789abcdef0123456789abcdef",
        Baseline = Arm("baseline", "to-byte-array"),
        Other = isAa ? Arm(ArmNames.Twin, "to-byte-array") : Arm("candidate", "write-to-span") with { Inject = inject },
        ToggledSeams = isAa ? [] : ["reply-codec"],
        Seed = ulong.MaxValue,
        Looks = isShort ? [6] : [6, 9, 12, 16, 20, 24],
        OneSidedAlpha = isShort ? 0.05 : 1.0 / 64,
        WarmupSeconds = isShort ? 3 : 15,
        WindowSeconds = isShort ? 3 : 15,
        ProfileEveryBlocks = 4,
        RatePerSecond = 12_345,
    };

    public static RunReport Report(VerdictRecord? verdict, RunPlan? plan = null, RunState state = RunState.Completed, string? error = null) => new()
    {
        Run = new RunRecord
        {
            Id = RunId, ExperimentId = "001-reply-codec", State = state, CreatedAt = Time, Plan = plan ?? Plan(), Error = error,
        },
        Verdict = verdict,
        Launches = [],
        BlocksAccepted = verdict?.Blocks ?? 2,
    };

    public static MetricPolicy Bytes { get; } = new()
    {
        Id = MetricIds.BytesPerMessage, Role = MetricRole.Primary, Scale = MetricScale.Difference, DeltaRel = 0.02, DeltaAbs = 4, Unit = "B",
    };

    public static MetricPolicy Cpu { get; } = new() { Id = MetricIds.CpuUsPerMessage, Role = MetricRole.Guard, DeltaRel = 0.03, Unit = "us" };

    public static MetricPolicy P99 { get; } = new() { Id = MetricIds.LatencyP99, Role = MetricRole.Explore, DeltaRel = 0.10, Unit = "us" };

    public static MetricEstimate Estimate(
        MetricPolicy policy, double baseline, double other, double theta, double lower, double upper, MetricClass metricClass) => new()
        {
            Policy = policy,
            Blocks = 6,
            BaselineMedian = baseline,
            OtherMedian = other,
            Theta = theta,
            Lower = lower,
            Upper = upper,
            Confidence = 0.90625,
            Delta = policy.Scale == MetricScale.Difference ? 4 : Math.Log(1 + policy.DeltaRel),
            NullDeviation = 0.1,
            NoiseFloor = policy.Scale == MetricScale.Difference ? 0.4 : Math.Log(1.088),
            PBetter = 0.0156,
            Class = metricClass,
        };

    public static VerdictRecord Verdict(VerdictKind kind, params MetricEstimate[] estimates) => new()
    {
        RunId = RunId,
        Kind = kind,
        IsProvisional = kind is VerdictKind.Keep or VerdictKind.Rollback,
        Rule = "the condition that matched",
        Reasons = [new Said("The most important reason, as a sentence that is long enough to need more than one line of a terminal."), new Said("A second one.")],
        WhatWouldChangeIt = [new Said("A full design lets CPU and latency decide too.")],
        Estimates = estimates,
        Proofs =
        [
            new ExecutionProof("reply-codec", 1.0, 1.0, 0.9, true, null)
            {
                OwnCode =
                [
                    new("baseline", "strategy.reply-codec.to-byte-array.encoded", 1, 0.9),
                    new("candidate", "strategy.reply-codec.write-to-span.encoded", 1, 0.9),
                ],
            },
        ],
        Blocks = 6,
        PolicyHash = "0123456789abcdef0123456789abcdef",
    };

    public static VerdictRecord Keep() => Verdict(
        VerdictKind.Keep,
        Estimate(Bytes, 184.02, 120.01, 64.01, 63.91, 64.12, MetricClass.ImprovedPractical),
        Estimate(Cpu, 6.12, 5.98, 0.023, -0.012, 0.057, MetricClass.Inconclusive),
        Estimate(P99, 812.4, 1790.5, -0.79, -1.2, 0.11, MetricClass.Inconclusive));

    public static RunReport KeepReport() => Report(Keep()) with { Attribution = Attribution(), Profiles = [Profile("baseline"), Profile("candidate")] };

    public static AllocationComparison Attribution() => new()
    {
        ExactDifference = -64.01,
        Explained = -63.4,
        Unexplained = -0.61,
        ExplainedHalfWidth = 2.75,
        AllDifference = -62.61,
        AllLow = -66.1,
        AllHigh = -59.1,
        HasLaunchSpread = true,
        Sites =
        [
            new("PlayHouse.Engine.Strategies.ReplyCodec.ToByteArrayReplyCodec.Encode", "System.Byte[]", "ToByteArrayReplyCodec.cs:19", 63.4, 0, -63.4, -66.2, -60.7, true),
            new("PlayHouse.Engine.Stages.Stage.Dispatch", "PlayHouse.Engine.Packet", null, 40.2, 41.0, 0.8, -1.4, 3.0, false),
            new("PlayHouse.Lab.Target.EchoStage.OnDispatch", "System.String", "EchoStage.cs:7", 0.02, 0.01, -0.01, double.NaN, double.NaN, false),
        ],
    };

    public static AllocationProfile Profile(string arm, params string[] invalid) => new()
    {
        LaunchId = "l-1", Arm = arm, Messages = 61_234, ExactBytesPerMessage = 184.02, EstimatedBytesPerMessage = 183.1, Samples = 1_102,
        Invalid = invalid,
        Sites =
        [
            new() { Site = "ToByteArrayReplyCodec.Encode", Type = "System.Byte[]", Source = "ToByteArrayReplyCodec.cs:19", BytesPerMessage = 63.4, Variance = 2, Low = 60.6, High = 66.3, Samples = 410 },
            new() { Site = "EchoStage.OnDispatch", Type = "System.String", BytesPerMessage = 0.02, Variance = 0.1, Low = double.NaN, High = double.NaN, Samples = 2 },
        ],
    };

    public static LaunchRecord Launch(string id, string arm, int block, int slot, double bytes, string runId = RunId, int attempt = 0) => new()
    {
        Id = id, RunId = runId, Arm = arm, Kind = LaunchKind.Timed, Block = block, Slot = slot, Attempt = attempt, StartedAt = Time,
        State = LaunchState.Completed,
        Fingerprint = FingerprintKeys.Identity.ToDictionary(k => k, k => $"{k}-1"),
        Metrics = new Dictionary<string, double> { [MetricIds.BytesPerMessage] = bytes, [MetricIds.CpuUsPerMessage] = 6 },
    };

    private static ResolvedArm Arm(string name, string codec) => new()
    {
        Name = name,
        Strategies = new Dictionary<string, StrategySetting>
        {
            ["mailbox"] = new("channel-bounded", new Dictionary<string, double> { ["capacity"] = 8192 }),
            ["reply-codec"] = StrategySetting.Of(codec),
        },
    };
}
