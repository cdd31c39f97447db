using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>A run as confirmation sees it.</summary>
/// <param name="Run">The run.</param>
/// <param name="Verdict">Its verdict; null without one.</param>
/// <param name="Fingerprint">Machine and build of its launches; null while there are none.</param>
internal sealed record ConfirmationRun(RunRecord Run, VerdictRecord? Verdict, IReadOnlyDictionary<string, string>? Fingerprint);

/// <summary>
/// A KEEP or ROLLBACK was selected for being significant, so the next run of its question that is declared before it starts
/// decides, judged alone: the same word, for the same metric and in the same class, confirms; any other answer withdraws; one
/// that gives no answer, INCONCLUSIVE or UNFIT, may be followed by one more. Nothing is pooled with the run that was selected. A hard failure needs no
/// confirmation. Pure.
/// </summary>
internal static class Confirmation
{
    /// <summary>
    /// Least time between the end of a run and the beginning of the one that confirms it: another job of a neighbour, another
    /// state of the machine. It is the least that "another hour" can mean; another day is better evidence.
    /// </summary>
    public static readonly TimeSpan Apart = TimeSpan.FromHours(1);

    /// <summary>Declared runs that may decide about one verdict: the next one, and one more when that gave no answer.</summary>
    public const int DeclaredMax = 2;

    /// <summary>True for a verdict that waits for a second run.</summary>
    public static bool IsNeeded(RunRecord run, VerdictRecord? verdict) =>
        verdict is { IsProvisional: true, Kind: VerdictKind.Keep or VerdictKind.Rollback } && run.State == RunState.Completed
        && run.Plan.Confirms is null && Questions.IsEvidence(run);

    /// <summary>Where the verdict of a run stands.</summary>
    /// <param name="selected">The run.</param>
    /// <param name="declared">Runs that were declared to confirm it, in any order.</param>
    public static ConfirmationStanding Of(ConfirmationRun selected, IEnumerable<ConfirmationRun> declared)
    {
        ConfirmationRun[] inTime = [.. declared.Where(d => d.Run.Plan.Confirms == selected.Run.Id && d.Run.State != RunState.Planned && d.Run.Plan.Origin == selected.Run.Plan.Origin).OrderBy(d => d.Run.CreatedAt).ThenBy(d => d.Run.Id, StringComparer.Ordinal)];
        ConfirmationStanding Standing(ConfirmationState state, string sentence) => new(state, sentence, selected.Run.Id, [.. inTime.Select(d => d.Run.Id)]);
        if (!IsNeeded(selected.Run, selected.Verdict))
        {
            return Standing(ConfirmationState.NotNeeded, "This verdict needs no confirmation.");
        }

        string word = VerdictWords.Of(selected.Verdict!.Kind);
        List<string> open = [];
        foreach (ConfirmationRun run in inTime.Take(DeclaredMax))
        {
            if (run.Run.State is RunState.Running or RunState.Interrupted)
            {
                return Standing(ConfirmationState.Awaited, $"Run {run.Run.Id} was declared to confirm the {word} of {selected.Run.Id} and has not ended.");
            }

            if (WhyOpen(selected, run) is { } reason)
            {
                open.Add($"{run.Run.Id} {reason}");
                continue;
            }

            return IsSame(selected.Verdict, run.Verdict!)
                ? Standing(ConfirmationState.Confirmed, $"Run {run.Run.Id}, declared before it started and judged alone, confirms the {word} of {selected.Run.Id}{BuildWords(selected, run)}.")
                : Standing(ConfirmationState.Withdrawn, $"Run {run.Run.Id} was declared to confirm the {word} of {selected.Run.Id} and ended {Ended(run.Verdict!)}: the {word} does not hold.");
        }

        if (selected.Run.Plan.Origin is not null && open.Count < DeclaredMax)
        {
            return Standing(ConfirmationState.NotNeeded, "This verdict was measured elsewhere; no run of this store confirms it.");
        }

        string soFar = open.Count == 0 ? "" : $" So far: {string.Join("; ", open)}.";
        return open.Count < DeclaredMax
            ? Standing(ConfirmationState.Awaited, $"The {word} of {selected.Run.Id} is provisional: {(open.Count == 0 ? "the next run" : "one more run")} that is declared to confirm it, at another hour, decides.{soFar}")
            : Standing(ConfirmationState.Unconfirmed, $"The {word} of {selected.Run.Id} stays provisional: {DeclaredMax} declared runs did not settle it.{soFar}");
    }

