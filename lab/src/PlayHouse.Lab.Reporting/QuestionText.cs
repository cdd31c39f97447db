using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>What stands around a verdict: the other runs of its question, its confirmation, the attempts that do not count. Pure.</summary>
public static class QuestionText
{
    private const int RunsShownMax = 10;

    /// <summary>Sentences for people, most important first; empty where there is nothing to say.</summary>
    public static IReadOnlyList<string> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return
        [
            .. report.Confirmation is { State: not ConfirmationState.NotNeeded } standing ? (string[])[standing.Sentence] : [],
            .. Runs(report),
            .. report.Uncounted.Select(Attempts),
            .. report.Verdict is null || report.Run.Plan.Origin is not null ? (string[])[] : [Rule(report.Run.Plan.RuleOrigin)],
        ];
    }

    /// <summary>The same as data.</summary>
    internal static JsonObject Json(RunReport report) => new()
    {
        ["confirms"] = report.Run.Plan.Confirms,
        ["confirmation"] = report.Confirmation is { } standing
            ? new JsonObject { ["state"] = LabJson.Word(standing.State), ["run"] = standing.RunId, ["declared"] = JsonText.Strings(standing.DeclaredIds), ["sentence"] = standing.Sentence }
            : null,
        ["runsOfThisQuestion"] = new JsonArray([.. report.Question.Select(q => (JsonNode)new JsonObject
        {
            ["run"] = q.RunId, ["state"] = LabJson.Word(q.State), ["verdict"] = q.Verdict is { } kind ? VerdictWords.Of(kind) : null, ["confirms"] = q.Confirms,
        })]),
        ["uncountedAttempts"] = new JsonArray([.. report.Uncounted.Select(u => (JsonNode)new JsonObject
        {
            ["kind"] = u.Kind, ["attempts"] = u.Attempts, ["baselineLaunches"] = u.BaselineLaunches, ["otherLaunches"] = u.OtherLaunches,
        })]),
        ["ruleCommit"] = report.Run.Plan.RuleOrigin?.Commit,
        ["isRuleFixedBefore"] = report.Run.Plan.RuleOrigin is { IsClean: true },
    };

    private static IEnumerable<string> Runs(RunReport report)
    {
        int place = report.Question.Select(q => q.RunId).ToList().IndexOf(report.Run.Id) + 1;
        QuestionRun[] others = [.. report.Question.Where(q => q.RunId != report.Run.Id)];
        if (place == 0 || others.Length == 0)
        {
            yield break;
        }

        string said = string.Join(", ", others.TakeLast(RunsShownMax).Select(q => $"{(q.Verdict is { } kind ? VerdictWords.Of(kind) : LabJson.Word(q.State))} ({q.RunId})"));
        string more = others.Length > RunsShownMax ? $"the {Numbers.Count(RunsShownMax)} newest others said" : Numbers.Noun(others.Length, "the other said", "the others said");
        yield return $"Run {Numbers.Count(place)} of {Numbers.Count(report.Question.Count)} of this question; {more}: {said}.";
    }

    private static string Attempts(UncountedAttempts attempts) =>
        $"{Numbers.Counted(attempts.Attempts, "attempt")} at a block {Numbers.Noun(attempts.Attempts, "does", "do")} not count ({attempts.Kind}), with {Numbers.Counted(attempts.BaselineLaunches, "launch")} of the baseline and {Numbers.Count(attempts.OtherLaunches)} of the other arm.";

    private static string Rule(RuleOrigin? origin) => origin switch
    {
        { IsClean: true } => $"The rule was fixed before the run: experiment and policy are those of commit {origin.Commit[..Math.Min(10, origin.Commit.Length)]}.",
        { } => "Experiment or policy was not committed as it was used: that the rule was fixed before the run cannot be shown.",
        _ => "Version control says nothing of the experiment at the time: that the rule was fixed before the run cannot be shown.",
    };
}
