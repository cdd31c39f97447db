using System.Text.RegularExpressions;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Html;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Reporting.Tests.Charts;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class HtmlReportTests
{
    private static readonly string Full = HtmlReport.Of(ChartSamples.Run, SampleRuntime.Profiles);

    public static TheoryData<string> Hostile { get; } =
    [
        "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</style><script>1</script>", "</svg><iframe src=//x>", "&#60;script&#62;", "\u001b[31m\u202Eevil", "--><b>",
    ];

    [Fact]
    public void Report_IsTheGoldenOne() => GoldenText.Check("report.html", Full);

    [Fact]
    public void Report_OfARunWithoutVerdict_SaysWhy()
    {
        string html = HtmlReport.Of(SampleReports.Report(null, state: RunState.Failed, error: "no launch of candidate completed"), []);

        Assert.Contains("FAILED, no verdict: no launch of candidate completed", html, StringComparison.Ordinal);
        Assert.DoesNotContain("class=\"word\"", html, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_HoldsNothingThatRunsOrLoads()
    {
        Assert.DoesNotMatch(new Regex(@"<(script|iframe|object|embed|link|base|form|img|a)\b|\son\w+=|javascript:|url\((?!#)|@import", RegexOptions.IgnoreCase), Full);
        Assert.All(Regex.Matches(Full, "[a-z]+://[^\"'< ]+").Select(m => m.Value), a => Assert.Equal("http://www.w3.org/2000/svg", a));
        Assert.Contains("default-src 'none'", Full, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_SaysTheFiguresOfTheTerminal()
    {
        VerdictRecord verdict = ChartSamples.Run.Verdict!;

        Assert.All(verdict.Estimates, e => Assert.Contains(HtmlWriter.Escape(Numbers.Change(e)), Full, StringComparison.Ordinal));
        Assert.All(ReasonText.Reasons(ChartSamples.Run).Concat(MethodText.Of(ChartSamples.Run)), r => Assert.Contains(HtmlWriter.Escape(r), Full, StringComparison.Ordinal));
        Assert.Equal(Full, HtmlReport.Of(ChartSamples.Run, SampleRuntime.Profiles));
        string[] ids = [.. Regex.Matches(Full, " id=\"([^\"]+)\"").Select(m => m.Groups[1].Value)];
        Assert.Equal(ids.Length, ids.Distinct().Count());
    }

    [Theory]
    [MemberData(nameof(Hostile))]
    public void Report_TextFromFiles_StaysText(string text)
    {
        RunReport sample = ChartSamples.Run;
        RunReport run = sample with
        {
            Run = sample.Run with { Id = text, ExperimentId = text, Plan = sample.Run.Plan with { Experiment = sample.Run.Plan.Experiment with { Question = text, Scenario = text } } },
            Verdict = sample.Verdict! with { Reasons = [new Said(text)], Warnings = [new Said(text)], WhatWouldChangeIt = [new Said(text)], Proofs = [new ExecutionProof(text, 1, 1, 1, false, new Said(text))] },
            Attribution = sample.Attribution! with { Sites = [sample.Attribution.Sites[0] with { Site = text, Type = text, Source = text }] },
        };

        string html = HtmlReport.Of(run, [SampleRuntime.Busy(text, 4)]);

        Assert.Equal(Tags(Full), Tags(html));
        Assert.DoesNotContain(html, c => char.IsControl(c) && c != '\n');
        string[] arms = [.. Tags(HtmlReport.Of(Arms(), "a", "b"))];
        Assert.Equal(arms, Tags(HtmlReport.Of(Arms(), text, text)));
    }

    [Theory]
    [InlineData(ComparisonFormat.Markdown, "md", "# 001-reply-codec: KEEP")]
    [InlineData(ComparisonFormat.Csv, "csv", "run,metric,role")]
    [InlineData(ComparisonFormat.Json, "json", "{")]
    [InlineData(ComparisonFormat.Html, "html", "<!DOCTYPE html>")]
    public void Export_EveryFormat_HasItsEndingAndItsContent(ComparisonFormat format, string ending, string begins)
    {
        Assert.Equal(ending, ComparisonExport.File(format).Ending);
        Assert.StartsWith(begins, ComparisonExport.Of(ChartSamples.Run, [], [], format), StringComparison.Ordinal);
        Assert.NotEmpty(ComparisonExport.Of(Arms(), "a", "b", format));
    }

    [Fact]
    public void Csv_HasEveryDigit_AndNoFormula()
    {
        string[] lines = MetricCsv.Of(ChartSamples.Run).Split('\n');
        MetricEstimate bytes = ChartSamples.Run.Verdict!.Estimates[0];

        Assert.Equal(ChartSamples.Run.Verdict.Estimates.Count + 2, lines.Length);
        Assert.Equal(["-64.01", "-64.12", "-63.91"], lines[1].Split(',')[10..13]);
        Assert.Equal(bytes.ShownChange, double.Parse(lines[1].Split(',')[10], System.Globalization.CultureInfo.InvariantCulture));
        Assert.EndsWith(",-1,,0.90625,6,inconclusive,yes", lines[6], StringComparison.Ordinal);
    }

    [Fact]
    public void Arms_AsMarkdownAndCsv_SayThatTheyWereNotInterleaved()
    {
        GoldenText.Check("arms.md", ComparisonExport.Of(Arms(), "r-1:candidate", "r-2:candidate", ComparisonFormat.Markdown));
        GoldenText.Check("arms.csv", ComparisonExport.Of(Arms(), "r-1:candidate", "r-2:candidate", ComparisonFormat.Csv));
        Assert.Contains("NOT INTERLEAVED", ComparisonExport.Of(Arms(), "a", "b", ComparisonFormat.Html), StringComparison.Ordinal);
    }

    [Fact]
    public void Method_SaysWhatManyMetricsDoToTheRisk()
    {
        VerdictRecord verdict = ChartSamples.Run.Verdict!;
        MetricEstimate bytes = verdict.Estimates[0];
        string two = MethodText.Comparisons(ChartSamples.Run, verdict with { Estimates = [bytes, bytes] });

        Assert.Contains("One primary metric", MethodText.Comparisons(ChartSamples.Run, verdict with { Estimates = [bytes] }), StringComparison.Ordinal);
        Assert.Contains("2 primary metrics share a one-sided risk of 5.0 % by Holm's rule", two, StringComparison.Ordinal);
        Assert.Empty(MethodText.Of(SampleReports.Report(null)));
        Assert.Equal(
            ["bytes/msg needs about 12 more blocks to confirm an improvement."], MethodText.Missing(verdict with { Estimates = [bytes with { BlocksToKeep = 12 }, verdict.Estimates[1] with { BlocksToKeep = 9 }] }));
    }

    private static ArmComparison Arms() => new()
    {
        Refusals = [], LeftLaunches = 12, RightLaunches = 11, Warnings = ["The offered rates differ: 10 against 12 messages/s."],
        Metrics = [new ArmMetric(MetricIds.BytesPerMessage, 184, 183.9, 184.2, 120.01, 119.5, 121)],
    };

    private static IEnumerable<string> Tags(string html) => Regex.Matches(html, "<(/?[a-zA-Z][a-zA-Z0-9]*)").Select(m => m.Groups[1].Value).Distinct().Order(StringComparer.Ordinal);
}
