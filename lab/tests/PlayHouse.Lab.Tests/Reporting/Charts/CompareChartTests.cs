using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

/// <summary>Charts that only a comparison shows.</summary>
public sealed class CompareChartTests
{
    private static readonly RunReport Run = ChartSamples.Run;

    [Fact]
    public void Swapped_CallTreesExchangeTheirSidesAndNames()
    {
        BytesChange change = new(10, 4, -6, -8, -4, ChangeMark.Less) { BaselineSamples = 7, OtherSamples = 3 };
        StackComparison tree = new() { Nodes = [new StackChange(-1, "all", "all", null, change, change with { Mark = ChangeMark.Gone })], NodesLeftOut = 2 };

        StackComparison swapped = SwappedReport.Of(tree);

        StackChange node = Assert.Single(swapped.Nodes);
        Assert.Equal(new BytesChange(4, 10, 6, 4, 8, ChangeMark.More) { BaselineSamples = 3, OtherSamples = 7 }, node.Total);
        Assert.Equal((null, "all", ChangeMark.New, 2), (node.BaselineName, node.OtherName, node.Self.Mark, swapped.NodesLeftOut));
        Assert.Equal(tree.Nodes, SwappedReport.Of(swapped).Nodes);
    }

    [Fact]
    public void Ecdf_StepsOncePerLaunch_AndBothArmsEndTogether()
    {
        ChartSpec spec = EcdfChart.Of(Run, MetricIds.CpuUsPerMessage);
        double[] values = [.. Run.Launches.Where(l => l.Arm == "baseline").Select(l => l.Metrics[MetricIds.CpuUsPerMessage]).Order()];

        Assert.Equal([values[0], .. values], spec.Series[0].Data.Select(d => d.At));
        Assert.Equal([0, .. Enumerable.Range(1, 12).Select(i => i / 12.0)], spec.Series[0].Data.Select(d => d.Value));
        Assert.Equal((spec.Series[0].Data[^1].At, 1.0), (spec.Series[1].Data[^1].At, spec.Series[1].Data[^1].Value));
        Assert.Contains("no completed timed launch", EcdfChart.Of(Run, "nothing").EmptyReason!, StringComparison.Ordinal);
    }

    [Fact]
    public void Gc_LanesOfBothArms_ShareTheirScales()
    {
        RuntimeProfile small = SampleRuntime.Busy("l-2", 10) with { Arm = "candidate", WindowMs = 9_000 };

        IReadOnlyList<GcTimeline> lanes = GcLanesChart.Of(Run, [SampleRuntime.Busy("l-1", 20), small]);

        Assert.Equal(["baseline", "candidate"], lanes.Select(t => t.Arm));
        Assert.All(Enumerable.Range(0, 3), i => Assert.Equal(lanes[0].Lanes[i].Value.Max, lanes[1].Lanes[i].Value.Max));
        Assert.All(lanes.SelectMany(t => t.Lanes), l => Assert.Equal((0, 10, 10), (l.At.Min, l.At.Max, l.Value.LabelColumnsMin)));
        Assert.Equal(20, lanes[0].Lanes[0].Series.Sum(s => s.Data.Count));
        Assert.Equal(["generation 0", "generation 1"], lanes[0].Lanes[0].Series.Select(s => s.Name));
    }

    [Fact]
    public void Gc_RateStandsBetweenTheCollectionsItWasMeasuredOver()
    {
        ChartDatum[] rates = [.. GcLanesChart.Of(Run, [SampleRuntime.Busy("l-1", 20)])[0].Lanes[2].Series[0].Data];

        Assert.Equal(20, rates.Length);
        Assert.Equal(0, rates[0].At);
        Assert.Equal(7_000_000 / (9.99 / 20), rates[0].Value, 3);
        Assert.Equal(rates[^2].Value, rates[^1].Value);
    }

    [Theory]
    [InlineData(0, "no launch of baseline was traced")]
    [InlineData(1, "may not be used: 3 events were lost")]
    [InlineData(2, "no collection in the 10 s of l-9")]
    public void Gc_WithoutAnythingToDraw_SaysWhy(int which, string reason)
    {
        RuntimeProfile[] profiles = which switch
        {
            0 => [],
            1 => [SampleRuntime.Refused("l-9") with { Arm = "baseline" }],
            _ => [SampleRuntime.Quiet("l-9") with { Arm = "baseline" }],
        };

        Assert.Contains(reason, Assert.Single(GcLanesChart.Of(Run, profiles)[0].Lanes).EmptyReason!, StringComparison.Ordinal);
    }

    [Fact]
    public void Effects_AreTheLatestRunOfEachPair_WithoutWhatMayNotBeJudged()
    {
        ChartSpec spec = ChartSamples.All["effects"];
        Dictionary<string, ChartDatum> span = spec.Series[0].Data.ToDictionary(d => spec.At.Place(d.At));

        Assert.Equal(["write-to-span (reply-codec was to-byte-array)", "pooled (reply-codec was to-byte-array)"], spec.Series.Select(s => s.Name));
        Assert.Equal(-64.0 / 184, span["c2s-proto-echo"].Value, 9);
        Assert.Equal(12.0 / 184, span["c2s-broadcast"].Value, 9);
        Assert.Equal(DatumState.Unsettled, span["s2s-request"].State);
        Assert.Equal(DatumState.Insufficient, Assert.Single(spec.Series[1].Data).State);
        Assert.Contains(spec.Notes, n => n.Contains("not shown: 1", StringComparison.Ordinal));
    }

