using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>From a wish and a run to a decision with its evidence. Pure.</summary>
internal static class DecisionMaker
{
    private const int SitesMax = 10;

    /// <summary>A decision about a run.</summary>
    /// <exception cref="LabInputException">It cannot be decided; every reason at once.</exception>
    public static Decision OfRun(DecisionRequest request, RunReport report, int number, StandingDecision? standing, string strategiesText, DateTimeOffset now)
    {
        (string reason, string? title) = Texts(request);
        if (report.Verdict is not { } verdict || report.Run.State != RunState.Completed)
        {
            throw new LabInputException([$"Run {report.Run.Id} has no verdict yet: there is nothing to decide about."]);
        }

        IReadOnlyList<string> objections = DecisionRules.Objections(report, request.Choice);
        string? confirming = ConfirmedBy(report);
        RunPlan plan = report.Run.Plan;
        string id = DecisionIds.Of(number);
        title ??= $"{DecisionWords.Of(request.Choice)} {Subject(plan)}";
        StrategiesChange? change = StrategiesChanges.Of(plan, request.Choice, id, strategiesText);
        return new Decision
        {
            Id = id,
            FileName = DecisionIds.FileName(number, title),
            Title = title,
            Choice = request.Choice,
            Reason = reason,
            DecidedAt = now,
            Experiment = report.Run.ExperimentId,
            RunIds = confirming is null ? [report.Run.Id] : [report.Run.Id, confirming],
            Evidence = Evidence(report, verdict) with { ConfirmedBy = confirming },
            Objections = objections,
            Override = objections.Count == 0 ? null : Cleaned(request.Override),
            Change = change,
            Consequences = [.. Consequences(plan, request.Choice, change, strategiesText)],
            Revisit = Revisit(plan, verdict, request.Choice),
            Supersedes = standing?.Decision.Id,
        };
    }

    /// <summary>A decision that takes another one back.</summary>
    /// <exception cref="LabInputException">It cannot be taken back; every reason at once.</exception>
    public static Decision Undo(DecisionRequest request, StandingDecision undone, int number, string strategiesText, DateTimeOffset now)
    {
        (string reason, string? title) = Texts(request);
        if (!undone.IsStanding)
        {
            throw new LabInputException([$"{undone.Decision.Id} does not stand any more: {undone.SupersededBy} replaced it."]);
        }

        string id = DecisionIds.Of(number);
        title ??= $"Take back {undone.Decision.Id}: {undone.Decision.Title}";
        title = title.Length <= DecisionRequest.TitleLengthMax ? title : title[..DecisionRequest.TitleLengthMax];
        StrategiesChange? change = StrategiesChanges.Reverse(undone.Decision.Change, undone.AppliedAt is not null, id, strategiesText);
        return new Decision
        {
            Id = id,
            FileName = DecisionIds.FileName(number, title),
            Title = title,
            Choice = DecisionChoice.Undo,
            Reason = reason,
            DecidedAt = now,
            Experiment = undone.Decision.Experiment,
            RunIds = undone.Decision.RunIds,
            Change = change,
            Consequences = [change is null ? "The workspace's strategies stay as they are." : "The workspace's strategies become what they were before."],
            Supersedes = undone.Decision.Id,
        };
    }

    private static (string Reason, string? Title) Texts(DecisionRequest request)
    {
        List<string> errors = [];
        string? reason = Cleaned(request.Reason);
        if (reason is null)
        {
            errors.Add("A decision needs a reason: --reason TEXT, one sentence at least.");
        }

        foreach ((string what, string? text) in new[] { ("The reason", reason), ("The reason to override", Cleaned(request.Override)) })
        {
            if (text?.Length > DecisionRequest.ReasonLengthMax)
            {
                errors.Add($"{what} has {text.Length} characters, at most {DecisionRequest.ReasonLengthMax} are taken.");
            }
        }

        string? title = request.Title is null ? null : PlainText.Clean(request.Title).Trim();
        if (title?.Length is 0 or > DecisionRequest.TitleLengthMax)
        {
            errors.Add($"A title has 1 to {DecisionRequest.TitleLengthMax} characters.");
        }

        return errors.Count == 0 ? (reason!, title) : throw new LabInputException(errors);
    }

    // Line ends are the person's; everything else that steers a terminal goes.
    private static string? Cleaned(string? text)
    {
        string clean = string.Join('\n', (text ?? "").ReplaceLineEndings("\n").Split('\n').Select(l => PlainText.Clean(l).TrimEnd())).Trim();
        return clean.Length == 0 ? null : clean;
    }

