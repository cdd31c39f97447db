using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

public sealed class RunChartTests
{
    private static readonly RunReport Run = ChartSamples.Run;

    [Fact]
    public void Forest_PutsDifferencesAndRatiosOnOneAxis_EachWithItsOwnBand()
    {
        ChartSpec spec = ForestChart.Of(Run);
        MetricEstimate bytes = Run.Verdict!.Estimates[0];
        MetricEstimate cpu = Run.Verdict.Estimates[1];
        int cpuRow = spec.At.Categories.ToList().IndexOf("cpu-us/msg");
        ChartDatum[] data = Bars(spec);

        Assert.Equal((-64.01 / 184.02, -64.12 / 184.02, -63.91 / 184.02), (data[0].Value, data[0].Low, data[0].High));
        Assert.Equal((cpu.ShownChange, cpu.ShownLow, cpu.ShownHigh), (data[cpuRow].Value, data[cpuRow].Low, data[cpuRow].High));
        Assert.Equal($"{Numbers.Change(bytes)} {Numbers.Interval(bytes)}", data[0].Shown);
        Assert.Equal((-4 / 184.02, 4 / 184.02), Band(spec, 0));
        Assert.Equal(0.03, Band(spec, cpuRow).To, 12);
        Assert.Equal(1 / 1.03 - 1, Band(spec, cpuRow).From, 12);
    }

    /// <summary>Of rare pauses what matters is a multiple of what there is: shown whole it would make dots of all other rows.</summary>
    [Fact]
    public void Forest_WhatMattersFarBeyondEveryInterval_DoesNotSetTheAxis()
    {
        MetricEstimate bytes = Run.Verdict!.Estimates[0];
        ChartSpec spec = ForestChart.Of(Run with { Verdict = Run.Verdict with { Estimates = [bytes with { Delta = 100 * bytes.BaselineMedian }] } });

        Assert.Equal(1.5 * 64.12 / 184.02, spec.Value.Max!.Value, 9);
        Assert.Equal(-1.5 * 64.12 / 184.02, spec.Value.Min!.Value, 9);
        Assert.Equal((-100.0, 100.0), Band(spec, 0));
    }

    [Fact]
    public void Forest_ShowsWhatIsUnsettled_WhatHasNoInterval_AndWhatHasNoPercentage()
    {
        ChartSpec spec = ForestChart.Of(Run);
        Dictionary<string, ChartDatum> rows = Bars(spec).ToDictionary(d => spec.At.Place(d.At));

        Assert.Equal(["better", "worse", "neither"], spec.Series.Select(s => s.Name));
        Assert.Equal([0.0, 2.0], spec.Series[0].Data.Select(d => d.At));
        Assert.Equal(DatumState.Normal, rows["cpu-us/msg"].State);
        Assert.Equal(DatumState.Unsettled, rows["latency-p99"].State);
        Assert.Equal((DatumState.Insufficient, double.NaN), (rows["gen2/million"].State, rows["gen2/million"].Low));
        Assert.Equal(double.NaN, rows["lost"].Value);
        Assert.Contains(spec.Notes, n => n.StartsWith("lost: no percentage of a baseline of 0; change +3.00", StringComparison.Ordinal));
        Assert.Contains("bytes/msg: candidate -64.01 B [-64.12, -63.91] below baseline", ChartText.Of(spec), StringComparison.Ordinal);
    }

    /// <summary>The interval after all pairs is the verdict's own, and before six pairs there is none at this level.</summary>
    [Fact]
    public void Contrasts_ShowEachPairAndWhatThePairsSoFarSay()
    {
        RunReport pairs = ChartSamples.Pairs();
        ChartSpec spec = ContrastChart.Of(pairs, MetricIds.CpuUsPerMessage);
        MetricEstimate estimate = pairs.Verdict!.Estimates[0];
        SignedRankResult whole = HodgesLehmann.Estimate([.. estimate.Contrasts], pairs.Run.Plan.OneSidedAlpha);
        ChartSeries interval = spec.Series.Single(s => s.Mark == ChartMark.Band);

        Assert.Equal([MetricIds.CpuUsPerMessage], ContrastChart.Metrics(pairs.Verdict));
        Assert.Equal(estimate.Contrasts.Select(c => Math.Exp(-c) - 1), spec.Series.Single(s => s.Mark == ChartMark.Points).Data.Select(d => d.Value));
        Assert.Equal([6.0, 7, 8, 9], interval.Data.Select(d => d.At));
        Assert.Equal((Math.Exp(-whole.Upper) - 1, Math.Exp(-whole.Lower) - 1), (interval.Data[^1].Low, interval.Data[^1].High));
        Assert.Equal("cpu-us/msg: pair by pair", spec.Title);
        Assert.True(ContrastChart.Of(Run, MetricIds.LatencyP99).IsEmpty);
    }

