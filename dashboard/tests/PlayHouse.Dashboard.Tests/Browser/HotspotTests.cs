using System.Net;
using System.Text.Json;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Runner.Workspace;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Hot spots in a real browser, against what the real command line prints of the same store.</summary>
public sealed class HotspotTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Hotspots_InAllFourViews_AreReachedWithoutAMouseAndSayWhatTheCommandLineSays()
    {
        (LabWorkspace workspace, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("hotspots", link, SampleStore.FullRun);

        string[] cells = [.. (await walk.EndAsync()).Where(l => l.StartsWith("ROW ", StringComparison.Ordinal)).Select(l => l[4..])];

        Assert.Equal(await ExpectedAsync(workspace), cells);
    }

    [Trait("Run", "selftest-pages")]
    [Fact]
    public async Task TwentyThousandFrames_AreDrawn()
    {
        const int frames = 20_000;
        LabWorkspace workspace = await SampleStore.FilledAsync(SampleStore.FillAsync);
        SampleTraces.WriteLarge(workspace, frames);
        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("manyFrames", run.Link, $"{SampleStore.FullRun} {frames - 1}");

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Fact]
    public async Task Downloads_AreTheBytesOfTheCommandLineAndNothingElseIsGiven()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(SampleStore.FillAsync);
        SampleTraces.Write(workspace);
        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        (HttpClient client, _) = await run.SignedInAsync();
        using HttpClient own = client;
        foreach (StackExportFormat format in Enum.GetValues<StackExportFormat>())
        {
            string word = format.ToString().ToLowerInvariant();
            string file = Path.Combine(workspace.Root, $"expected-{word}");
            await LabCommand.RunAsync(workspace, "export", SampleStore.FullRun, "--format", word, "--out", file);

            using HttpResponseMessage answer = await own.GetAsync(new Uri($"runs/{SampleStore.FullRun}/stacks/{word}", UriKind.Relative));

            Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
            Assert.Equal(await File.ReadAllBytesAsync(file), await answer.Content.ReadAsByteArrayAsync());
            Assert.Equal($"{SampleStore.FullRun}{StackExport.Extension(format)}", answer.Content.Headers.ContentDisposition?.FileNameStar);
            Assert.Equal("attachment", answer.Content.Headers.ContentDisposition?.DispositionType);
            Assert.Equal("no-store", answer.Headers.CacheControl?.ToString());
        }

        string arm = await own.GetStringAsync(new Uri($"runs/{SampleStore.FullRun}/stacks/csv?arm=candidate", UriKind.Relative));
        Assert.DoesNotContain("l-trace-baseline", arm, StringComparison.Ordinal);
        foreach ((string path, string said) in new[]
        {
            ($"runs/{SampleStore.FullRun}/stacks/exe", "There is no format 'exe': speedscope, folded, pprof, csv, json."),
            ($"runs/{SampleStore.FullRun}/stacks/csv?arm=..%2Fother", "no traced arm"),
            ("runs/r-none/stacks/csv", "r-none"),
            ("runs/..%2F..%2Fetc/stacks/csv", ""),
            ("runs/r-20250102-000000-aa/stacks/csv", "no diagnostic launch"),
        })
        {
            using HttpResponseMessage answer = await own.GetAsync(new Uri(path, UriKind.Relative));
            Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
            Assert.Contains(said, await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }

        using HttpClient stranger = run.Stranger();
        using HttpResponseMessage refused = await stranger.GetAsync(new Uri($"runs/{SampleStore.FullRun}/stacks/csv", UriKind.Relative));
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
    }

    /// <summary>Name, figure, interval and samples of each type and each frame of the tree, from the documents that plab prints.</summary>
    private static async Task<IReadOnlyList<string>> ExpectedAsync(LabWorkspace workspace)
    {
        List<string> rows = [];
        foreach ((string by, string list) in new[] { ("types", "rows"), ("tree", "nodes") })
        {
            string json = await LabCommand.RunAsync(workspace, "hotspots", SampleStore.FullRun, "--arm", "baseline", "--by", by, "--json");
            JsonElement view = JsonDocument.Parse(json).RootElement.GetProperty("views")[0];
            AllocationScale scale = AllocationScale.Of(view.GetProperty("total").GetProperty("bytes").GetDouble(), 1, double.NaN);
            IEnumerable<string> found = view.GetProperty(list).EnumerateArray().Select(r => Row(by, r, scale));
            rows.AddRange(found.Order(StringComparer.Ordinal));
        }

        return rows;
    }

    private static string Row(string by, JsonElement row, AllocationScale scale)
    {
        JsonElement total = row.GetProperty("total");
        string interval = total.GetProperty("isInsufficient").GetBoolean()
            ? AllocationScale.Insufficient
            : $"[{scale.Figure(total.GetProperty("low").GetDouble())}, {scale.Figure(total.GetProperty("high").GetDouble())}]";
        string name = row.GetProperty("name").GetString()! is { Length: > 0 } named ? Lab.Reporting.PlainText.Clean(named) : "all";
        return $"{by}|{name}|{scale.Figure(total.GetProperty("bytes").GetDouble())}|{interval}|{total.GetProperty("samples").GetInt32()}";
    }
}
