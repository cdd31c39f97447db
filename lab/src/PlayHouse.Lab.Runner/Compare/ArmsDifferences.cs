using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Planning;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>Compares the traced launches of two arms under the roles of the workspace. Static, safe from any thread.</summary>
public static class ArmsDifferences
{
    // Where no policy says what matters: the limits that policies start from.
    private const double DefaultBytes = 4;
    private const double DefaultShare = 0.02;

    /// <summary>The arms inside a run.</summary>
    /// <exception cref="LabInputException">No such run, no usable trace in an arm, or a wrong file of roles.</exception>
    public static async Task<ArmsDifference> InsideAsync(
        ILabService service, LabWorkspace workspace, string run, DifferenceOptions options, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(options);
        RoleMap roles = RoleFile.Of(workspace);
        RunReport report = await service.ReportAsync(run, ct);
        RunPlan plan = report.Run.Plan;
        (IReadOnlyList<AllocationStacks> stacks, string? noTree) = await StacksAsync(service, report, ct);
        var baseline = new ArmData("baseline", plan.Baseline.Name, report, [.. stacks.Where(s => s.Arm == plan.Baseline.Name)]);
        var other = new ArmData(VerdictWords.Arm(plan.Other.Name), plan.Other.Name, report, [.. stacks.Where(s => s.Arm == plan.Other.Name)]);
        string[] notes = VerdictWords.Injected(report) is { } injected ? [injected] : [];
        MetricEstimate? bytes = report.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == MetricIds.BytesPerMessage);
        ExactChange? exact = bytes is null
            ? Exact(baseline, other)
            : new ExactChange(bytes.ShownChange, bytes.ShownLow, bytes.ShownHigh, bytes.Confidence);
        return Make(baseline, other, exact, roles, options, bytes?.Delta, noTree) with
        {
            IsInterleaved = true,
            ToggledSeams = plan.ToggledSeams,
            Notes = notes,
        };
    }

    /// <summary>Arms of two runs: the same scenario, load, machine and build, but not interleaved.</summary>
    /// <exception cref="LabInputException">They may not stand side by side, or an arm has no usable trace; says why.</exception>
    public static async Task<ArmsDifference> BetweenAsync(
        ILabService service, LabWorkspace workspace, (string Run, string? Arm) left, (string Run, string? Arm) right, DifferenceOptions options, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(options);
        RoleMap roles = RoleFile.Of(workspace);
        RunReport a = await service.ReportAsync(left.Run, ct);
        RunReport b = await service.ReportAsync(right.Run, ct);
        string leftArm = left.Arm ?? a.Run.Plan.Other.Name;
        string rightArm = right.Arm ?? b.Run.Plan.Other.Name;
        ArmComparison side = ArmComparison.Of(a, leftArm, b, rightArm);
        if (side.Refusals.Count > 0)
        {
            throw new LabInputException([$"{a.Run.Id}:{leftArm} and {b.Run.Id}:{rightArm} may not be compared:", .. side.Refusals]);
        }

        (IReadOnlyList<AllocationStacks> leftStacks, string? noLeft) = await StacksAsync(service, a, ct);
        (IReadOnlyList<AllocationStacks> rightStacks, string? noRight) = await StacksAsync(service, b, ct);
        var baseline = new ArmData($"{a.Run.Id}:{leftArm}", leftArm, a, [.. leftStacks.Where(s => s.Arm == leftArm)]);
        var other = new ArmData($"{b.Run.Id}:{rightArm}", rightArm, b, [.. rightStacks.Where(s => s.Arm == rightArm)]);
        return Make(baseline, other, Exact(baseline, other), roles, options, null, noLeft ?? noRight) with
        {
            IsInterleaved = false,
            ToggledSeams = Toggled(a.Run.Plan, leftArm, b.Run.Plan, rightArm),
            Notes = side.Warnings,
        };
    }

    private static ArmsDifference Make(
        ArmData baseline, ArmData other, ExactChange? exact, RoleMap roles, DifferenceOptions options, double? delta, string? noTree)
    {
        AllocationComparison sites = AllocationComparer.Compare(baseline.Profiles, other.Profiles, exact?.Difference ?? double.NaN, roles);
        if (!sites.IsPossible)
        {
            ArmData lacking = baseline.Profiles.Any(p => p.Invalid.Count == 0) ? other : baseline;
            throw new LabInputException(
            [
                $"{lacking.Label} of run {lacking.Report.Run.Id} has no usable trace{(lacking.Profiles.Count == 0 ? "." : $": {string.Join("; ", sites.LeftOut)}.")} "
                + "Repeat the run with diagnostic launches (profile: everyBlocks in its file).",
            ]);
        }

        StackComparison tree = StackComparer.Compare(baseline.Stacks, other.Stacks, roles, options.KeepsFramework);
        bool hasTree = tree.Nodes.Count > 0;
        return new ArmsDifference
        {
            Baseline = baseline.Label,
            Other = other.Label,
            IsInterleaved = true,
            Sites = sites,
            Waterfall = exact is null ? null : WaterfallMaker.Make(baseline.Profiles, other.Profiles, exact, roles),
            Tree = hasTree ? tree : null,
            NoTreeReason = hasTree ? null : noTree ?? "the stacks of an arm are not kept.",
            Coverage = CoverageMaker.Of(baseline.Stacks, roles),
            Needs = Needs(baseline, other, sites, roles, options, delta),
        };
    }

    private static IReadOnlyList<TraceNeed> Needs(
        ArmData baseline, ArmData other, AllocationComparison sites, RoleMap roles, DifferenceOptions options, double? delta)
    {
        RunPlan plan = baseline.Report.Run.Plan;
        WantedDifference wanted = options.Wanted
            ?? new WantedDifference(delta ?? Math.Max(DefaultBytes, DefaultShare * baseline.Profiles.Where(p => p.Invalid.Count == 0).Average(p => p.ExactBytesPerMessage)), 0);
        IEnumerable<(string, string)> largest = sites.Sites.Where(s => !s.IsDifferent || options.Wanted is not null)
            .OrderByDescending(s => Math.Max(s.Baseline, s.Other)).Take(options.NeedsMax).Select(s => (s.Site, s.Type));
        return TraceNeeds.Of(
            baseline.Profiles, other.Profiles, roles, wanted, PlanEstimate.TracedWindowSeconds(plan), PlanEstimate.OverheadSeconds(plan) + plan.WarmupSeconds, largest);
    }

    /// <summary>Without a verdict the launches give a difference of levels and no interval.</summary>
    private static ExactChange? Exact(ArmData baseline, ArmData other)
    {
        double difference = other.TimedBytes() - baseline.TimedBytes();
        return double.IsNaN(difference) ? null : new ExactChange(difference);
    }

    private static async Task<(IReadOnlyList<AllocationStacks> Stacks, string? Reason)> StacksAsync(ILabService service, RunReport report, CancellationToken ct)
    {
        try
        {
            return (await service.StacksAsync(report.Run.Id, ct), null);
        }
        catch (LabInputException missing)
        {
            // Sites are in the store: a difference without its trees still says most.
            return ([], missing.Errors[0]);
        }
    }

    private static string[] Toggled(RunPlan left, string leftArm, RunPlan right, string rightArm)
    {
        ResolvedArm a = left.Other.Name == leftArm ? left.Other : left.Baseline;
        ResolvedArm b = right.Other.Name == rightArm ? right.Other : right.Baseline;
        return [.. a.Strategies.Where(s => !b.Strategies.TryGetValue(s.Key, out StrategySetting? there) || there.Use != s.Value.Use).Select(s => s.Key)];
    }
}