    private static string Subject(RunPlan plan)
    {
        string toggles = string.Join(", ", plan.ToggledSeams.Select(s => $"{s} {plan.Other.Strategies[s].Use}"));
        string subject = PlainText.Clean(toggles.Length == 0 ? plan.Experiment.Id : toggles);
        return subject.Length <= 80 ? subject : PlainText.Clean(plan.Experiment.Id);
    }

    private static DecisionEvidence Evidence(RunReport report, VerdictRecord verdict)
    {
        RunPlan plan = report.Run.Plan;
        IReadOnlyDictionary<string, string> machine = report.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0)?.Fingerprint ?? new Dictionary<string, string>();
        return new DecisionEvidence
        {
            Question = plan.Experiment.Question,
            Scenario = plan.Experiment.Scenario,
            OtherArm = plan.Other.Name,
            Toggled = [.. plan.ToggledSeams.Select(s => new ToggledSeam(s, RunText.Setting(plan.Baseline.Strategies[s]), RunText.Setting(plan.Other.Strategies[s])))],
            Verdict = verdict,
            IsInjected = report.IsInjected,
            IsAa = VerdictWords.IsAa(report.Run),
            Sites = report.Attribution is { IsPossible: true } comparison ? HotspotText.Shown(comparison, SitesMax) : [],
            SitesNote = report.Attribution is { IsPossible: true } sites ? string.Join(" ", [HotspotText.Nothing(sites), HotspotText.SumLine(sites, "the sites that differ"), .. sites.LeftOut.Select(l => $"Left out: {l}.")]).Trim() : null,
            NoSitesReason = report.NoAttributionReason,
            Seed = plan.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture),
            Launches = report.Launches.Count(l => l is { Kind: LaunchKind.Timed, State: LaunchState.Completed }),
            Machine = machine.Where(f => f.Value.Length > 0).ToDictionary(),
        };
    }

    /// <summary>The other of the two runs that carry a confirmed verdict.</summary>
    private static string? ConfirmedBy(RunReport report) => report.Confirmation is not { State: ConfirmationState.Confirmed } standing ? null
        : standing.RunId == report.Run.Id ? standing.DeclaredIds[^1]
        : standing.RunId;

    private static IEnumerable<string> Consequences(RunPlan plan, DecisionChoice choice, StrategiesChange? change, string strategiesText)
    {
        if (choice == DecisionChoice.Rerun)
        {
            yield return $"Nothing changes. Run it again: plab run experiments/{plan.Experiment.Id}.";
            yield break;
        }

        if (StrategiesChanges.IsBeside(plan))
        {
            yield return "FastPort is measured for comparison and is no default of this workspace: nothing changes.";
            yield break;
        }

        foreach (SeamChange seam in change?.Seams ?? [])
        {
            yield return $"Experiments of this workspace that name the preset default use {seam.Seam}: {DecisionWords.Setting(seam.After)} in place of {DecisionWords.Setting(seam.Before)}, once {WorkspaceStrategies.FileName} is written.";
        }

        if (change is null)
        {
            yield return choice == DecisionChoice.Rollback
                ? "The workspace does not run what is rolled back: its strategies stay as they are."
                : "The workspace uses already what was decided: its strategies stay as they are.";
        }

        foreach (string other in MeasuredBeside(plan, WorkspaceStrategiesFile.Parse(strategiesText)))
        {
            yield return other;
        }
    }

    /// <summary>What the run was measured with and the workspace does not use: the evidence is about another combination.</summary>
    private static IEnumerable<string> MeasuredBeside(RunPlan plan, WorkspaceStrategies now) => now.Set
        .Where(s => !plan.ToggledSeams.Contains(s.Key) && plan.Baseline.Strategies.TryGetValue(s.Key, out StrategySetting? measured) && measured.Use != s.Value.Use)
        .Select(s => $"The run was measured with {s.Key}: {plan.Baseline.Strategies[s.Key].Use}, where this workspace uses {s.Value.Use}.");

    private static IReadOnlyList<string> Revisit(RunPlan plan, VerdictRecord verdict, DecisionChoice choice) => choice switch
    {
        DecisionChoice.Rerun => [.. ReasonText.Remedies(verdict).DefaultIfEmpty("When the next run of the experiment has a verdict.")],
        _ => ["When the runtime, the engine or the load of the experiment changes.", .. ReasonText.Remedies(verdict)],
    };
}
