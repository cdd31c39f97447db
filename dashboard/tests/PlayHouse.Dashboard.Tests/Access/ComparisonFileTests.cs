using System.Net;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Access;

/// <summary>Files of comparisons: behind the session, from a closed list, named by what was found.</summary>
public sealed class ComparisonFileTests
{
    [Fact]
    public async Task File_IsGivenToTheSignedInOnly_AndOnlyAsADownload()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        await using (LabStore store = await SampleStore.OpenAsync(workspace))
        {
            await SampleStore.WideAsync(store);
        }

        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        using HttpClient stranger = run.Stranger();
        using HttpResponseMessage refused = await stranger.GetAsync(new Uri($"compare/file/csv?base={SampleStore.WideRun}", UriKind.Relative));
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);

        (HttpClient client, string _) = await run.SignedInAsync();
        using HttpResponseMessage html = await client.GetAsync(new Uri($"compare/file/html?base={SampleStore.WideRun[..^2]}", UriKind.Relative));
        Assert.Equal(HttpStatusCode.OK, html.StatusCode);
        Assert.Equal($"attachment; filename=\"{SampleStore.WideRun}.html\"", html.Content.Headers.GetValues("Content-Disposition").Single());
        string file = Path.Combine(workspace.Root, "run.html");
        await LabCommand.RunAsync(workspace, "export", SampleStore.WideRun, "--format", "html", "--out", file);
        Assert.Equal(await File.ReadAllBytesAsync(file), await html.Content.ReadAsByteArrayAsync());
        Assert.Equal("nosniff", html.Headers.GetValues("X-Content-Type-Options").Single());
        foreach ((string address, string says) in new[]
        {
            ("exe?base=x", "one of the forms"), ("csv", "name a run"), ("csv?base=r-none", "r-none"), ("..%2F..%2Fetc%2Fpasswd?base=x", "one of the forms"),
            ($"csv?base={SampleStore.WideRun}:candidate&cand={SampleStore.OtherLoadRun}", "The scenario differs"), ($"csv?base={SampleStore.WideRun}:missing", "no arm 'missing'"),
        })
        {
            using HttpResponseMessage none = await client.GetAsync(new Uri($"compare/file/{address}", UriKind.Relative));
            Assert.Equal(HttpStatusCode.NotFound, none.StatusCode);
            Assert.Contains(says, await none.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }

        using HttpResponseMessage beside = await client.GetAsync(new Uri($"compare/file/md?base={SampleStore.WideRun}:candidate&cand={SampleStore.BesideRun}:candidate", UriKind.Relative));
        Assert.Contains("NOT INTERLEAVED", await beside.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        client.Dispose();
    }
}
