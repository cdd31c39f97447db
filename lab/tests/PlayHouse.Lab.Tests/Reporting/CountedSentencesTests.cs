using System.Text.RegularExpressions;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Differences;
using PlayHouse.Lab.Reporting.Html;

namespace PlayHouse.Lab.Reporting.Tests;

/// <summary>Everything that is reported of a run in which there is one of each thing: no sentence says "1 launches".</summary>
public sealed partial class CountedSentencesTests
{
    private static readonly RunReport One = Make();

    [Fact]
    public void OneOfEach_IsSaidAsOne()
    {
        ChartSpec[] charts =
        [
            ForestChart.Of(One), ArmChart.Arms(One, MetricIds.BytesPerMessage), ArmChart.Order(One, MetricIds.BytesPerMessage), PercentileChart.Of(One), SiteChart.Waterfall(One),
            SiteChart.Differences(One), EcdfChart.Of(One, MetricIds.BytesPerMessage), HistoryChart.Of([One], MetricIds.BytesPerMessage),
        ];
        string[] texts =
        [
            RunText.Full(One, 400), RunMarkdown.Of(One), HtmlReport.Of(One, []), .. charts.Select(c => ChartText.Of(c)), .. charts.Select(c => ChartMarkdown.Of(c)), .. MethodText.Of(One), .. MethodText.Missing(One.Verdict!),
            .. MetricTable.Notes(One.Verdict!.Estimates[0], 0.5), HotspotText.TraceLine(One.Profiles[0]),
        ];

        Assert.All(texts, t => Assert.True(Wrong().Match(t) is { Success: false } or { Value: "" }, $"{Wrong().Match(t).Value} in: {t}"));
        Assert.Contains(texts, t => t.Contains("1 more block", StringComparison.Ordinal));
        Assert.Contains(texts, t => t.Contains("1 sample over 1 message", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(4, "1 more site differs.")]
    [InlineData(5, "2 more sites differ.")]
    public void Headlines_SayHowManyMoreDiffer(int sites, string last)
    {
        AllocationDifference[] found = [.. Enumerable.Range(1, sites).Select(i => new AllocationDifference($"N.T{i}.M", "T", null, i, 0, -i, -i - 1, -i + 1, true))];
        ArmsDifference difference = new()
        {
            Baseline = "baseline", Other = "candidate", IsInterleaved = true, Sites = SampleReports.Attribution() with { Sites = found }, Coverage = [], Needs = [],
        };

        Assert.Equal(last, DifferenceWords.Headlines(difference)[^1]);
    }

    private static RunReport Make()
    {
        VerdictRecord keep = SampleReports.Keep();
        MetricEstimate estimate = keep.Estimates[0] with { Blocks = 1, BlocksToKeep = 1, BlocksToEquivalence = 1 };
        return SampleReports.KeepReport() with
        {
            BlocksAccepted = 1,
            Verdict = keep with { Blocks = 1, Estimates = [estimate, keep.Estimates[^1]] },
            Launches = [SampleReports.Launch("l-1", "baseline", 0, 0, 184), SampleReports.Launch("l-2", "candidate", 0, 1, 120)],
            Profiles = [SampleReports.Profile("baseline") with { Samples = 1, Messages = 1 }],
        };
    }

    // "1 launches", "1 more sites", but neither "11 launches" nor "0.1 messages/s" nor "1 of 6 launches".
    [GeneratedRegex(@"(?<![\d.,])1 (more |timed |fresh |explored |traced )*(launches|blocks|runs|sites|samples|messages|metrics|processes|points|traces|rows|series|connections|pairs|collections)\b(?!/)", RegexOptions.CultureInvariant)]
    private static partial Regex Wrong();
}
