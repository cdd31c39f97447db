using System.Globalization;
using System.Text.Json;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Html;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.History;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Compare;

/// <summary>No figure of a recorded run contradicts another, on any surface.</summary>
public sealed class SampleFigureTests(SampleRuns samples, ITestOutputHelper output) : IClassFixture<SampleRuns>
{
    private const int Wide = 240;

    [Fact]
    public void Rows_OfEverySurface_AgreeOrCarryTheMark()
    {
        int marked = 0;
        int rows = 0;
        foreach ((string file, RunReport report) in samples.Reports)
        {
            string[] text = RunText.Full(report, Wide).Split('\n');
            string[] markdown = RunMarkdown.Of(report).Split('\n');
            string[] csv = MetricCsv.Of(report).Split('\n');
            string html = HtmlReport.Of(report, []);
            using JsonDocument json = JsonDocument.Parse(RunJson.Of(report));
            bool isAny = false;
            foreach (MetricEstimate estimate in report.Verdict!.Estimates)
            {
                // What a reader of the printed row would say, from its characters alone.
                string printed = markdown.Single(l => l.StartsWith($"| {estimate.Policy.Id} |", StringComparison.Ordinal));
                string[] cells = [.. printed.Split('|').Select(c => c.Trim())];
                bool isMarked = cells[5].EndsWith('~');
                Assert.True(isMarked || Agrees(cells[3], cells[4], cells[5], estimate.Policy.Scale), $"{file}: {printed}");

                Assert.Equal(isMarked, text.Single(l => l.StartsWith($"  {VerdictWords.LabelWithUnit(estimate.Policy)}  ", StringComparison.Ordinal)).Contains(" ~", StringComparison.Ordinal));
                Assert.Equal(isMarked ? "no" : "yes", csv.Single(l => l.Contains($",{estimate.Policy.Id},", StringComparison.Ordinal)).Split(',')[^1].Trim());
                Assert.Contains($">{new MetricRow(estimate).Change}<", html, StringComparison.Ordinal);
                JsonElement node = json.RootElement.GetProperty("verdict").GetProperty("metrics").EnumerateArray().Single(m => m.GetProperty("id").GetString() == estimate.Policy.Id);
                Assert.Equal(!isMarked, node.GetProperty("armsAgreeWithChange").GetBoolean());
                Assert.Equal(isMarked, new MetricRow(estimate).Line.Contains(" ~ ", StringComparison.Ordinal));
                isAny |= isMarked;
                marked += isMarked ? 1 : 0;
                rows++;
            }

            string flat = string.Join(' ', text.Select(l => l.Trim()));
            Assert.Equal(isAny, flat.Contains(MetricRow.Apart, StringComparison.Ordinal));
            Assert.Equal(isAny, html.Contains("do not add up to its change", StringComparison.Ordinal));
            Assert.Equal(isAny, string.Join('\n', markdown).Contains("do not add up to its change", StringComparison.Ordinal));
            Assert.Equal(isAny, ForestChart.Of(report).Notes.Contains(MetricRow.Apart));
        }

        output.WriteLine($"{marked} of {rows} rows of the recorded runs carry the mark");
        Assert.InRange(marked, 1, rows / 4);
    }

