using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>Checked budgets as text and as JSON. Pure functions, any thread.</summary>
public static class BudgetText
{
    /// <summary>Name and version of the JSON shape.</summary>
    public const string Schema = "playhouse-lab/budgets/1";

    /// <summary>What the checks say together: one failure fails, one unknown is not enough.</summary>
    public static BudgetState State(IReadOnlyList<BudgetCheck> checks)
    {
        ArgumentNullException.ThrowIfNull(checks);
        return checks.Any(c => c.State == BudgetState.Fail) ? BudgetState.Fail
            : checks.All(c => c.State == BudgetState.Pass) ? BudgetState.Pass
            : BudgetState.NotEnoughData;
    }

    /// <summary>Lines of at most <paramref name="width"/> columns.</summary>
    public static string Of(string run, string arm, string file, int launches, IReadOnlyList<BudgetCheck> checks, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(checks);
        List<string> lines =
        [
            .. PlainText.Wrap($"Budgets of {file} for {VerdictWords.Arm(arm)} of {run}: {launches} traced {(launches == 1 ? "launch" : "launches")}, per message, 95 % intervals", width),
        ];
        TextTable table = new TextTable(width).Text("budget", 16).Number("max").Number("estimate").Number("interval").Number("samples").Text("", 11);
        foreach (BudgetCheck check in checks)
        {
            string type = check.Budget.Type == "*" ? "" : $" {SiteName.Type(check.Budget.Type)}";
            table.Row(
                $"{check.Budget.At}{type}",
                $"{Numbers.Plain(check.Max)} {(check.IsObjects ? "obj" : "B")}",
                Numbers.Plain(check.PerMessage),
                $"[{Numbers.Plain(check.Low)}, {Numbers.Plain(check.High)}]",
                Numbers.Count(check.Samples),
                Word(check.State));
        }

        lines.AddRange(table.Lines());
        lines.AddRange(checks.Where(c => c.Sites == 0 && launches > 0).SelectMany(c => PlainText.Wrap(
            $"{c.Budget.At} covers no site that was seen: the upper limit is what can have been missed.", width, "  - ")));
        lines.AddRange(PlainText.Wrap(Sentence(State(checks)), width));
        return string.Join('\n', lines) + "\n";
    }

    /// <summary>One JSON object.</summary>
    public static string Json(string run, string arm, string file, int launches, IReadOnlyList<BudgetCheck> checks)
    {
        ArgumentNullException.ThrowIfNull(checks);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["run"] = run,
            ["arm"] = arm,
            ["file"] = file,
            ["launches"] = launches,
            ["state"] = LabJson.Word(State(checks)),
            ["checks"] = new JsonArray([.. checks.Select(Node)]),
        });
    }

    private static string Word(BudgetState state) => state switch
    {
        BudgetState.Pass => "kept",
        BudgetState.Fail => "EXCEEDED",
        _ => "not enough",
    };

    private static string Sentence(BudgetState state) => state switch
    {
        BudgetState.Pass => "Every budget is kept: the upper limits are within them.",
        BudgetState.Fail => "A budget is EXCEEDED: the lower limit is above it.",
        _ => "Not enough data: an interval holds its budget. Trace longer or more launches.",
    };

    private static JsonNode Node(BudgetCheck check) => new JsonObject
    {
        ["at"] = check.Budget.At,
        ["type"] = check.Budget.Type,
        ["unit"] = check.IsObjects ? "objects" : "bytes",
        ["max"] = JsonText.Number(check.Max),
        ["perMessage"] = JsonText.Number(check.PerMessage),
        ["low"] = JsonText.Number(check.Low),
        ["high"] = JsonText.Number(check.High),
        ["samples"] = check.Samples,
        ["sites"] = check.Sites,
        ["state"] = LabJson.Word(check.State),
    };
}
