using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;

namespace PlayHouse.Lab.SampleText;

/// <summary>One chart of every kind, from a run made by hand.</summary>
public static class ChartSamples
{
    private static readonly string[] Path = ["client→receive", "receive→mailbox", "mailbox→handler", "handler→encode", "encode→write", "write→client (remainder)"];

    public static RunReport Run { get; } = Complete();

    public static IReadOnlyDictionary<string, ChartSpec> All { get; } = new Dictionary<string, ChartSpec>
    {
        ["forest"] = ForestChart.Of(Run),
        ["arms"] = ArmChart.Arms(Run, MetricIds.CpuUsPerMessage),
        ["order"] = ArmChart.Order(Run, MetricIds.CpuUsPerMessage),
        ["percentiles"] = PercentileChart.Of(Run),
        ["sites"] = SiteChart.Differences(Run),
        ["waterfall"] = SiteChart.Waterfall(Run),
        ["hops"] = HopChart.Of(Run),
        ["history"] = History(),
        ["between"] = ArmChart.Between(Run, "baseline", Run, "candidate", MetricIds.CpuUsPerMessage),
        ["ecdf"] = EcdfChart.Of(Run, MetricIds.CpuUsPerMessage),
        ["gc-pauses"] = Gc(0).Lanes[0],
        ["gc-heap"] = Gc(0).Lanes[1],
        ["gc-allocation"] = Gc(0).Lanes[2],
        ["gc-none"] = Gc(1).Lanes[0],
        ["effects"] = EffectHeatMap.Of(Effects(), MetricIds.BytesPerMessage),
        ["effects-one"] = EffectHeatMap.Of([Run], MetricIds.BytesPerMessage),
        ["forest-swapped"] = ForestChart.Of(SwappedReport.Of(Run)),
        ["contrasts"] = ContrastChart.Of(Pairs(), MetricIds.CpuUsPerMessage),
        ["turns"] = TurnChart.Of(Pairs()),
        ["marks"] = Marks(),
        ["empty"] = HopChart.Of(SampleReports.KeepReport()),
    };

    public static IEnumerable<object[]> Names => All.Keys.Select(name => new object[] { name });

    public static ChartDraft Draft(params ChartDatum[] data) => new()
    {
        Title = "Title",
        Question = "Question?",
        At = new ChartAxis { Label = "position" },
        Value = new ChartAxis { Label = "value" },
        Series = [new ChartSeries { Name = "series", Mark = ChartMark.Line, Data = data }],
    };

    /// <summary>Draws without a random source of the platform, so that pictures are the same everywhere.</summary>
    public static double Noise(int i) => Math.Round((i * 7919 % 101 - 50) / 50.0, 4);

    /// <summary>A run of a change in a scenario.</summary>
    public static RunReport EffectRun(string id, int day, string scenario, string codec, double theta, double half, VerdictKind kind = VerdictKind.Keep) =>
        SampleReports.Report(SampleReports.Verdict(kind, SampleReports.Estimate(SampleReports.Bytes, 184, 184 - theta, theta, theta - half, theta + half, MetricClass.Improved))) with
        {
            Run = Run.Run with
            {
                Id = id,
                CreatedAt = SampleReports.Time.AddDays(day),
                Plan = Run.Run.Plan with
                {
                    Experiment = Run.Run.Plan.Experiment with { Scenario = scenario },
                    Other = Run.Run.Plan.Other with { Strategies = new Dictionary<string, StrategySetting> { ["reply-codec"] = StrategySetting.Of(codec) } },
                },
            },
        };

    /// <summary>Nine pairs of six saturated turns and two paced ones for each arm.</summary>
    public static RunReport Pairs()
    {
        double[] contrasts = [.. Enumerable.Range(0, 9).Select(i => 0.08 + (0.02 * Noise(i)))];
        VerdictRecord verdict = SampleReports.Verdict(
            VerdictKind.Keep, SampleReports.Estimate(SampleReports.Cpu with { Role = MetricRole.Primary }, 6, 5.5, 0.08, 0.07, 0.09, MetricClass.ImprovedPractical) with { Blocks = 9, Contrasts = contrasts });
        return SampleReports.Report(verdict with { IsOfPairs = true, Blocks = 9 }, SampleReports.Plan(isShort: false) with { Pairs = new PairSpec() }) with
        {
            Launches = [.. Enumerable.Range(0, 18).Select(i => SampleReports.Launch($"l-{i + 1}", i % 2 == 0 ? "baseline" : "candidate", i / 2, i % 2, 184) with
            {
                StartedAt = SampleReports.Time.AddSeconds(i),
                Slices = [.. Enumerable.Range(0, 8).Select(turn => new SliceRecord
                {
                    Index = (2 * turn) + (i % 2), Kind = turn % 4 == 3 ? SliceKind.Paced : SliceKind.Saturated, Seconds = 0.04, Messages = 2_500,
                    Arrived = 2_000 + (100 * (i % 2)) + (long)(50 * Noise((8 * i) + turn)),
                })],
            })],
        };
    }

