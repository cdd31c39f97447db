using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>What the evidence of a run does not carry. Pure.</summary>
public static class DecisionRules
{
    /// <summary>Objections against a choice, one sentence each; running again is never objected to.</summary>
    /// <param name="report">The run.</param>
    /// <param name="choice">The choice.</param>
    public static IReadOnlyList<string> Objections(RunReport report, DecisionChoice choice)
    {
        ArgumentNullException.ThrowIfNull(report);
        return choice is DecisionChoice.Keep or DecisionChoice.Rollback && report.Verdict is { } verdict
            ? [.. OfRun(report), .. OfConfirmation(report, verdict, choice), .. OfVerdict(verdict, choice)]
            : [];
    }

    private static IEnumerable<string> OfRun(RunReport report)
    {
        if (report.Run.Plan.Origin is not null)
        {
            yield return "The run was not measured in this workspace: it says nothing about this machine.";
        }

        if (report.IsInjected)
        {
            yield return "An arm carries a planted effect (INJECTED): the run is about the lab, not about a strategy.";
        }

        if (VerdictWords.IsAa(report.Run))
        {
            yield return "The run compares the baseline with itself (A/A): it says nothing about a change.";
        }
    }

    /// <summary>Six blocks can take a change away as easily as they can keep one: both wait for the run that is declared to confirm them.</summary>
    private static IEnumerable<string> OfConfirmation(RunReport report, VerdictRecord verdict, DecisionChoice choice)
    {
        if (report.Confirmation is { State: ConfirmationState.Withdrawn } withdrawn)
        {
            yield return withdrawn.Sentence;
        }
        else if (report.IsProvisional && IsWord(verdict.Kind, choice))
        {
            yield return $"The verdict is provisional: no run that was declared to confirm it, at another hour and with another seed, has done so yet. Make one with: plab run experiments/{report.Run.ExperimentId} --confirms {report.Run.Id}";
        }
    }

    private static bool IsWord(VerdictKind kind, DecisionChoice choice) => choice == DecisionChoice.Keep
        ? kind is VerdictKind.Keep or VerdictKind.TradeOff
        : kind == VerdictKind.Rollback;

    private static IEnumerable<string> OfVerdict(VerdictRecord verdict, DecisionChoice choice)
    {
        string? against = (verdict.Kind, choice) switch
        {
            (VerdictKind.Unfit, _) => "The verdict is UNFIT: these measurements cannot support one.",
            (VerdictKind.Inconclusive, _) => "The verdict is INCONCLUSIVE: there is not enough data to tell yet.",
            (VerdictKind.Rollback, DecisionChoice.Keep) => "The verdict is ROLLBACK: the change makes a metric worse by more than the policy's threshold, or gives wrong replies.",
            (VerdictKind.NoEffect, DecisionChoice.Keep) => "The verdict is NO-EFFECT: no primary metric moved by more than the policy's threshold.",
            (VerdictKind.Keep, DecisionChoice.Rollback) => "The verdict is KEEP: a primary metric improved and nothing else that decides got worse.",
            _ => null,
        };
        if (against is not null)
        {
            yield return against;
        }
    }
}
