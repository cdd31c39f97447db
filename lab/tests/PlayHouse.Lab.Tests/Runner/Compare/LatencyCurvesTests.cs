using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner.Compare;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Runner.Tests.Compare;

/// <summary>Curves of a stored run against the latencies themselves, sorted.</summary>
public sealed class LatencyCurvesTests : StoredRunTests
{
    // The edge of a bucket lies less than this above any value in it.
    private const double BucketShare = 1.0 / 1_000;

    private readonly Dictionary<string, double[]> _sorted = [];

    [Fact]
    public async Task Curves_AreTheQuantilesOfWhatWasRecorded_AsFarAsEnoughMessagesAreSlower()
    {
        await LaunchAsync("l-1", "baseline", 0, 100_000);
        await LaunchAsync("l-2", "candidate", 1, 1_000);
        await LaunchAsync("l-3", "candidate", 2, 3);
        await using LabService service = await LabService.OpenAsync(Workspace, CancellationToken.None);

        IReadOnlyList<LatencyCurve> curves = await service.LatencyCurvesAsync(RunId[..12], CancellationToken.None);

        Assert.Equal([("l-1", "baseline"), ("l-2", "candidate")], curves.Select(c => (c.LaunchId, c.Arm)));
        Assert.Equal((0.9999, 0.995), (curves[0].Points[^1].Share, Math.Round(curves[1].Points[^1].Share, 3)));
        Assert.Superset(new HashSet<double> { 0, 0.5, 0.9, 0.99, 0.999, 0.9999 }, curves[0].Points.Select(p => p.Share).ToHashSet());
        Assert.All(curves, curve => Assert.All(curve.Points, p => Close(Quantile(_sorted[curve.LaunchId], p.Share), p.Us)));
    }

    [Fact]
    public async Task Chart_OfSeveralLaunches_IsTheirLevelAndTheirSpreadAtEveryShare()
    {
        string[] ids = [.. Enumerable.Range(0, 5).Select(i => $"l-{i}")];
        for (int i = 0; i < ids.Length; i++)
        {
            await LaunchAsync(ids[i], "baseline", i, 20_000 + 5_000 * i);
        }

        await using LabService service = await LabService.OpenAsync(Workspace, CancellationToken.None);
        RunReport report = await service.ReportAsync(RunId, CancellationToken.None);

        ChartSpec chart = PercentileChart.Whole(report, await service.LatencyCurvesAsync(RunId, CancellationToken.None));

        IReadOnlyList<ChartDatum> line = chart.Series.Single(s => s.Mark == ChartMark.Line).Data;
        IReadOnlyList<ChartDatum> band = chart.Series.Single(s => s.Mark == ChartMark.Band).Data;
        ChartDatum[] whole = [.. line.Where(d => d.Note!.StartsWith("level of 5 launches", StringComparison.Ordinal))];
        Assert.True(whole.Length > 150, $"{whole.Length} points");
        Assert.All(whole, d =>
        {
            double[] own = [.. ids.Select(id => Quantile(_sorted[id], 1 - 1 / d.At)).Order()];
            ChartDatum spread = band.Single(b => b.At.Equals(d.At));
            Close(ArmLevels.Of(report, MetricIds.LatencyP50, l => Quantile(_sorted[l.Id], 1 - 1 / d.At)).Baseline, d.Value);
            Close(own[0], spread.Low);
            Close(own[^1], spread.High);
        });
    }

    [Fact]
    public async Task WhatCannotBeReadOrHoldsNothing_HasNoCurve()
    {
        await SaveAsync("l-1", "baseline", 0, [1, 2, 3, 255]);
        await SaveAsync("l-2", "baseline", 1, new LatencyHistogram().ToCompressed());
        await using LabService service = await LabService.OpenAsync(Workspace, CancellationToken.None);

        Assert.Empty(await service.LatencyCurvesAsync(RunId, CancellationToken.None));
        await Assert.ThrowsAsync<LabInputException>(() => service.LatencyCurvesAsync("r-none", CancellationToken.None));
    }

    [Fact]
    public void Shares_RiseWithoutRepetition()
    {
        Assert.Equal(LatencyCurves.Shares.Order().Distinct(), LatencyCurves.Shares);
        Assert.Equal((0.0, 0.9999), (LatencyCurves.Shares[0], LatencyCurves.Shares[^1]));
    }

    // Nearest rank, from the values themselves.
    private static double Quantile(double[] sorted, double share) => sorted[Math.Clamp((int)Math.Ceiling(share * sorted.Length - 1e-6) - 1, 0, sorted.Length - 1)];

    private static void Close(double expected, double actual) => Assert.InRange(actual, expected * (1 - 1e-9), expected * (1 + 2 * BucketShare));

    private Task<RunEvent> LaunchAsync(string id, string arm, int slot, int messages)
    {
        // A body around 200 us and a tail a hundred times as long, other values in each launch.
        var random = new Random(7 + slot);
        var histogram = new LatencyHistogram();
        double[] us = new double[messages];
        for (int i = 0; i < messages; i++)
        {
            long ns = (long)(150_000 + 100_000 * random.NextDouble() + (random.Next(50) == 0 ? 20_000_000 * Math.Pow(random.NextDouble(), 3) : 0));
            histogram.Record(ns);
            us[i] = ns / 1_000.0;
        }

        _sorted[id] = [.. us.Order()];
        return SaveAsync(id, arm, slot, histogram.ToCompressed());
    }

    private Task<RunEvent> SaveAsync(string id, string arm, int slot, byte[] latency) => Store.Launches.SaveAsync(SampleReports.Launch(id, arm, 0, slot, 184, RunId) with
    {
        Load = new LoadResult { Histograms = new Dictionary<string, string> { [LoadResult.LatencyRole] = Convert.ToBase64String(latency) } },
    });
}
