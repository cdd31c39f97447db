using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class RunListMarkdownTests
{
    /// <summary>A guard passes by its interval, and one that is open may pass; what matters here is 10 %.</summary>
    [Theory]
    [InlineData(-0.05, 0.3, MetricClass.Inconclusive, false)]
    [InlineData(-0.3, 0.05, MetricClass.Inconclusive, true)]
    [InlineData(-0.3, -0.01, MetricClass.Worse, true)]
    [InlineData(-0.3, -0.2, MetricClass.WorsePractical, true)]
    [InlineData(-0.05, 0.05, MetricClass.Equivalent, false)]
    public void WhatDecides_NamesGuardsThatDoNotPassAndNoOthers(double lower, double upper, MetricClass metricClass, bool isNamed)
    {
        MetricEstimate tail = SampleReports.Estimate(SampleReports.P99 with { Role = MetricRole.Guard }, 800, 820, (lower + upper) / 2, lower, upper, metricClass);

        string page = RunListMarkdown.Of([SampleReports.Report(SampleReports.Verdict(
            VerdictKind.Inconclusive, SampleReports.Estimate(SampleReports.Bytes, 184, 120, 64, 63.9, 64.1, MetricClass.ImprovedPractical), tail))]);

        Assert.Contains("bytes/msg", page, StringComparison.Ordinal);
        Assert.Equal(isNamed, page.Contains("latency-p99", StringComparison.Ordinal));
    }
}