    private static RunReport[] Effects() =>
    [
        EffectRun("r-1", 0, "c2s-proto-echo", "write-to-span", 60, 1), EffectRun("r-2", 3, "c2s-proto-echo", "write-to-span", 64, 1),
        EffectRun("r-3", 1, "c2s-broadcast", "write-to-span", -12, 2), EffectRun("r-4", 1, "s2s-request", "write-to-span", 1, 3),
        EffectRun("r-5", 2, "c2s-proto-echo", "pooled", 20, double.PositiveInfinity), EffectRun("r-6", 2, "c2s-broadcast", "pooled", 90, 1, VerdictKind.Unfit),
    ];

    private static GcTimeline Gc(int arm) => GcLanesChart.Of(Run, SampleRuntime.Profiles)[arm];

    private static RunReport Complete()
    {
        VerdictRecord keep = SampleReports.Keep();
        MetricEstimate bytes = keep.Estimates[0];
        VerdictRecord verdict = keep with
        {
            Estimates =
            [
                bytes,
                keep.Estimates[1] with { Theta = 0.081, Lower = 0.052, Upper = 0.113, Class = MetricClass.ImprovedPractical },
                SampleReports.Estimate(SampleReports.Cpu with { Id = MetricIds.WritesPerMessage, Unit = "" }, 0.41, 0.412, -0.004, -0.011, 0.006, MetricClass.Equivalent),
                keep.Estimates[2],
                SampleReports.Estimate(SampleReports.Bytes with { Id = MetricIds.Lost, Unit = "" }, 0, 3, -3, -7, -1, MetricClass.Worse),
                SampleReports.Estimate(SampleReports.P99 with { Id = MetricIds.Gen2PerMillion, Unit = "" }, 0.2, 0.3, -0.4, double.NegativeInfinity, double.PositiveInfinity, MetricClass.Inconclusive),
            ],
        };
        AllocationComparison attribution = SampleReports.Attribution();
        return SampleReports.Report(verdict) with
        {
            Attribution = attribution with
            {
                ExactDifference = -168.02, Explained = -166.9, Unexplained = -1.12, ExplainedHalfWidth = 4.1,
                Sites =
                [
                    .. attribution.Sites,
                    new("PlayHouse.Engine.Sessions.Session.Send", "System.Byte[]", "Session.cs:88", 160.1, 32.4, -127.7, -131.2, -124.1, true),
                    new("PlayHouse.Engine.Strategies.ReplyCodec.SpanReplyCodec.Encode", "PlayHouse.Engine.ReplyBuffer", "SpanReplyCodec.cs:31", 0, 24.2, 24.2, 22.0, 26.5, true),
                ],
            },
            Launches = [.. Enumerable.Range(0, 24).Select(i => Launch(i, SampleReports.RunId, SampleReports.Time, 184, 120))],
        };
    }