    [Fact]
    public void Turns_AreThoseOfTheLastPairThatAreSaturated()
    {
        ChartSpec spec = TurnChart.Of(ChartSamples.Pairs());

        Assert.Equal(["baseline", "candidate"], spec.Series.Select(s => s.Name));
        Assert.Equal([0.0, 2, 4, 8, 10, 12], spec.Series[0].Data.Select(d => d.At));
        Assert.Equal(["l-17", "l-18"], spec.Provenance.LaunchIds);
        Assert.False(TurnChart.IsFor(Run));
        Assert.True(TurnChart.Of(Run).IsEmpty);
    }

    [Fact]
    public void Arms_BoxIsQuartilesOfTheLaunches_AndPairsAreBlockMeans()
    {
        ChartSpec spec = ArmChart.Arms(Run, MetricIds.BytesPerMessage);
        double[] sorted = [.. Run.Launches.Where(l => l.Arm == "baseline").Select(l => l.Metrics[MetricIds.BytesPerMessage]).Order()];
        ChartDatum box = spec.Series.First(s => s.Mark == ChartMark.Box).Data[0];
        ChartSeries[] pairs = [.. spec.Series.Where(s => s.Mark == ChartMark.Line)];

        Assert.Equal((sorted[0], (sorted[5] + sorted[6]) / 2, sorted[11]), (box.Low, box.Value, box.High));
        Assert.InRange(box.InnerLow, sorted[2], sorted[3]);
        Assert.InRange(box.InnerHigh, sorted[8], sorted[9]);
        Assert.Equal(6, pairs.Length);
        Assert.Equal(Run.Launches.Where(l => l is { Block: 2, Arm: "candidate" }).Average(l => l.Metrics[MetricIds.BytesPerMessage]), pairs[2].Data[1].Value, 12);
        Assert.Equal(Run.Launches.Select(l => l.Id), spec.Provenance.LaunchIds);
    }

    [Fact]
    public void Arms_LeaveOut_FailedDiagnosticAndSupersededLaunches()
    {
        RunReport run = SampleReports.Report(null) with
        {
            Launches =
            [
                SampleReports.Launch("old", "baseline", 0, 0, 900),
                SampleReports.Launch("a", "baseline", 0, 0, 100, attempt: 1),
                SampleReports.Launch("failed", "baseline", 0, 3, 901, attempt: 1) with { State = LaunchState.Failed },
                SampleReports.Launch("traced", "baseline", 0, 0, 902, attempt: 1) with { Kind = LaunchKind.Diagnostic },
                SampleReports.Launch("b", "candidate", 0, 1, 90, attempt: 1),
                SampleReports.Launch("nothing", "candidate", 0, 2, double.PositiveInfinity, attempt: 1),
            ],
        };

        Assert.Equal(["a", "b"], ArmChart.Arms(run, MetricIds.BytesPerMessage).Provenance.LaunchIds);
        Assert.Equal([100, 90], ArmChart.Order(run, MetricIds.BytesPerMessage).Series.SelectMany(s => s.Data).Select(d => d.Value));
    }

    [Fact]
    public void Arms_OfALongRun_StayInsideTheLimits()
    {
        RunReport run = SampleReports.Report(null) with
        {
            Launches = [.. Enumerable.Range(0, 8_000).Select(i => SampleReports.Launch($"l-{i}", i % 4 is 0 or 3 ? "baseline" : "candidate", i / 4, i % 4, i == 4_001 ? 10_000 : 100 + ChartSamples.Noise(i)))],
        };

        Assert.All(
            new[] { ArmChart.Arms(run, MetricIds.BytesPerMessage), ArmChart.Order(run, MetricIds.BytesPerMessage) },
            s => Assert.Contains(s.Series.SelectMany(x => x.Data), d => d.Value == 10_000));
    }