    [Fact]
    public void Level_OfEveryMetric_IsTheSameInTableChartHistoryAndComparison()
    {
        foreach ((string file, RunReport report) in samples.Reports)
        {
            HistorySeries series = Assert.Single(ExperimentHistory.Of([report]).Series);
            Dictionary<string, MetricHistory> history = MetricHistory.All(series).ToDictionary(h => h.Metric);
            ArmComparison inside = ArmComparison.Of(report, report.Run.Plan.Baseline.Name, report, report.Run.Plan.Other.Name);
            foreach (MetricEstimate estimate in report.Verdict!.Estimates)
            {
                string metric = estimate.Policy.Id;
                string where = $"{file}: {metric}";
                HistoryPoint point = Assert.Single(history[metric].Points);
                Assert.True(Same(estimate.BaselineMedian, point.Baseline) && Same(estimate.OtherMedian, point.Other), $"{where} in its history: {point.Baseline}, {point.Other}");
                ArmMetric arms = inside.Metrics.Single(m => m.Metric == metric);
                Assert.True(Same(estimate.BaselineMedian, arms.Left) && Same(estimate.OtherMedian, arms.Right), $"{where} side by side: {arms.Left}, {arms.Right}");
                string caption = ArmChart.Arms(report, metric).Summary!;
                Assert.Contains($"baseline {Numbers.Value(estimate.BaselineMedian, estimate.Policy)}", caption, StringComparison.Ordinal);
            }
        }
    }

    [Fact]
    public void Latency_OfTheCaption_IsThatOfTheTable()
    {
        foreach ((string file, RunReport report) in samples.Reports)
        {
            if (report.Verdict!.Estimates.FirstOrDefault(e => e.Policy.Id == MetricIds.LatencyP50) is { } p50)
            {
                string summary = PercentileChart.Of(report).Summary!;
                Assert.True(summary.Contains($"baseline p50 {Numbers.Plain(p50.BaselineMedian)} us", StringComparison.Ordinal), $"{file}: {summary}");
            }
        }
    }

    [Fact]
    public void Launches_ThatCount_AreThoseTheAnalysisAccepted()
    {
        foreach ((string file, RunReport report) in samples.Reports)
        {
            BlockLedger ledger = BlockLedger.Of(report.Run.Plan, report.Launches);
            Assert.Equal(ledger.Accepted.SelectMany(b => b.Slots).Select(l => l.Id).Order(), AcceptedLaunches.Of(report).Select(l => l.Id).Order());
            Assert.True(ledger.Accepted.Count == report.BlocksAccepted, file);
        }
    }

    [Fact]
    public void Sites_OfAnArmTracedOnce_CarryNoStarAndSaySo()
    {
        foreach ((string file, RunReport report) in samples.Reports)
        {
            int fewest = new[] { report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name }.Min(a => report.Profiles.Count(p => p.Arm == a && p.Invalid.Count == 0));
            AllocationComparison sites = report.Attribution!;
            Assert.True(sites.HasLaunchSpread == fewest > 1, file);
            Assert.True(fewest > 1 || sites.IsEmpty, file);
            foreach (string shown in new[] { RunText.Full(report, Wide), RunMarkdown.Of(report), HtmlReport.Of(report, []) })
            {
                Assert.Equal(fewest == 1, shown.Contains("Two of each arm are needed", StringComparison.Ordinal));
                Assert.False(fewest == 1 && (shown.Contains("yes *", StringComparison.Ordinal) || shown.Contains("\n* ", StringComparison.Ordinal)), file);
            }
        }

        Assert.Contains(samples.Reports, r => r.Report.Attribution is { HasLaunchSpread: true, IsEmpty: false });
    }

    [Fact]
    public async Task Sites_OfEveryTrace_AddUpToItsCounterInTableAndStacks()
    {
        foreach ((string file, RunReport report) in samples.Reports)
        {
            IReadOnlyList<Profiling.Stacks.AllocationStacks> stacks = await samples.Service.StacksAsync(report.Run.Id, CancellationToken.None);
            foreach (AllocationProfile profile in report.Profiles.Where(p => p.IsCalibrated))
            {
                LaunchRecord launch = report.Launches.Single(l => l.Id == profile.LaunchId);
                double counter = profile.ExactBytesPerMessage + RunFigures.InstrumentBytes(launch) / profile.Messages;
                Assert.True(Math.Abs(profile.Sites.Sum(s => s.BytesPerMessage) / counter - 1) < 1e-6, $"{file} {profile.Arm}");
                Profiling.Stacks.AllocationStacks own = stacks.Single(s => s.Origin == profile.LaunchId);
                Assert.True(Math.Abs(own.Total().Bytes / own.Messages / counter - 1) < 1e-6, $"{file} {profile.Arm}, stacks");
            }
        }
    }

