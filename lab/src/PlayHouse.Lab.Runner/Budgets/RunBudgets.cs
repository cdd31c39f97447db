using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Budgets;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Budgets;

/// <summary>The budgets of a run, checked.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Arm">The arm that was checked.</param>
/// <param name="File">The file of budgets, relative to the workspace where it lies inside.</param>
/// <param name="Launches">Traced launches behind it.</param>
/// <param name="Checks">One per limit, in the order of the file.</param>
public sealed record BudgetReport(string RunId, string Arm, string File, int Launches, IReadOnlyList<BudgetCheck> Checks);

/// <summary>Checks what an arm of a run allocates against a file of budgets. Static, safe from any thread.</summary>
public static class RunBudgets
{
    /// <summary>Checks.</summary>
    /// <param name="service">The lab.</param>
    /// <param name="workspace">The workspace.</param>
    /// <param name="run">Run id or prefix.</param>
    /// <param name="arm">Arm; null for the one that would be kept.</param>
    /// <param name="file">File of budgets; null looks next to the experiment, then in the root.</param>
    /// <param name="ct">Cancels.</param>
    /// <exception cref="LabInputException">No such run, arm, file or stacks, or the file is wrong.</exception>
    public static async Task<BudgetReport> CheckAsync(ILabService service, LabWorkspace workspace, string run, string? arm, string? file, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(workspace);
        RoleMap roles = RoleFile.Of(workspace);
        RunReport report = await service.ReportAsync(run, ct);
        RunPlan plan = report.Run.Plan;
        string path = file ?? BudgetFile.Find(workspace, plan);
        IReadOnlyList<Budget> budgets = BudgetFile.Load(path).Required();
        string[] arms = [plan.Baseline.Name, plan.Other.Name];
        string chosen = arm ?? plan.Other.Name;
        if (!arms.Contains(chosen))
        {
            throw new LabInputException([$"Run {report.Run.Id} has no arm '{chosen}'. Arms: {string.Join(", ", arms)}."]);
        }

        IReadOnlyList<AllocationStacks> stacks = await service.StacksAsync(report.Run.Id, ct);
        SiteWindow[] launches = [.. stacks.Where(s => s.Arm == chosen && s.Invalid.Count == 0 && s.Messages > 0).Select(s => Window(s, roles))];
        return new BudgetReport(report.Run.Id, chosen, Name(workspace, path), launches.Length, BudgetChecker.Check(budgets, launches));
    }

    private static SiteWindow Window(AllocationStacks stacks, RoleMap roles) => new(
        stacks.Messages,
        [.. stacks.Cells.Select(c => new SiteAllocation(roles.Method(CallSites.Of(stacks, c).Site), roles.Type(stacks.Types[c.Type]), c.Estimate))]);

    private static string Name(LabWorkspace workspace, string path)
    {
        string relative = Path.GetRelativePath(workspace.Root, Path.GetFullPath(path));
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative.Replace('\\', '/');
    }
}
