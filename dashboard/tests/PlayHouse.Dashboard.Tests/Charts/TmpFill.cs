using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Reporting.Tests.Charts;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
namespace PlayHouse.Dashboard.Tests.Charts;
public sealed class TmpFill
{
    [Fact]
    public async Task Fill()
    {
        Directory.CreateDirectory("/tmp/plotws/experiments");
        var workspace = new LabWorkspace("/tmp/plotws");
        if (!File.Exists(workspace.Store)) { await using LabStore store = await SampleStore.OpenAsync(workspace); await SampleStore.FillAsync(store); }
        Directory.CreateDirectory("/tmp/figs");
        foreach (var (name, spec) in ChartSamples.All) if (!spec.IsEmpty) { string s = PlotlyFigure.Of(spec).ToJson().ToJsonString(); await File.WriteAllTextAsync($"/tmp/figs/{name}.json", s); }
    }
}