    private static LaunchRecord Launch(int i, string run, DateTimeOffset start, double baseline, double candidate)
    {
        (int block, int slot) = (i / 4, i % 4);
        bool isBaseline = slot is 0 or 3 == (block % 2 == 0);
        double size = isBaseline ? 1 : 0.92;
        double drift = 1 + block * 0.004;
        return SampleReports.Launch($"l-{i + 1}", isBaseline ? "baseline" : "candidate", block, slot, (isBaseline ? baseline : candidate) + Noise(i) * 0.05, run) with
        {
            StartedAt = start.AddSeconds(i * 25),
            Metrics = new Dictionary<string, double>
            {
                [MetricIds.BytesPerMessage] = (isBaseline ? baseline : candidate) + Noise(i) * 0.05,
                [MetricIds.CpuUsPerMessage] = 6.1 * size * drift * (1 + Noise(i + 3) * 0.02),
            },
            Load = new LoadResult
            {
                PercentilesUs = new Dictionary<string, double>
                {
                    [MetricIds.LatencyP50] = 210 * size * (1 + Noise(i) * 0.02), [MetricIds.LatencyP90] = 380 * size * (1 + Noise(i + 1) * 0.04),
                    [MetricIds.LatencyP99] = 820 * size * (1 + Noise(i + 2) * 0.1), [MetricIds.LatencyP999] = 2_900 * (1 + Noise(i + 3) * 0.4),
                },
            },
            Hops = [.. Path.Select((name, hop) => new HopRecord(name, 60_000, (18 + hop * hop * 4) * 1_000 * (hop == 3 ? size * size * size : size), null, null))],
        };
    }

    private static ChartSpec History()
    {
        RunReport At(int day, double baseline, double other, string? cpu = null) => SampleReports.Report(SampleReports.Keep()) with
        {
            Run = Run.Run with { Id = $"r-{day}", CreatedAt = SampleReports.Time.AddDays(day) },
            Launches =
            [
                .. Enumerable.Range(0, 8).Select(i => Launch(i, $"r-{day}", SampleReports.Time.AddDays(day), baseline, other) with
                {
                    Id = $"l-{day}-{i}",
                    Fingerprint = FingerprintKeys.Identity.ToDictionary(k => k, k => k == FingerprintKeys.ProcessorModel && cpu is not null ? cpu : $"{k}-1"),
                }),
            ],
        };
        return HistoryChart.Of(
            [At(0, 184, 183.6), At(4, 184, 120), At(9, 120, 118), At(13, 120, 96), At(18, 96, 97, "other"), At(22, 96, 64, "other")],
            MetricIds.BytesPerMessage,
            [new(SampleReports.Time.AddDays(5), "KEEP reply-codec"), new(SampleReports.Time.AddDays(14), "KEEP message-pool, confirmed"), new(SampleReports.Time.AddDays(23), "ROLLBACK send-pump")]);
    }

    private static ChartSpec Marks() => new(new ChartDraft
    {
        Title = "Every mark at once",
        Question = "Does each mark and state show?",
        At = new ChartAxis { Label = "second", Unit = "s", Format = ChartFormat.Count },
        Value = new ChartAxis { Label = "heap", Unit = "bytes", Format = ChartFormat.Size, Min = 0, Max = 4096 },
        Series =
        [
            new() { Name = "band", Mark = ChartMark.Band, Style = 0, Data = [.. Enumerable.Range(0, 20).Select(i => new ChartDatum(i, double.NaN) { Low = 1000 + i * 20, High = i == 9 ? 1000 + i * 20 : 2000 + i * 30 })] },
            new() { Name = "step", Mark = ChartMark.Step, Style = 1, Data = [.. Enumerable.Range(0, 20).Select(i => new ChartDatum(i, i == 7 ? double.NaN : 1500 + Noise(i) * 700))] },
            new() { Name = "line", Mark = ChartMark.Line, Style = 2, Data = [.. Enumerable.Range(0, 20).Select(i => new ChartDatum(i, i is 4 or 6 ? double.NaN : 2600 + Noise(i + 5) * 300))] },
            new()
            {
                Name = "points", Mark = ChartMark.Points, Style = 3,
                Data =
                [
                    new(2, 3400) { Low = 3200, High = 3700, State = DatumState.Unsettled }, new(6, 3300) { State = DatumState.Insufficient },
                    new(10, 3500) { State = DatumState.New }, new(14, 3600) { State = DatumState.Gone }, new(18, 9000) { Low = 3000, High = 12_000 },
                ],
            },
            new() { Name = "bars", Mark = ChartMark.Bars, Style = 4, Data = [new(1, 600), new(4, 500) { State = DatumState.Unsettled }, new(8, 700) { State = DatumState.Insufficient }, new(12, 400) { State = DatumState.New }, new(16, 800) { From = 300, Low = 700, High = 900 }] },
        ],
        References = [new() { Label = "limit", From = 3900 }, new() { Label = "warm-up", IsOnPosition = true, From = 0, To = 3 }, new() { Label = "collection", IsOnPosition = true, From = 11 }],
    });
}
