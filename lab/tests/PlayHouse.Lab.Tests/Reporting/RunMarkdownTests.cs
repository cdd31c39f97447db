using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class RunMarkdownTests
{
    [Fact]
    public void Of_Keep_MatchesGolden() => GoldenText.Check("keep.md", RunMarkdown.Of(SampleReports.KeepReport()));

    [Fact]
    public void Of_NoVerdict_SaysSo() => Assert.Contains(
        "the run was interrupted, 2 of at most 6 blocks count so far",
        RunMarkdown.Of(SampleReports.Report(null, state: RunState.Interrupted)), StringComparison.Ordinal);

    [Fact]
    public void Of_GenericTypesAndPipes_StayInsideTheirCell()
    {
        AllocationDifference hostile = SampleReports.Attribution().Sites[0] with { Site = "A|B", Type = "List<script>" };
        RunReport report = SampleReports.KeepReport() with { Attribution = SampleReports.Attribution() with { Sites = [hostile] } };
        Assert.Contains("| A\\|B | List&lt;script> |", RunMarkdown.Of(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_Injected_SaysSoOnTop() => Assert.Contains(
        "> **INJECTED", RunMarkdown.Of(SampleReports.Report(SampleReports.Keep(), SampleReports.Plan(inject: new() { BytesPerMessage = 64 }))),
        StringComparison.Ordinal);
}
