using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;
using PlayHouse.Lab.Runner.Roles;

namespace PlayHouse.Dashboard.Services;

/// <summary>Answers a question about hot spots, off the page's thread: a large run takes seconds.</summary>
internal static class HotspotReader
{
    /// <summary>What the page shows; what is wrong with the question or missing in the run is part of it.</summary>
    public static async Task<HotspotScene> SceneAsync(LabAccess lab, RunReport report, IReadOnlyList<AllocationStacks> windows, HotspotQuery query, CancellationToken ct)
    {
        string baseline = report.Run.Plan.Baseline.Name;
        if (!query.IsDifference)
        {
            return await Task.Run(() => HotspotScenes.Of(report.Run.Id, windows, baseline, query), ct);
        }

        try
        {
            return await ChangeAsync(lab, report, windows, query, ct);
        }
        catch (LabInputException none)
        {
            return new HotspotScene { Problems = none.Errors };
        }
    }

    private static async Task<HotspotScene> ChangeAsync(LabAccess lab, RunReport report, IReadOnlyList<AllocationStacks> windows, HotspotQuery query, CancellationToken ct)
    {
        bool keepsFramework = HotspotChange.KeepsFramework(query);
        if (query.IsPerWindow)
        {
            return await Task.Run(
                () => HotspotChange.PerWindow(windows, report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name, RoleFile.Of(lab.Workspace), keepsFramework), ct);
        }

        ILabService service = await lab.ServiceAsync();
        return HotspotChange.PerMessage(await Task.Run(
            () => ArmsDifferences.OfAsync(service, lab.Workspace, new Side(report.Run.Id), null, new DifferenceOptions { KeepsFramework = keepsFramework }, ct), ct));
    }
}