    [Fact]
    public void Percentiles_LineIsTheLevelOfTheArm_BandIsAllLaunches_AndTheNoteSaysWhatTheyAreNot()
    {
        ChartSpec spec = PercentileChart.Of(Run);
        double[] p99 = [.. Run.Launches.Where(l => l.Arm == "baseline").Select(l => l.Load!.PercentilesUs[MetricIds.LatencyP99]).Order()];
        ChartDatum line = spec.Series.First(s => s.Mark == ChartMark.Line).Data[2];
        ChartDatum band = spec.Series.First(s => s.Mark == ChartMark.Band).Data[2];

        Assert.Equal(100, line.At, 6);
        Assert.Equal(ArmLevels.Of(Run, MetricIds.LatencyP50, l => l.Load!.PercentilesUs[MetricIds.LatencyP99]).Baseline, line.Value, 9);
        Assert.Equal((p99[0], p99[11]), (band.Low, band.High));
        Assert.Contains(spec.Notes, n => n.Contains("Recorded percentiles only", StringComparison.Ordinal) && n.Contains("not a confidence interval", StringComparison.Ordinal));
    }

    [Fact]
    public void Percentiles_FromHistograms_SaySo_AndLeaveUnusablePointsOut()
    {
        LatencyCurve curve = new("l-1", "baseline", [(0, 10), (0.5, 20), (0.9, double.NaN), (0.99, 0), (0.999, double.PositiveInfinity), (1, 50), (0.75, 30)]);

        ChartSpec spec = PercentileChart.Of(Run, [curve, curve with { Arm = "unknown" }]);

        Assert.Equal([1.0, 2, 4], spec.Series.Single(s => s.Mark == ChartMark.Line).Data.Select(d => d.At));
        Assert.Contains(spec.Notes, n => n.Contains("from the launches' histograms", StringComparison.Ordinal));
    }

    [Fact]
    public void Percentiles_OfTheWholeRun_TakeTheHistogramsThatThereAre()
    {
        LatencyCurve[] curves = [.. Run.Launches.Select(l => new LatencyCurve(l.Id, l.Arm, [(0.5, 1_000), (0.95, l.Slot + 1)]))];

        ChartSpec whole = PercentileChart.Whole(Run, [.. curves, new LatencyCurve("l-not-of-this-run", "baseline", [(0.95, 1e6)])]);
        ChartSpec part = PercentileChart.Whole(Run, curves[1..]);
        ChartSpec none = PercentileChart.Whole(Run, []);

        ChartSeries band = whole.Series.First(s => s.Mark == ChartMark.Band);
        double[] own = [.. Run.Launches.Where(l => l.Arm == "baseline").Select(l => l.Slot + 1.0)];
        Assert.Equal([2.0, 20], band.Data.Select(d => Math.Round(d.At, 6)));
        Assert.Equal((own.Min(), own.Max()), (band.Data[1].Low, band.Data[1].High));
        LatencyCurve longer = curves[0] with { Points = [.. curves[0].Points, (0.99, 40_000)] };
        Assert.Equal(2, PercentileChart.Whole(Run, [longer, .. curves[1..]]).Series.First(s => s.Mark == ChartMark.Band).Data.Count);
        Assert.Contains(part.Notes, n => n.Contains("1 launch has none and stands with recorded percentiles only (p50, p90, p99, p99.9)", StringComparison.Ordinal));
        Assert.Equal(PercentileChart.Of(Run).Notes, none.Notes);
    }

    [Fact]
    public void Sites_StatesFollowIntervalsAndArms()
    {
        ChartSpec spec = SiteChart.Differences(Run);
        Dictionary<string, DatumState> states = Bars(spec).ToDictionary(d => spec.At.Place(d.At).Split(' ')[0], d => d.State);

        Assert.Equal(
            (DatumState.Normal, DatumState.Gone, DatumState.New, DatumState.Unsettled),
            (states["Session.Send"], states["ToByteArrayReplyCodec.Encode"], states["SpanReplyCodec.Encode"], states["Stage.Dispatch"]));
    }

    [Fact]
    public void Sites_WithoutInterval_AreHatched()
    {
        AllocationDifference site = Run.Attribution!.Sites[0] with { Low = double.NaN, High = double.NaN, IsDifferent = false };
        RunReport run = Run with { Attribution = Run.Attribution with { Sites = [site] } };

        Assert.Equal(DatumState.Insufficient, Assert.Single(SiteChart.Differences(run).Series[0].Data).State);
    }

