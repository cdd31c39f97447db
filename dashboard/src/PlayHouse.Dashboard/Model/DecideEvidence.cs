using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model;

/// <summary>What goes into the record of a decision by itself, in sentences. Pure.</summary>
public static class DecideEvidence
{
    /// <summary>One sentence per piece of evidence.</summary>
    public static IReadOnlyList<string> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (report.Verdict is not { } verdict)
        {
            return [];
        }

        int launches = report.Launches.Count(l => l is { Kind: LaunchKind.Timed, State: LaunchState.Completed });
        return
        [
            $"Run {report.Run.Id}: {VerdictWords.Of(report)}, {Numbers.Counted(verdict.Blocks, BlockWords.One(verdict.IsOfPairs))}, {Numbers.Counted(launches, "timed launch")}.",
            $"{Numbers.Counted(verdict.Estimates.Count, "metric")} with interval and level, each next to what the policy asked before the run.",
            .. verdict.Proofs.Select(p => $"Execution proof of {p.Seam}: {(p.IsProved ? "the toggled code ran" : $"NOT PROVED, {ProofWords.Objection(p)}")}."),
            report.Attribution is { IsPossible: true } sites ? $"{Numbers.Counted(Math.Min(sites.Sites.Count, 10), "call site that allocates", "call sites that allocate")}, with intervals." : $"No call sites: {report.NoAttributionReason}",
            "Machine, runtime and build of the launches.",
        ];
    }
}