    [Fact]
    public void Effects_OfOnePair_OfAaAndOfPlantedRuns_AreNoMap()
    {
        RunReport aa = SampleReports.Report(SampleReports.Keep(), SampleReports.Plan(isAa: true));
        RunReport planted = SampleReports.Report(SampleReports.Keep(), SampleReports.Plan(inject: new InjectSpec { BytesPerMessage = 64 }));

        Assert.Contains("only one pair", EffectHeatMap.Of([Run, aa, planted], MetricIds.BytesPerMessage).EmptyReason!, StringComparison.Ordinal);
        Assert.Contains("no run with a verdict", EffectHeatMap.Of([aa, planted], MetricIds.BytesPerMessage).EmptyReason!, StringComparison.Ordinal);
    }

    [Fact]
    public void Effects_ColourFollowsTheDirectionOfTheMetric()
    {
        RunReport Rate(string scenario)
        {
            RunReport run = ChartSamples.EffectRun("r-" + scenario, 0, scenario, "x", 1, 0.5);
            MetricEstimate estimate = run.Verdict!.Estimates[0];
            return run with { Verdict = run.Verdict with { Estimates = [estimate with { Policy = estimate.Policy with { Direction = Model.Policies.MetricDirection.Higher } }] } };
        }

        Assert.Equal(1, Assert.Single(EffectHeatMap.Of([Rate("a"), Rate("b")], MetricIds.BytesPerMessage).Series).Style);
        Assert.All(ChartSamples.All["effects"].Series, s => Assert.Equal(0, s.Style));
    }

    [Fact]
    public void Beside_JoinsNoLaunches_AndSaysThatNothingWasInterleaved()
    {
        ChartSpec spec = ArmChart.Between(Run, "baseline", Run, "candidate", MetricIds.BytesPerMessage);

        Assert.DoesNotContain(spec.Series, s => s.Mark == ChartMark.Line);
        Assert.Equal([12, 12], spec.Series.Where(s => s.Mark == ChartMark.Points).Select(s => s.Data.Count));
        Assert.Contains(ArmComparisonText.Notice, spec.Notes);
        Assert.True(ArmChart.Between(Run, "baseline", Run, "unknown", MetricIds.BytesPerMessage).IsEmpty);
    }

    [Fact]
    public void Swapped_EveryDifferenceChangesItsSign_AndTheVerdictItsPlaceOnly()
    {
        RunReport swapped = SwappedReport.Of(Run);
        MetricEstimate was = Run.Verdict!.Estimates[1];
        MetricEstimate now = swapped.Verdict!.Estimates[1];

        Assert.Equal(("candidate", "baseline", Run.Verdict.Kind), (swapped.Run.Plan.Baseline.Name, swapped.Run.Plan.Other.Name, swapped.Verdict.Kind));
        Assert.Equal(1 / (1 + was.ShownChange) - 1, now.ShownChange, 12);
        Assert.Equal(1 / (1 + was.ShownHigh) - 1, now.ShownLow, 12);
        Assert.Equal((MetricClass.WorsePractical, was.OtherMedian), (now.Class, now.BaselineMedian));
        Assert.Equal(-Run.Attribution!.ExactDifference, swapped.Attribution!.ExactDifference);
        Assert.Equal((Run.Attribution.Sites[0].Other, -Run.Attribution.Sites[0].High), (swapped.Attribution.Sites[0].Baseline, swapped.Attribution.Sites[0].Low));
        Assert.True(SwappedReport.IsSwapped(swapped));
        Assert.False(SwappedReport.IsSwapped(SwappedReport.Of(swapped)));
        Assert.Equal(Run.Verdict.Estimates.Select(e => e with { PBetter = 0, Contrasts = [] }), SwappedReport.Of(swapped).Verdict!.Estimates.Select(e => e with { PBetter = 0, Contrasts = [] }));
    }

    [Fact]
    public void Swapped_ForestSaysNoVerdictWord_AndAaStaysAa()
    {
        ChartSpec swapped = ChartSamples.All["forest-swapped"];

        Assert.Equal("baseline against candidate", swapped.Title);
        Assert.All(Enum.GetValues<VerdictKind>(), k => Assert.DoesNotContain(VerdictWords.Of(k), ChartText.Of(swapped), StringComparison.Ordinal));
        Assert.True(VerdictWords.IsAa(SwappedReport.Of(SampleReports.Report(SampleReports.Keep(), SampleReports.Plan(isAa: true))).Run));
    }

    [Fact]
    public void Beside_LeavesOutTracedAndSupersededLaunches()
    {
        RunReport run = SampleReports.Report(null) with
        {
            Launches =
            [
                SampleReports.Launch("a", "candidate", 0, 0, 100), SampleReports.Launch("traced", "candidate", 0, 0, 900) with { Kind = LaunchKind.Diagnostic },
                SampleReports.Launch("old", "candidate", 1, 0, 900), SampleReports.Launch("b", "candidate", 1, 0, 110, attempt: 1),
            ],
        };

        Assert.Equal(["a", "b", "a", "b"], ArmChart.Between(run, "candidate", run, "candidate", MetricIds.BytesPerMessage).Provenance.LaunchIds);
    }
}