    [Fact]
    public void Waterfall_EachBarBeginsWhereTheLastEnded_AndEndsAtTheExactChange()
    {
        ChartSpec spec = SiteChart.Waterfall(Run);
        ChartDatum[] steps = Bars(spec)[..^1];

        Assert.Equal(["less in candidate", "more in candidate", "exact change"], spec.Series.Select(s => s.Name));
        Assert.All(spec.Series[0].Data, d => Assert.True(d.Value < d.From));
        Assert.All(spec.Series[1].Data, d => Assert.True(d.Value > d.From));
        Assert.Equal(0, steps[0].From);
        Assert.All(steps.Zip(steps.Skip(1)), p => Assert.Equal(p.First.Value, p.Second.From));
        Assert.Equal(Run.Attribution!.ExactDifference, steps[^1].Value, 6);
        Assert.Equal(Run.Attribution.ExactDifference, Assert.Single(spec.Series[2].Data).Value);
        Assert.Equal(DatumState.Unsettled, steps[^1].State);
    }

    [Fact]
    public void Waterfall_OfManySites_SumsTheRest()
    {
        AllocationDifference[] sites = [.. Enumerable.Range(1, 50).Select(i => new AllocationDifference($"N.T{i}.M", "T", null, i, 0, -i, -i - 1, -i + 1, true))];
        RunReport run = Run with { Attribution = Run.Attribution! with { Sites = sites, Explained = -1275, Unexplained = 0, ExactDifference = -1275 } };

        ChartSpec spec = SiteChart.Waterfall(run);

        Assert.Equal(SiteChart.SitesMax + 3, spec.At.Categories.Count);
        Assert.Equal("30 more sites", spec.At.Categories[SiteChart.SitesMax]);
        Assert.Equal(-1275, spec.Series[0].Data[^1].Value);
    }

    [Fact]
    public void Hops_StackToTheMean_InTheOrderOfThePath()
    {
        ChartSpec spec = HopChart.Of(Run);
        HopRecord[] hops = [.. HopText.HopsOf(Run, "baseline")];
        ChartDatum[] baseline = [.. spec.Series.Select(s => s.Data.Single(d => d.At == 0))];

        Assert.Equal(hops.Select(h => h.Name), spec.Series.Select(s => s.Name));
        Assert.All(baseline.Zip(baseline.Skip(1)), p => Assert.Equal(p.First.Value, p.Second.From, 9));
        Assert.Equal(hops.Sum(h => h.MeanNs) / 1_000, baseline[^1].Value, 9);
    }

    [Fact]
    public void History_BreaksWhereTheMachineChanges_NotWhereTheBuildDoes_AndMarksDecisions()
    {
        ChartSpec spec = ChartSamples.All["history"];
        ChartSeries medians = spec.Series.First(s => s is { Mark: ChartMark.Line, Style: 0 });

        Assert.Single(medians.Data, d => double.IsNaN(d.Value));
        Assert.Equal(3, spec.References.Count);
        Assert.Contains(spec.Notes, n => n.Contains("breaks: 1", StringComparison.Ordinal));

        RunReport otherBuild = Run with
        {
            Run = Run.Run with { Id = "r-2", CreatedAt = SampleReports.Time.AddDays(1) },
            Launches = [.. Run.Launches.Select(l => l with { Fingerprint = FingerprintKeys.Identity.ToDictionary(k => k, k => k == FingerprintKeys.EngineModule ? "m-2" : $"{k}-1") })],
        };
        Assert.DoesNotContain(HistoryChart.Of([Run, otherBuild], MetricIds.BytesPerMessage).Series.SelectMany(s => s.Data), d => double.IsNaN(d.Value));
    }

    [Fact]
    public void History_LeavesOtherScenariosOut_AndCountsThem()
    {
        RunReport other = Run with { Run = Run.Run with { CreatedAt = SampleReports.Time.AddDays(-1), Plan = Run.Run.Plan with { Experiment = Run.Run.Plan.Experiment with { Scenario = "another" } } } };

        ChartSpec spec = HistoryChart.Of([other, Run], MetricIds.BytesPerMessage);

        Assert.Contains(spec.Notes, n => n == "Runs of other scenarios, left out: 1.");
        Assert.Single(spec.Series.First(s => s.Mark == ChartMark.Line).Data);
    }

