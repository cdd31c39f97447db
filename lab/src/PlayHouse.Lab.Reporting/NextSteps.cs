using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Reporting;

/// <summary>A command worth typing next.</summary>
/// <param name="Command">The command line.</param>
/// <param name="Why">What it is good for, a few words.</param>
public sealed record NextStep(string Command, string Why);

/// <summary>What to do after looking at a run. Pure functions, any thread.</summary>
public static class NextSteps
{
    /// <summary>Commands in the order of their use for this run.</summary>
    public static IReadOnlyList<NextStep> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        string id = report.Run.Id;
        string path = $"experiments/{report.Run.ExperimentId}";
        if (report.Run.Plan.Screen is not null)
        {
            return [.. OfScreen(report, id)];
        }

        List<NextStep> steps = [.. OfState(report, id, path)];
        if (report.Verdict is { } verdict)
        {
            steps.AddRange(OfVerdict(report, verdict, path));
            steps.Add(new NextStep($"plab show {id}", "everything about this run"));
        }

        steps.Add(new NextStep("plab strategies", "what else can be toggled"));
        return steps;
    }

    /// <summary>The steps as aligned lines.</summary>
    public static IReadOnlyList<string> Lines(RunReport report, int width = PlainText.DefaultWidth)
    {
        IReadOnlyList<NextStep> steps = Of(report);
        int column = steps.Max(s => s.Command.Length) + 4;
        bool fits = steps.All(s => column + PlainText.Columns(s.Why) <= width);
        List<string> lines = ["Next"];
        foreach (NextStep step in steps)
        {
            string command = $"  {step.Command}";
            // A command is never cut: it is there to be copied.
            if (fits)
            {
                lines.Add(PlainText.PadEnd(command, column) + step.Why);
                continue;
            }

            lines.Add(command);
            lines.AddRange(PlainText.Wrap(step.Why, width, "      "));
        }

        return lines;
    }

    private static IEnumerable<NextStep> OfScreen(RunReport report, string id)
    {
        foreach (NextStep step in OfState(report, id, "").Where(s => !s.Command.StartsWith("plab run ", StringComparison.Ordinal)))
        {
            yield return step;
        }

        bool isEnded = report.Run.State == RunState.Completed;
        foreach (ScreenProposal proposal in isEnded ? report.Screen?.Proposals.Where(p => p.Path.Length > 0) ?? [] : [])
        {
            yield return proposal.RunId is { } run
                ? new NextStep($"plab show {run}", $"{proposal.Name}: it has been run")
                : new NextStep($"plab run {proposal.Path}", proposal.IsFinal ? "all kept against the baseline: the number to publish" : proposal.Question);
        }

        yield return new NextStep($"plab show {id}", "everything about this screen");
    }

    private static IEnumerable<NextStep> OfState(RunReport report, string id, string path)
    {
        switch (report.Run.State)
        {
            case RunState.Planned or RunState.Interrupted:
                yield return new NextStep($"plab resume {id}", "continue; only the running launch was lost");
                break;
            case RunState.Running:
                yield return new NextStep($"plab watch {id}", "follow it");
                yield return new NextStep($"plab cancel {id}", "stop it for good");
                break;
            case RunState.Failed:
                yield return new NextStep("plab doctor", "is anything missing on this machine?");
                yield return new NextStep($"plab run {path}", "again from the beginning");
                break;
            case RunState.Cancelled:
                yield return new NextStep($"plab run {path}", "again from the beginning");
                break;
        }
    }

    private static IEnumerable<NextStep> OfVerdict(RunReport report, VerdictRecord verdict, string path)
    {
        bool isAa = VerdictWords.IsAa(report.Run);
        string aa = isAa ? " --aa" : "";
        if (verdict.Kind == VerdictKind.Unfit)
        {
            yield return new NextStep("plab doctor", "what disturbs this machine");
        }

        if (ToConfirm(report, verdict) is { } provisional)
        {
            yield return new NextStep($"plab run {path} --confirms {provisional}", "the next run decides, at another hour");
        }

        bool isOfPairs = ScenarioCatalog.Find(report.Run.Plan.Experiment.Scenario) is not { TakesTurns: false };
        string design = LabJson.Word(isOfPairs ? DesignKind.Pairs : DesignKind.Sequential);
        if (verdict.Kind == VerdictKind.Inconclusive && (report.Run.Plan.Looks.Count == 1 || verdict.IsOfPairs != isOfPairs))
        {
            int most = isOfPairs ? DesignSpec.PairLooks[^1] : DesignSpec.BlockLooks[^1];
            yield return new NextStep($"plab run {path} --design {design}{aa}", $"up to {most} {BlockWords.One(isOfPairs)}s, until they decide");
        }
        else if (verdict.Kind == VerdictKind.Inconclusive && BlocksWanted(verdict) is { } blocks)
        {
            yield return new NextStep($"plab run {path} --design {design} --blocks {blocks}{aa}", $"enough {BlockWords.One(isOfPairs)}s to decide");
        }

        if (!isAa)
        {
            yield return new NextStep($"plab run {path} --aa", "check the method (A/A)");
        }
    }

    /// <summary>The run that waits for another one to confirm it; null when none does. Lists do not know the standing, and then the verdict tells.</summary>
    private static string? ToConfirm(RunReport report, VerdictRecord verdict) => report.Confirmation is { } standing
        ? standing.State == ConfirmationState.Awaited ? standing.RunId : null
        : verdict is { IsProvisional: true, Kind: VerdictKind.Keep or VerdictKind.Rollback } && !VerdictWords.IsAa(report.Run) && report.Run.Plan is { Confirms: null, Origin: null }
            ? report.Run.Id
            : null;

    private static int? BlocksWanted(VerdictRecord verdict)
    {
        int? more = verdict.Estimates.Where(e => e.Policy.Role == MetricRole.Primary)
            .Select(e => Math.Min(e.BlocksToKeep ?? int.MaxValue, e.BlocksToEquivalence ?? int.MaxValue))
            .Where(n => n != int.MaxValue).Select(n => (int?)n).Max();
        // More than this is a matter for a quieter machine, not for patience.
        const int BlocksWorthRunningMax = 200;
        return more is { } n && verdict.Blocks + n <= BlocksWorthRunningMax ? verdict.Blocks + n : null;
    }
}