    [Fact]
    public void Counts_OfAFewEventsALaunch_HaveNoSettledClass()
    {
        (RunReport Run, MetricEstimate Row)[] rare =
        [
            .. samples.Reports.SelectMany(r => r.Report.Verdict!.Estimates.Select(e => (r.Report, e)))
                .Where(r => r.e.Policy.Id is MetricIds.Gen0PerMillion or MetricIds.Gen1PerMillion && r.e.EventsPerLaunch is > 0 and < MetricEstimate.EventsMin && r.e.Class != MetricClass.Equivalent),
        ];
        Assert.NotEmpty(rare);
        foreach ((RunReport run, MetricEstimate row) in rare)
        {
            Assert.Equal(("few", "too-few-events"), (VerdictWords.Short(row), VerdictWords.Long(row)));
            Assert.Contains("events in a launch, 5 are needed", RunText.Full(run, Wide), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Intervals_OfTooFewBlocks_AreWords()
    {
        foreach ((string file, RunReport report) in samples.Reports)
        {
            foreach (string shown in new[] { RunText.Full(report, Wide), RunMarkdown.Of(report), HtmlReport.Of(report, []) })
            {
                Assert.False(shown.Contains('∞', StringComparison.Ordinal), file);
            }

            bool isAny = report.Verdict!.Estimates.Any(e => e.HasTooFewBlocks);
            Assert.Equal(isAny, RunText.Full(report, Wide).Contains(Numbers.TooFewBlocks, StringComparison.Ordinal));
        }
    }

    private static bool Same(double a, double b) => Math.Abs(a - b) <= 1e-9 * Math.Max(Math.Abs(a), Math.Abs(b));

    // Sign, and size within a factor of two, as far as the printed digits carry.
    private static bool Agrees(string baseline, string other, string change, MetricScale scale)
    {
        if (change.Contains("n/a", StringComparison.Ordinal))
        {
            return true;
        }

        (double a, double stepA) = Read(baseline);
        (double b, double stepB) = Read(other);
        (double shown, double stepShown) = Read(change);
        double columns = scale == MetricScale.Difference ? b - a : 100 * (b / a - 1);
        double blur = stepShown + (scale == MetricScale.Difference ? stepA + stepB : 100 * (stepA + stepB) / Math.Abs(a));
        blur = Math.Max(blur, scale == MetricScale.Difference ? 0.001 * (Math.Abs(a) + Math.Abs(b)) : 0.2);
        bool isSigned = Math.Sign(columns) == Math.Sign(shown) || Math.Abs(columns - shown) <= blur;
        return isSigned && Math.Abs(columns - shown) <= 0.5 * Math.Max(Math.Abs(columns), Math.Abs(shown)) + blur;
    }

    /// <summary>The number at the beginning of a cell and the size of its last digit.</summary>
    private static (double Value, double Step) Read(string cell)
    {
        string number = cell.TrimStart('+').Split(' ')[0].Replace(",", "", StringComparison.Ordinal);
        double unit = cell.Contains("KiB", StringComparison.Ordinal) ? 1 << 10 : cell.Contains("MiB", StringComparison.Ordinal) ? 1 << 20 : 1;
        int exponent = number.Contains('e', StringComparison.Ordinal) ? int.Parse(number.Split('e')[1], CultureInfo.InvariantCulture) : 0;
        string digits = number.Split('e')[0];
        int decimals = digits.Contains('.', StringComparison.Ordinal) ? digits.Length - digits.IndexOf('.', StringComparison.Ordinal) - 1 : 0;
        return (unit * double.Parse(number, CultureInfo.InvariantCulture), unit * Math.Pow(10, exponent - decimals));
    }
}
