using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>Says why a run compares no call sites.</summary>
internal static class AttributionAbsence
{
    public static string Reason(RunReport report)
    {
        if (report.Run.Plan.ProfileEveryBlocks == 0)
        {
            return "the design asks for no diagnostic launch (profile: everyBlocks is 0).";
        }

        if (report.Profiles.Count == 0 && !report.Launches.Any(l => l.Kind == LaunchKind.Diagnostic))
        {
            return "this run has no diagnostic launch.";
        }

        string[] arms = [report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name];
        string[] lacking = [.. arms.Where(a => !HasValidTrace(report, a)).Select(a => OfArm(report, a))];
        return lacking.Length > 0
            ? string.Join(" ", ["a comparison needs a valid trace of both arms.", .. lacking])
            : "the run has no estimate of bytes per message to add the sites up to.";
    }

    private static bool HasValidTrace(RunReport report, string arm) => report.Profiles.Any(p => p.Arm == arm && p.Invalid.Count == 0);

    private static string OfArm(RunReport report, string arm)
    {
        AllocationProfile[] refused = [.. report.Profiles.Where(p => p.Arm == arm)];
        LaunchRecord[] failed =
        [
            .. report.Launches.Where(l => l.Arm == arm && l is { Kind: LaunchKind.Diagnostic, State: LaunchState.Failed }),
        ];
        if (refused.Length == 0 && failed.Length == 0)
        {
            return $"No diagnostic launch of {arm} was made.";
        }

        string text = refused.Length == 0 ? "" : $"Refused traces of {arm}: {refused.Length}, the last one because {string.Join("; ", refused[^1].Invalid)}.";
        return failed.Length == 0 ? text : $"{text} Failed diagnostic launches of {arm}: {failed.Length}, the last one because {failed[^1].Failure}.".TrimStart();
    }
}
