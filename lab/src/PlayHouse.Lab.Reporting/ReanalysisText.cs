using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>What was said of a run and what the rule of today says, as text and as JSON. Pure functions, any thread.</summary>
public static class ReanalysisText
{
    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/reanalysis/1";

    /// <summary>Lines of at most <paramref name="width"/> columns.</summary>
    public static IReadOnlyList<string> Lines(Reanalysis reanalysis, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(reanalysis);
        PastVerdict said = reanalysis.SaidAtTheTime;
        VerdictRecord now = reanalysis.Now;
        return
        [
            $"{reanalysis.Report.Run.Id}  {PlainText.Clean(reanalysis.Report.Run.ExperimentId)}",
            .. PlainText.Wrap($"said at the time: {VerdictWords.Of(said.Kind, said.IsProvisional)}, rule {said.RuleVersion}. {said.Rule}", width, "  "),
            .. PlainText.Wrap($"the rule of today: {VerdictWords.Of(now.Kind, now.IsProvisional)}, rule {now.RuleVersion}. {now.Rule}", width, "  "),
            .. PlainText.Wrap(Outcome(reanalysis), width, "  "),
        ];
    }

    /// <summary>All runs and the differences among them in one document.</summary>
    public static string Json(IReadOnlyList<Reanalysis> all)
    {
        ArgumentNullException.ThrowIfNull(all);
        return JsonText.Write(new JsonObject { ["schema"] = Schema, ["runs"] = new JsonArray([.. all.Select(Json)]) });
    }

    /// <summary>One line under a list of runs.</summary>
    public static string Summary(IReadOnlyList<Reanalysis> all)
    {
        ArgumentNullException.ThrowIfNull(all);
        int other = all.Count(r => r.SaidAtTheTime.Kind != r.Now.Kind);
        return $"{Numbers.Counted(all.Count, "run")} with a verdict; the word of {other} is another under the rule of today.";
    }

    private static JsonObject Json(Reanalysis reanalysis) => new()
    {
        ["run"] = reanalysis.Report.Run.Id,
        ["experiment"] = reanalysis.Report.Run.ExperimentId,
        ["saidAtTheTime"] = VerdictJson.Past(reanalysis.SaidAtTheTime),
        ["now"] = VerdictJson.Of(reanalysis.Now),
        ["isSameRule"] = reanalysis.IsSameRule,
        ["isIdentical"] = reanalysis.IsIdentical,
        ["isRecorded"] = reanalysis.IsRecorded,
    };

    private static string Outcome(Reanalysis reanalysis) => reanalysis switch
    {
        { IsContradiction: true } => "DIFFERENT: the same rule gives another verdict from the same launches. The store or this build is damaged.",
        { IsIdentical: true } => "The stored verdict is the same to the last byte.",
        { IsRecorded: true } => "The new verdict is recorded; what was said at the time is kept.",
        _ => "The stored verdict is of an older rule; --record puts the new one into the store.",
    };
}