    /// <summary>
    /// How the run is made that confirms another, where the command line does not say otherwise: by the same design; a verdict of pairs in the
    /// environment in which programs are run, at the rate that is found there; any other in its own and at its own rate, so that the load is
    /// the same.
    /// </summary>
    public static RunOptions OptionsOf(RunPlan selected, RunOptions options)
    {
        RunOptions same = options with { Design = options.Design ?? selected.Experiment.Design.Kind };
        return selected.Pairs is null
            ? same with { RatePerSecond = options.RatePerSecond ?? selected.RatePerSecond }
            : same with { Environment = options.Environment ?? EnvironmentKind.Deployed };
    }

    /// <summary>Why a plan may not be declared to confirm a run, one sentence each; empty when it may.</summary>
    /// <param name="selected">The run.</param>
    /// <param name="standing">Where its verdict stands.</param>
    /// <param name="plan">The plan as it would be stored.</param>
    /// <param name="now">The time.</param>
    public static IEnumerable<string> Objections(ConfirmationRun selected, ConfirmationStanding standing, RunPlan plan, DateTimeOffset now)
    {
        RunRecord run = selected.Run;
        if (run.Plan.Confirms is { } first)
        {
            yield return $"Run {run.Id} was itself declared to confirm {first}; name that one.";
            yield break;
        }

        if (standing.State != ConfirmationState.Awaited)
        {
            yield return standing.State == ConfirmationState.NotNeeded
                ? $"Run {run.Id} has nothing to confirm: {(selected.Verdict is { } verdict ? $"its verdict is {VerdictWords.Of(verdict.Kind, verdict.IsProvisional)}" : $"it is {LabJson.Word(run.State)} and has no verdict")}. Only a provisional KEEP or ROLLBACK that was measured here is confirmed."
                : standing.Sentence;
            yield break;
        }

        if (standing.Sentence.EndsWith("has not ended.", StringComparison.Ordinal))
        {
            yield return $"{standing.Sentence} Finish it with plab resume {standing.DeclaredIds[^1]}, or cancel it: it counts either way.";
        }

        foreach (string difference in Differences(run.Plan, plan))
        {
            yield return $"It would not ask the same as {run.Id}: {difference}.";
        }

        TimeSpan since = now - (run.EndedAt ?? run.CreatedAt);
        if (since < Apart)
        {
            yield return $"Run {run.Id} ended {Numbers.Duration(since.TotalSeconds)} ago; a confirming run starts at another hour, {Numbers.Duration((Apart - since).TotalSeconds)} from now at the earliest.";
        }
    }

    private static IEnumerable<string> Differences(RunPlan a, RunPlan b)
    {
        if (Questions.IdOf(a) != Questions.IdOf(b))
        {
            yield return "the experiment or the policy has changed since";
        }

        if (a.Pairs is null && b.Pairs is not null)
        {
            yield return "a verdict of blocks is confirmed by blocks";
        }

        if (a.Pairs is null && a.Experiment.Environment != b.Experiment.Environment)
        {
            yield return "its targets have other runtime settings";
        }

        if (a.Pairs is not null && (b.Pairs is null || b.Experiment.Environment.Kind() != EnvironmentKind.Deployed))
        {
            yield return "a verdict of pairs is confirmed by pairs, in the environment in which programs are run";
        }

        if (b.Other.Name == ArmNames.Twin || b.Other.Inject is not null || b.Baseline.Inject is not null)
        {
            yield return "it compares other arms";
        }

        string[] seams = [.. a.Baseline.Strategies.Keys.Where(s => !IsSame(a.Baseline, b.Baseline, s) || !IsSame(a.Other, b.Other, s)).Order(StringComparer.Ordinal)];
        if (seams.Length > 0)
        {
            yield return $"the arms use other strategies for {string.Join(", ", seams)}";
        }

        if (a.Seed == b.Seed)
        {
            yield return "it has the same seed";
        }
    }

