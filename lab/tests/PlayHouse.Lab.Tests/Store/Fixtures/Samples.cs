using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Store.Tests.Fixtures;

/// <summary>Complete records with every kind of value a store has to carry.</summary>
internal static class Samples
{
    public static RunPlan Plan(string runId = "r-20260102-030405-abcd", string experiment = "001-reply-codec", double? rate = null) => new()
    {
        RunId = runId,
        Experiment = new ExperimentSpec
        {
            Id = experiment,
            Question = "Does it matter? 그렇다 \"quoted\"",
            Claims = ["seed 000 §2.2"],
            Scenario = "c2s-proto-echo",
            Arms = new Dictionary<string, ArmSpec>
            {
                ["baseline"] = new() { Set = new Dictionary<string, StrategySetting> { ["reply-codec"] = StrategySetting.Of("to-byte-array") } },
                ["candidate"] = new()
                {
                    Set = new Dictionary<string, StrategySetting> { ["mailbox"] = new("channel-bounded", new Dictionary<string, double> { ["capacity"] = 64 }) },
                    Inject = new InjectSpec { BytesPerMessage = 64 },
                },
            },
        },
        Policy = new Policy { Metrics = [new MetricPolicy { Id = MetricIds.BytesPerMessage, Role = MetricRole.Primary }] },
        PolicyHash = "ab12",
        Baseline = Arm("baseline", null),
        Other = Arm("candidate", new InjectSpec { BytesPerMessage = 64 }),
        ToggledSeams = ["reply-codec"],
        Seed = ulong.MaxValue - 3,
        Looks = [6, 9],
        OneSidedAlpha = 1.0 / 64,
        WarmupSeconds = 15,
        WindowSeconds = 15,
        RatePerSecond = rate,
    };

    public static LaunchRecord Launch(
        string runId, string id, string arm, int block = 0, int slot = 0, int attempt = 0, LaunchKind kind = LaunchKind.Timed,
        LaunchState state = LaunchState.Completed) => new()
        {
            Id = id,
            RunId = runId,
            Arm = arm,
            Kind = kind,
            Block = block,
            Attempt = attempt,
            Slot = slot,
            State = state,
            Failure = state == LaunchState.Failed ? "the target died" : null,
            StartedAt = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
            DurationSeconds = 8.25,
            Fingerprint = new Dictionary<string, string> { ["cpu"] = "x", ["gc"] = "workstation" },
            Strategies = new Dictionary<string, string> { ["mailbox"] = "channel-bounded{capacity=64}" },
            Begin = new MarkRecord("begin", 1, 5, new Dictionary<string, double> { ["gc.allocated"] = 1e12 + 0.5 }),
            Metrics = new Dictionary<string, double>
            {
                [MetricIds.BytesPerMessage] = 123.4567890123,
                [MetricIds.LatencyP999] = double.NaN,
                [MetricIds.Errors] = 0,
            },
            HitsPerMessage = new Dictionary<string, double> { ["mailbox"] = 1.0 },
            Load = new LoadResult
            {
                Sent = 10,
                Received = 10,
                Histograms = new Dictionary<string, string> { ["latency"] = Convert.ToBase64String([1, 2, 3, 255]) },
            },
            Noise = new MachineNoise(0.01, 0.2, 0.3, null),
            TargetStderr = "line one\nline two",
        };

    public static VerdictRecord Verdict(string runId, VerdictKind kind) => new()
    {
        RunId = runId,
        Kind = kind,
        IsProvisional = true,
        Rule = "rule",
        Reasons = [new Said("because")],
        Estimates = [],
        Proofs = [new ExecutionProof("mailbox", 1, 1, 0.9, true, null)],
        Blocks = 6,
        PolicyHash = "ab12",
    };

    private static ResolvedArm Arm(string name, InjectSpec? inject) => new()
    {
        Name = name,
        Strategies = new Dictionary<string, StrategySetting> { ["mailbox"] = StrategySetting.Of("concurrent-queue") },
        Inject = inject,
    };
}
