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

    /// <summary>Where the right side allocates differently from the left one.</summary>
    /// <param name="service">The lab.</param>
    /// <param name="workspace">Whose roles join what is the same work.</param>
    /// <param name="left">The left side.</param>
    /// <param name="right">The right one; null for the other arm of the same run.</param>
    /// <param name="options">What is asked.</param>
    /// <param name="ct">Ends the reading.</param>
    /// <exception cref="LabInputException">They cannot be compared, an arm has no usable trace, or the file of roles is wrong; says why.</exception>
    public static async Task<ArmsDifference> OfAsync(
        ILabService service, LabWorkspace workspace, Side left, Side? right, DifferenceOptions options, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(options);
        RoleMap roles = RoleFile.Of(workspace);
        Comparison comparison = (await Comparison.OfAsync(service, left, right, ct)).Allowed();
        return comparison.Form == ComparisonForm.Inside
            ? await InsideAsync(service, comparison, roles, options, ct)
            : await BetweenAsync(service, comparison, roles, options, ct);
    }

    private static async Task<ArmsDifference> InsideAsync(
        ILabService service, Comparison comparison, RoleMap roles, DifferenceOptions options, CancellationToken ct)
    {
        RunReport report = comparison.Left;
        (IReadOnlyList<AllocationStacks> stacks, string? noTree) = await StacksAsync(service, report, ct);
        ArmData left = Data(VerdictWords.Arm(comparison.LeftArm), comparison.LeftArm, report, stacks);
        ArmData right = Data(VerdictWords.Arm(comparison.RightArm), comparison.RightArm, report, stacks);
        MetricEstimate? bytes = comparison.Shown.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == MetricIds.BytesPerMessage);
        ExactChange? exact = bytes is null
            ? Exact(left, right)
            : new ExactChange(bytes.ShownChange, bytes.ShownLow, bytes.ShownHigh, bytes.Confidence);
        return Make(left, right, exact, roles, options, bytes?.Delta, noTree) with
        {
            IsInterleaved = true,
            ToggledSeams = report.Run.Plan.ToggledSeams,
            Notes = VerdictWords.Injected(report) is { } injected ? [injected] : [],
        };
    }

    private static async Task<ArmsDifference> BetweenAsync(
        ILabService service, Comparison comparison, RoleMap roles, DifferenceOptions options, CancellationToken ct)
    {
        (RunReport a, RunReport b) = (comparison.Left, comparison.Right);
        (IReadOnlyList<AllocationStacks> leftStacks, string? noLeft) = await StacksAsync(service, a, ct);
        (IReadOnlyList<AllocationStacks> rightStacks, string? noRight) = await StacksAsync(service, b, ct);
        ArmData left = Data($"{comparison.LeftSide}", comparison.LeftArm, a, leftStacks);
        ArmData right = Data($"{comparison.RightSide}", comparison.RightArm, b, rightStacks);
        return Make(left, right, Exact(left, right), roles, options, null, noLeft ?? noRight) with
        {
            IsInterleaved = false,
            ToggledSeams = Toggled(a.Run.Plan, comparison.LeftArm, b.Run.Plan, comparison.RightArm),
            Notes = comparison.Arms!.Warnings,
        };
    }

    private static ArmData Data(string label, string arm, RunReport report, IReadOnlyList<AllocationStacks> stacks) =>
        new(label, arm, report, [.. stacks.Where(s => s.Arm == arm)]);

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
