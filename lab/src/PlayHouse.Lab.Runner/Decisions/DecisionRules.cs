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
    /// <param name="isConfirmed">True when a second run confirms a KEEP.</param>
    public static IReadOnlyList<string> Objections(RunReport report, DecisionChoice choice, bool isConfirmed)
    {
        ArgumentNullException.ThrowIfNull(report);
        return choice is DecisionChoice.Keep or DecisionChoice.Rollback && report.Verdict is { } verdict
            ? [.. OfRun(report), .. OfVerdict(verdict, choice, isConfirmed, report.Run.Plan.IsProvisional)]
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

    private static IEnumerable<string> OfVerdict(VerdictRecord verdict, DecisionChoice choice, bool isConfirmed, bool isShort)
    {
        if (choice == DecisionChoice.Keep && !isConfirmed && verdict is { Kind: VerdictKind.Keep or VerdictKind.TradeOff, IsProvisional: true })
        {
            yield return isShort
                ? "The verdict is provisional: a short design measures exact counters only, a full one has to follow."
                : "The verdict is provisional: no second run at another hour, with another seed, confirms it yet.";
        }

        string? against = (verdict.Kind, choice) switch
        {
            (VerdictKind.Unfit, _) => "The verdict is UNFIT: these data may not be judged.",
            (VerdictKind.Inconclusive, _) => "The verdict is INCONCLUSIVE: the data do not tell yet.",
            (VerdictKind.Rollback, DecisionChoice.Keep) => "The verdict is ROLLBACK: the change makes something worse by more than matters, or gives wrong replies.",
            (VerdictKind.NoEffect, DecisionChoice.Keep) => "The verdict is NO-EFFECT: the change does not move what it was made for.",
            (VerdictKind.Keep, DecisionChoice.Rollback) => "The verdict is KEEP: the change is better where it counts.",
            _ => null,
        };
        if (against is not null)
        {
            yield return against;
        }
    }
}
