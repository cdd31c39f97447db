using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Html;

namespace PlayHouse.Lab.Reporting.Tests;

/// <summary>What became of a verdict is the same on every output, and a confirmed one waits for nothing.</summary>
public sealed class StandingTests
{
    private const string Awaits = "Provisional until the next run of the same question, declared before it starts, confirms it.";

    [Theory]
    [InlineData(ConfirmationState.Confirmed, "KEEP (confirmed)", false)]
    [InlineData(ConfirmationState.Withdrawn, "KEEP (withdrawn)", true)]
    [InlineData(ConfirmationState.Awaited, "KEEP (provisional)", true)]
    public void Verdict_OnEveryOutput_SaysWhatBecameOfIt(ConfirmationState state, string word, bool isProvisional)
    {
        RunReport report = Report(state, SampleReports.RunId);

        foreach (string output in (string[])[RunText.Full(report, 400), RunMarkdown.Of(report), HtmlReport.Of(report, []), RunListMarkdown.Of([report])])
        {
            Assert.Contains(word, output, StringComparison.Ordinal);
        }

        foreach (string output in (string[])[RunText.Full(report, 400), RunMarkdown.Of(report), HtmlReport.Of(report, []), RunJson.Of(report)])
        {
            Assert.Equal(isProvisional, output.Contains(Awaits, StringComparison.Ordinal));
        }

        JsonNode json = JsonNode.Parse(RunJson.Of(report))!;
        Assert.Equal((isProvisional, isProvisional), ((bool)json["isProvisional"]!, (bool)json["verdict"]!["isProvisional"]!));
    }

    [Fact]
    public void VerdictThatContradictsAnother_IsNotWithdrawnItself() =>
        Assert.Equal("KEEP (provisional)", VerdictWords.Of(Report(ConfirmationState.Withdrawn, "r-that-waited")));

    private static RunReport Report(ConfirmationState state, string waiting) => SampleReports.Report(SampleReports.Keep() with
    {
        IsProvisional = true,
        Reasons = [new Said("It allocates less."), new Said(Awaits)],
    }) with
    {
        Confirmation = new ConfirmationStanding(state, "What the declared run showed.", waiting, ["r-2"]),
    };
}