    [Fact]
    public void MissingData_GiveAReason_NeverAFigure()
    {
        RunReport nothing = SampleReports.Report(null);
        (ChartSpec Spec, string Reason)[] empty =
        [
            (ForestChart.Of(nothing), "the run has no verdict yet"),
            (ForestChart.Of(SampleReports.Report(SampleReports.Verdict(VerdictKind.Unfit))), "the verdict carries no estimate"),
            (ArmChart.Arms(nothing, MetricIds.BytesPerMessage), "no completed timed launch of this run carries bytes/msg"),
            (ArmChart.Order(nothing, MetricIds.BytesPerMessage), "no completed timed launch of this run carries bytes/msg"),
            (PercentileChart.Of(nothing), "a closed loop has none"),
            (SiteChart.Differences(nothing), "the run has no verdict"),
            (SiteChart.Waterfall(nothing), "the run has no verdict"),
            (SiteChart.Differences(SampleReports.Report(SampleReports.Keep())), "this run has no diagnostic launch"),
            (HopChart.Of(nothing), "this run did not record hops"),
            (HistoryChart.Of([], MetricIds.BytesPerMessage), "no run has a completed timed launch with bytes/msg"),
        ];

        Assert.All(empty, e => Assert.Contains(e.Reason, e.Spec.EmptyReason, StringComparison.Ordinal));
        Assert.All(empty, e => Assert.Empty(e.Spec.Series));
        Assert.All(empty, e => Assert.StartsWith("No data: ", ChartText.Of(e.Spec), StringComparison.Ordinal));
    }

    [Fact]
    public void EveryChartOfAnInjectedTwin_SaysBoth()
    {
        RunReport run = Run with
        {
            Run = Run.Run with { Plan = Run.Run.Plan with { Other = Run.Run.Plan.Other with { Name = ArmNames.Twin, Inject = new InjectSpec { BytesPerMessage = 64 } } } },
        };
        ChartSpec[] charts =
        [
            ForestChart.Of(run), ArmChart.Arms(run, MetricIds.BytesPerMessage), ArmChart.Order(run, MetricIds.BytesPerMessage), PercentileChart.Of(run),
            SiteChart.Differences(run), SiteChart.Waterfall(run), HopChart.Of(run),
        ];

        Assert.All(charts, c => Assert.Contains(c.Notes, n => n.StartsWith("INJECTED", StringComparison.Ordinal)));
        Assert.All(charts, c => Assert.Contains(c.Notes, n => n.StartsWith("A/A", StringComparison.Ordinal)));
        Assert.Contains(HistoryChart.Of([run], MetricIds.BytesPerMessage).Notes, n => n.StartsWith("INJECTED", StringComparison.Ordinal));
    }

    [Fact]
    public void NumbersThatCannotBeDrawn_BreakNoChart()
    {
        double[] odd = [double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1e300, -1e300, 0, -5];
        foreach (double value in odd)
        {
            MetricEstimate estimate = Run.Verdict!.Estimates[0] with { BaselineMedian = value, OtherMedian = value, Theta = value, Lower = value, Upper = value, Delta = value };
            AllocationDifference site = Run.Attribution!.Sites[0] with { Baseline = value, Other = value, Difference = value, Low = value, High = -value };
            RunReport run = Run with
            {
                Verdict = Run.Verdict with { Estimates = [estimate, estimate with { Policy = SampleReports.Cpu }] },
                Attribution = Run.Attribution with { Sites = [site, site with { IsDifferent = false }], ExactDifference = value, Explained = value, Unexplained = value, ExplainedHalfWidth = value },
                Launches =
                [
                    .. Run.Launches.Select(l => l with
                    {
                        Metrics = new Dictionary<string, double> { [MetricIds.BytesPerMessage] = value },
                        Load = new LoadResult { PercentilesUs = new Dictionary<string, double> { [MetricIds.LatencyP50] = value } },
                        Hops = [new HopRecord("", 1, value, value, value), new HopRecord("hop", 1, value, null, null)],
                    }),
                ],
            };
            ChartSpec[] charts =
            [
                ForestChart.Of(run), ArmChart.Arms(run, MetricIds.BytesPerMessage), ArmChart.Order(run, MetricIds.BytesPerMessage), PercentileChart.Of(run),
                SiteChart.Differences(run), SiteChart.Waterfall(run), HopChart.Of(run), HistoryChart.Of([run], MetricIds.BytesPerMessage),
            ];
            Assert.All(charts, c => Assert.NotEmpty(Reporting.Charts.Svg.SvgChart.Of(c)));
            Assert.All(charts, c => Assert.NotEmpty(ChartTerminal.Lines(c)));
        }
    }

    private static (double From, double To) Band(ChartSpec spec, int row)
    {
        ChartReference band = spec.References.Single(r => r.Row == row);
        return (band.From, band.To!.Value);
    }

    private static ChartDatum[] Bars(ChartSpec spec) => [.. spec.Series.SelectMany(s => s.Data).OrderBy(d => d.At)];
}
