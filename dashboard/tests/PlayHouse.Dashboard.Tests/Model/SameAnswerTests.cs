using System.Net;
using System.Text.Json.Nodes;
using PlayHouse.Dashboard.Model.Compare;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Model;

/// <summary>The command line, its JSON, a notebook and the Compare page are asked about the same two sides: they give the same answer.</summary>
public sealed class SameAnswerTests : IAsyncLifetime
{
    private LabWorkspace _workspace = null!;
    private LabService _service = null!;

    public async Task InitializeAsync()
    {
        _workspace = await SampleStore.FilledAsync(SampleStore.WideAsync);
        _service = await LabService.OpenAsync(_workspace, CancellationToken.None);
    }

    public async Task DisposeAsync() => await _service.DisposeAsync();

    [Theory]
    [InlineData(SampleStore.WideRun, null, false)]
    [InlineData(SampleStore.WideRun + ":baseline", SampleStore.WideRun + ":candidate", false)]
    [InlineData(SampleStore.WideRun + ":candidate", null, true)]
    [InlineData(SampleStore.WideRun, SampleStore.WideRun + ":baseline", true)]
    public async Task ArmsOfOneRun_HaveTheSameFiguresEverywhere(string left, string? right, bool isSwapped)
    {
        CompareModel page = await PageAsync(left, right);
        string text = await LabCommand.RunAsync(_workspace, [.. Command(left, right)]);
        string notebook = new LabApi(_service, _workspace, "the test's").Compare(left, right).ToString();
        JsonNode json = JsonNode.Parse(await LabCommand.RunAsync(_workspace, [.. Command(left, right), "--json"]))!;

        Assert.Equal((ComparisonForm.Inside, isSwapped), (page.Form, page.IsSwapped));
        Assert.Equal(text, notebook);
        Assert.Equal(isSwapped, text.StartsWith("A and B are swapped", StringComparison.Ordinal));
        Assert.Contains(VerdictWords.Of(page.Left), text, StringComparison.Ordinal);
        JsonArray metrics = json["verdict"]!["metrics"]!.AsArray();
        Assert.Equal(page.Left.Verdict!.Estimates.Select(e => e.Policy.Id), metrics.Select(m => (string)m!["id"]!));
        foreach (MetricEstimate estimate in page.Rows.Where(e => e.Policy.Role != MetricRole.Explore))
        {
            Assert.Contains(text.Split('\n'), l => l.Contains(VerdictWords.Label(estimate.Policy.Id), StringComparison.Ordinal) && l.Contains(Numbers.Change(estimate), StringComparison.Ordinal));
            // A file holds the run as it was judged, whichever side is looked at from.
            MetricEstimate judged = page.Left.Verdict.Estimates.Single(e => e.Policy.Id == estimate.Policy.Id);
            Assert.Equal(judged.Theta, (double)metrics.Single(m => (string)m!["id"]! == estimate.Policy.Id)!["theta"]!, 9);
        }
    }

    [Theory]
    [InlineData(SampleStore.WideRun, SampleStore.BesideRun)]
    [InlineData(SampleStore.WideRun + ":baseline", SampleStore.BesideRun + ":baseline")]
    [InlineData(SampleStore.BesideRun, SampleStore.WideRun + ":baseline")]
    public async Task ArmsOfTwoRuns_HaveTheSameLevelsEverywhere(string left, string right)
    {
        CompareModel page = await PageAsync(left, right);
        string text = await LabCommand.RunAsync(_workspace, [.. Command(left, right)]);
        JsonNode json = JsonNode.Parse(await LabCommand.RunAsync(_workspace, [.. Command(left, right), "--json"]))!;

        Assert.Equal(ComparisonForm.Between, page.Form);
        Assert.Equal(text, new LabApi(_service, _workspace, "the test's").Compare(left, right).ToString());
        Assert.Equal((page.Names.Left, page.Names.Right), ((string)json["left"]!, (string)json["right"]!));
        Assert.Equal(page.Arms!.Metrics.Select(m => (m.Metric, m.Left, m.Right)), json["metrics"]!.AsArray().Select(m => ((string)m!["id"]!, (double)m["left"]!, (double)m["right"]!)));
    }

    [Theory]
    [InlineData(SampleStore.WideRun, SampleStore.OtherLoadRun)]
    [InlineData(SampleStore.WideRun + ":missing", null)]
    [InlineData(SampleStore.WideRun + ":candidate", SampleStore.WideRun + ":candidate")]
    public async Task WhatCannotBeCompared_IsRefusedForTheSameReasonsEverywhere(string left, string? right)
    {
        CompareModel page = await PageAsync(left, right);
        (int code, string output, string errors) = await LabCommand.TryAsync(_workspace, [.. Command(left, right)]);
        LabInputException notebook = Assert.Throws<LabInputException>(() => new LabApi(_service, _workspace, "the test's").Compare(left, right));

        Assert.Equal((ComparisonForm.Refused, 2, ""), (page.Form, code, output));
        Assert.NotEmpty(page.Refusals);
        Assert.Equal(page.Refusals, notebook.Errors.Skip(1));
        Assert.All(page.Refusals, r => Assert.Contains(r, errors, StringComparison.Ordinal));
    }

    /// <summary>A screen as a file for a browser says what its Markdown says, line by line.</summary>
    [Fact]
    public async Task Screen_AsHtml_SaysWhatItsMarkdownSays()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(SampleStore.AddScreenAsync);
        string file = Path.Combine(workspace.Root, "screen.html");
        await LabCommand.RunAsync(workspace, "export", SampleStore.ScreenRun, "--format", "html", "--out", file);
        string html = Words(await File.ReadAllTextAsync(file));
        string markdown = await LabCommand.RunAsync(workspace, "show", SampleStore.ScreenRun, "--markdown");
        string[] said = [.. markdown[markdown.IndexOf("## Screen", StringComparison.Ordinal)..markdown.IndexOf("## Next", StringComparison.Ordinal)]
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Where(l => !l.StartsWith("|---", StringComparison.Ordinal))
            .SelectMany(l => l.StartsWith('|') ? l.Split('|') : [l.TrimStart('#', '-', ' ')])
            .Select(w => Words(w).Trim())
            .Where(w => w.Length > 0)
            .Distinct()];

        Assert.True(said.Length > 20, $"{said.Length} facts");
        Assert.All(said, s => Assert.Contains(s, html, StringComparison.Ordinal));
        Assert.DoesNotContain("no verdict", html, StringComparison.Ordinal);
    }

    /// <summary>What a reader reads of a document in either notation.</summary>
    private static string Words(string text) => WebUtility.HtmlDecode(text).Replace("\\", "", StringComparison.Ordinal);

    private static string[] Command(string left, string? right) => right is null ? ["compare", left] : ["compare", left, right];

    /// <summary>What the page makes of its address.</summary>
    private async Task<CompareModel> PageAsync(string left, string? right)
    {
        CompareAddress address = CompareAddress.Of(left, right, null, null, null);
        RunReport a = await _service.ReportAsync(address.Base!.Run, CancellationToken.None);
        return CompareModel.Of(address, a, address.Candidate is { } side ? await _service.ReportAsync(side.Run, CancellationToken.None) : a);
    }
}
