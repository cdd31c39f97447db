using System.Net;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using PlayHouse.Dashboard.Components.Runs;
using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Dashboard.Tests.Model;

/// <summary>What a run's page says next to the word: what became of it, what was said before, what the load really sent.</summary>
public sealed class RunPageTests
{
    [Theory]
    [InlineData(ConfirmationState.Confirmed, "KEEP (confirmed)")]
    [InlineData(ConfirmationState.Withdrawn, "KEEP (withdrawn)")]
    [InlineData(ConfirmationState.Awaited, "KEEP (provisional)")]
    public async Task Banner_SaysWhatBecameOfTheVerdictAndWhatWasSaidAtTheTime(ConfirmationState state, string word)
    {
        RunReport kept = SampleReports.KeepReport();
        RunReport report = kept with
        {
            Confirmation = new ConfirmationStanding(state, "What the declared run showed.", kept.Run.Id, ["r-2"]),
            Verdict = kept.Verdict! with
            {
                IsProvisional = true,
                RuleVersion = 2,
                SaidAtTheTime = new PastVerdict(1, VerdictKind.NoEffect, true, "The old rule.", kept.Run.CreatedAt),
            },
        };

        string html = await BannerAsync(report);

        Assert.Contains(word, html, StringComparison.Ordinal);
        Assert.Contains("What the declared run showed.", html, StringComparison.Ordinal);
        Assert.Contains("Said at the time, under rule 1: NO-EFFECT (provisional)", html, StringComparison.Ordinal);
    }

    [Fact]
    public void Design_OfALoadThatSentLess_SaysHowMuch()
    {
        RunReport report = SampleReports.KeepReport() with
        {
            Launches = [SampleReports.Launch("1", "baseline", 0, 0, 184), SampleReports.Launch("2", "candidate", 0, 1, 16)],
        };
        RunReport starved = report with
        {
            Launches = [.. report.Launches.Select(l => l with { Load = (l.Load ?? new LoadResult()) with { Offered = 1000, Sent = 900 } })],
        };

        Assert.Contains("really sent: baseline 90", RunFacts.Design(starved).Single(f => f.Name == "Load").Value, StringComparison.Ordinal);
        Assert.DoesNotContain("really sent", RunFacts.Design(report with { Launches = [.. starved.Launches.Select(l => l.Load is { } load ? l with { Load = load with { Sent = 1000 } } : l)] })
            .Single(f => f.Name == "Load").Value, StringComparison.Ordinal);
    }

    private static async Task<string> BannerAsync(RunReport report)
    {
        await using ServiceProvider services = new ServiceCollection().BuildServiceProvider();
        await using HtmlRenderer renderer = new(services, NullLoggerFactory.Instance);
        ParameterView parameters = ParameterView.FromDictionary(new Dictionary<string, object?> { [nameof(RunBanner.Report)] = report });
        return WebUtility.HtmlDecode(await renderer.Dispatcher.InvokeAsync(async () => (await renderer.RenderComponentAsync<RunBanner>(parameters)).ToHtmlString()));
    }
}