    private static bool IsSame(ResolvedArm a, ResolvedArm b, string seam) =>
        b.Strategies.TryGetValue(seam, out StrategySetting? other) && a.Strategies[seam] is { } one && one.Use == other.Use
        && one.Knobs.Count == other.Knobs.Count && one.Knobs.All(k => other.Knobs.TryGetValue(k.Key, out double value) && value.Equals(k.Value));

    private static string? WhyOpen(ConfirmationRun selected, ConfirmationRun run) => run switch
    {
        { Verdict: null } => $"ended without a verdict ({LabJson.Word(run.Run.State)})",
        { Verdict.Kind: VerdictKind.Inconclusive or VerdictKind.Unfit } => $"ended {VerdictWords.Of(run.Verdict.Kind)}",
        _ when Unlike(selected, run) is { Length: > 0 } keys => $"was measured under other conditions ({keys})",
        _ => null,
    };

    /// <summary>The machine and its settings must be the same, and the commit; that the libraries were compiled again is wanted.</summary>
    private static string Unlike(ConfirmationRun a, ConfirmationRun b) => a.Fingerprint is null || b.Fingerprint is null
        ? ""
        : string.Join(", ", FingerprintKeys.Machine.Append(FingerprintKeys.EngineVersion).Except(a.Run.Plan.Pairs is null ? [] : FingerprintKeys.Environment).Where(k => a.Fingerprint.GetValueOrDefault(k) != b.Fingerprint.GetValueOrDefault(k)));

    private static string BuildWords(ConfirmationRun a, ConfirmationRun b) =>
        a.Fingerprint?.GetValueOrDefault(FingerprintKeys.EngineModule) == b.Fingerprint?.GetValueOrDefault(FingerprintKeys.EngineModule)
            ? " (same binaries)"
            : " (same commit, compiled again)";

    private static bool IsSame(VerdictRecord selected, VerdictRecord run) =>
        selected.Kind == run.Kind && (!run.IsProvisional
            ? run.Kind == VerdictKind.Rollback
            : selected.Estimates.Any(mine => run.Estimates.Any(theirs => Subject(theirs) == Subject(mine) && Carries(mine, selected.Kind) && Carries(theirs, selected.Kind))));

    // Where idle threads spin, processor time does not say what a message costs, and what a saturated server completes does.
    private static string Subject(MetricEstimate estimate) => estimate.Policy.Id == MetricIds.CpuUsPerMessage ? MetricIds.MessagesPerSecond : estimate.Policy.Id;

    /// <summary>True for a metric that earns this word: an improvement that matters, or a loss that does.</summary>
    private static bool Carries(MetricEstimate estimate, VerdictKind kind) => kind == VerdictKind.Keep
        ? estimate.Policy.Role == MetricRole.Primary
            && (estimate.Class == MetricClass.ImprovedPractical || (estimate.Class == MetricClass.Improved && estimate.Theta >= estimate.Delta))
        : estimate.Policy.Role != MetricRole.Explore && estimate.Class == MetricClass.WorsePractical;

    private static string Ended(VerdictRecord verdict) => verdict.Kind is VerdictKind.Keep or VerdictKind.Rollback
        ? $"{VerdictWords.Of(verdict.Kind)} for another metric or class"
        : VerdictWords.Of(verdict.Kind);
}
