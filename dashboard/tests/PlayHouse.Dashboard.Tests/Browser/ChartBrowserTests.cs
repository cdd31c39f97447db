using System.Text;
using System.Xml.Linq;
using PlayHouse.Dashboard.Services;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Charts.Svg;
using PlayHouse.Lab.Runner.Workspace;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Charts in a real browser, drawn by the real library.</summary>
public sealed class ChartBrowserTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Chart_IsExploredByPointerAndKeys()
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("charts", link, SampleStore.FullRun);

        await walk.EndAsync();
    }

    [Fact]
    public async Task Exports_AreFilesWithTheSameNumbers()
    {
        (LabWorkspace workspace, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("exports", link, SampleStore.FullRun);
        IReadOnlyCollection<string> lines = await walk.EndAsync();

        await using LabAccess lab = LabAccess.Of(workspace);
        RunReport report = await (await lab.ServiceAsync()).ReportAsync(SampleStore.FullRun, CancellationToken.None);
        string[] Texts(string kind) => [.. lines.Where(l => l.StartsWith(kind, StringComparison.Ordinal)).Select(l => Encoding.UTF8.GetString(Convert.FromBase64String(l[kind.Length..])))];
        ChartSpec chart = ForestChart.Of(report);
        Assert.Equal([ChartCsv.Of(chart), ChartCsv.Of(chart)], Texts("csv "));
        string picture = Assert.Single(Texts("svg "));
        Assert.Equal(SvgChart.Of(chart), picture);
        Assert.Equal("svg", XDocument.Parse(picture).Root!.Name.LocalName);
    }

    [Fact]
    public async Task SixteenNavigations_LeaveNothingBehind()
    {
        await using DashboardHost host = await DashboardHost.StartAsync(await SampleStore.FilledAsync(SampleStore.FillAsync));
        using BrowserWalk walk = BrowserWalk.Start("leaks", host.Link, SampleStore.FullRun);

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Fact]
    public async Task StyleSheet_IsOfTheVersionInUse()
    {
        using BrowserWalk walk = BrowserWalk.Start("plotlyStyle", "http://127.0.0.1/", Path.Combine(Repository.Root, "dashboard/src/PlayHouse.Dashboard/wwwroot/assets/css/plotly.css"));

        await walk.EndAsync();
    }
}
