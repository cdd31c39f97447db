using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Tests.Reasons;

/// <summary>A verdict with every kind of fact, in each of its shapes.</summary>
internal static class SampleReasons
{
    private static readonly ArmCount Baseline = new("baseline", 0, 12);
    private static readonly ArmCount Candidate = new("candidate", 12, 12);

    public static IReadOnlyList<Reason> All { get; } =
    [
        new Said("A sentence of an earlier time."),
        .. Enum.GetValues<NoticeKind>().Select(k => new Notice(k)),
        .. Enum.GetValues<AdviceKind>().Select(k => new Advice(k)),
        new NextLook(9, 3),
        new MetricNeeds(MetricIds.BytesPerMessage, 6),
        new MetricNeeds(MetricIds.CpuUsPerMessage, 6),
        new MetricNeeds(MetricIds.LatencyP99, 6),
        new PrimaryMustHold(MetricIds.BytesPerMessage, 6),
        new PrimaryMustHold(MetricIds.CpuUsPerMessage, 6),
        new MetricMustBeMeasured(MetricIds.WorkingSet, IsPrimary: false),
        new MetricMustBeMeasured(MetricIds.CpuUsPerMessage, IsPrimary: true),
        new BetweenLooks(7, [6, 9, 12]),
        new MetricFound(MetricIds.BytesPerMessage),
        new MetricFound("lost-estimate"),
        new MetricsFoundUnasked([MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage], 0),
        new MetricsFoundUnasked([MetricIds.BytesPerMessage], 3),
        new FamilyAsksMore(MetricIds.BytesPerMessage, 2, 0.0125, 0.0078125),
        new FirstMetricIsOpen(MetricIds.CpuUsPerMessage, MetricIds.BytesPerMessage),
        new LossSuspected(MetricIds.LatencyP99),
        new GuardsWithoutData([MetricIds.LatencyP99]),
        new GuardsWithoutData([MetricIds.LatencyP99, MetricIds.WorkingSet]),
        new GuardsHold([MetricIds.LatencyP99, MetricIds.WorkingSet]),
        new MetricNoisy(MetricIds.CpuUsPerMessage),
        new BlocksDisagree(MetricIds.CpuUsPerMessage),
        new BlocksWithoutMetric(MetricIds.CpuUsPerMessage, 1, 6),
        new MetricNotMeasured(MetricIds.CpuUsPerMessage),
        new MetricNotCounted(MetricIds.CpuUsPerMessage),
        new MetricWithoutFlagged(MetricIds.BytesPerMessage),
        new MetricWithoutFlagged(MetricIds.CpuUsPerMessage),
        new TailTooThin(MetricIds.LatencyP99, 1, 1_000),
        new LevelChanged(MetricIds.CpuUsPerMessage, "baseline", 5, 12, 31.25, 40.5, 0.0012),
        new TwoLevels(MetricIds.CpuUsPerMessage, "candidate", 5, 31.25, 7, 40.5, 0.0012),
        new ArmFailed("crash", Candidate, Baseline, 3.7e-7),
        new ArmFailed("wrong-replies", Candidate, Baseline, 3.7e-7, 36, 0),
        new ArmFailed("errors", Candidate, Baseline, 3.7e-7, 36, 0),
        new ArmFailed("lost", Candidate, Baseline, 3.7e-7, 36, 0),
        new ArmFailed("rate-not-held", Candidate, Baseline, 3.7e-7),
        new PilotsDied("candidate", 3, "baseline"),
        .. Enum.GetValues<LaunchFlag>().Select(f => new FlagLeans(f, Candidate, Baseline, 0.00015)),
        new LoadBelowRate(Baseline with { Launches = 7 }, Candidate),
        new LoadLimitsBoth(100_000, Baseline with { Launches = 6 }, Candidate),
        new CapacityAtCeiling(100_000, Candidate),
        new CapacityBelowFloor(Candidate with { Launches = 1 }),
        new LoadWasLate(2, 24),
        new BlocksDisturbed(1),
        new BlocksDisturbed(6),
        new WindowsNotSteady(1, 24, "l-1", new WindowDrift("replies per second", -0.062, null)),
        new WindowsNotSteady(2, 24, "l-1", new WindowDrift("median latency", null, new WindowStep(120, 180, 9))),
        new CompilerWorked(13, 24, 120, 0.021, IsUnfinished: true),
        new CompilerWorked(1, 24, 6, null, IsUnfinished: false),
        new MessagesMiscounted(1, 24, "l-1", 60_000, 61_234.4),
        new LaunchesMisplaced(1, "l-1"),
        new LaunchesDiffer("runtime", [".NET 10.0.1", null]),
        new LaunchesSilent("build"),
        new BuildNotRelease("Debug"),
        new StrategiesMixed("mailbox"),
        new ToggleNotTaken("mailbox", "concurrent-queue"),
        new ArmsDifferUnasked("mailbox", "concurrent-queue", "channel"),
        new JudgedInPart(["reply-codec"], ["peer-id"]),
        new JudgedInPart(["reply-codec", "mailbox"], ["peer-id", "wake-up"]),
        new ToggledCodeRan(),
        new ProofUnknown("mailbox"),
        new ProofUnknown("mailbox", "candidate"),
        new HitsNotReported("mailbox", "l-1", "candidate"),
        new HitsTooFew("mailbox", "l-1", "candidate", 0.0001, 0.9),
        new HitsApart("mailbox", 1, 0.75),
        new OwnCodeSilent("mailbox", "channel", "messages taken", "l-1", "candidate", 0, 0.9),
        new OtherCodeRan("mailbox", "channel", "l-1", "candidate", "strategy.mailbox.concurrent-queue.taken", 1),
        new AaCallsDifferences("mailbox", MetricIds.BytesPerMessage, IsBetter: true, 5, 20),
        new AaLeans("mailbox", MetricIds.BytesPerMessage, 9, 0, 100),
        new ScreenLaunchesDiffer("runtime", [".NET 10.0.1", null]),
        new ScreenSeamUnproved("mailbox"),
        new ScreenToggleNotTaken("mailbox"),
    ];

    public static VerdictRecord Verdict { get; } = SampleReports.Verdict(
        VerdictKind.Inconclusive,
        SampleReports.Estimate(SampleReports.Bytes, 184, 183, 1, -5, 7, MetricClass.Inconclusive) with
        {
            BlocksToKeep = 12, BlocksToHold = 9, BlocksToEquivalence = 18,
            WithoutFlagged = new UnflaggedEstimate(5, 1.5, -4, 6.5, 0.9375),
        },
        SampleReports.Estimate(SampleReports.Cpu, 6, 6, 0, -0.1, 0.1, MetricClass.Inconclusive),
        SampleReports.Estimate(SampleReports.P99 with { Role = MetricRole.Guard }, 812.4, 872.3, -0.071, -0.12, -0.01, MetricClass.Worse) with { BlocksToKeep = 3 }) with
    {
        Reasons = All,
        Warnings = All,
        WhatWouldChangeIt = All,
    };
}
