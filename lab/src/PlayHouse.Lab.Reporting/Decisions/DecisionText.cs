using System.Text.Json;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Decisions;

namespace PlayHouse.Lab.Reporting.Decisions;

/// <summary>Decisions for a terminal and as JSON. Pure functions, any thread.</summary>
public static class DecisionText
{
    /// <summary>Name and version of the JSON of one decision.</summary>
    public const string Schema = "playhouse-lab/decision/1";

    /// <summary>Name and version of the JSON of a list.</summary>
    public const string ListSchema = "playhouse-lab/decisions/1";

    /// <summary>The record and what becomes of <c>strategies.json</c>.</summary>
    public static string Of(Decision decision, string markdown)
    {
        ArgumentNullException.ThrowIfNull(decision);
        string change = decision.Change is { } c
            ? string.Join('\n', TextDiff.Lines(c.BeforeText, c.AfterText).Select(l => $"  {l}"))
            : "  no change";
        return $"{markdown}\nstrategies.json\n{change}\n";
    }

    /// <summary>One decision as JSON, the record as it is stored.</summary>
    public static string Json(Decision decision, string markdown, string? token, bool isRecorded, bool isApplied) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["isRecorded"] = isRecorded,
        ["isApplied"] = isApplied,
        ["token"] = token,
        ["decision"] = Node(decision),
        ["markdown"] = markdown,
    });

    /// <summary>Decisions, newest first, one line each.</summary>
    public static string List(IReadOnlyList<StandingDecision> decisions, int width)
    {
        ArgumentNullException.ThrowIfNull(decisions);
        if (decisions.Count == 0)
        {
            return "No decisions yet. plab decide RUN --keep|--rollback|--rerun --reason TEXT prepares the first one.\n";
        }

        TextTable table = new TextTable(width).Text("id", 8).Text("decision", 10).Text("title", 12).Text("run", 26).Text("decided (UTC)", 16).Text("standing", 20);
        foreach (StandingDecision standing in decisions.Reverse())
        {
            Decision decision = standing.Decision;
            table.Row(decision.Id, DecisionWords.Of(decision.Choice), PlainText.Clean(decision.Title), decision.RunIds[0], Numbers.Time(decision.DecidedAt), DecisionWords.Standing(standing));
        }

        return string.Join('\n', table.Lines()) + "\n";
    }

    /// <summary>All decisions, oldest first, as JSON.</summary>
    public static string ListJson(IReadOnlyList<StandingDecision> decisions, WorkspaceStrategies strategies)
    {
        ArgumentNullException.ThrowIfNull(decisions);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = ListSchema,
            ["strategies"] = Strategies(strategies),
            ["decisions"] = new JsonArray([.. decisions.Select(d => (JsonNode)new JsonObject
            {
                ["standing"] = d.IsStanding,
                ["supersededBy"] = d.SupersededBy,
                ["isPending"] = d.IsPending,
                ["appliedAt"] = d.AppliedAt?.UtcDateTime.ToString("O", System.Globalization.CultureInfo.InvariantCulture),
                ["decision"] = Node(d.Decision),
            })]),
        });
    }

    /// <summary>Where the workspace differs from what is shipped, as JSON.</summary>
    public static JsonObject Strategies(WorkspaceStrategies strategies)
    {
        ArgumentNullException.ThrowIfNull(strategies);
        JsonObject set = [];
        foreach ((string seam, var setting) in strategies.Set.OrderBy(s => s.Key, StringComparer.Ordinal))
        {
            set[seam] = RunText.Setting(setting);
        }

        return new JsonObject { ["set"] = set, ["decision"] = strategies.Decision };
    }

    /// <summary>One sentence about where the workspace differs; null where it does not.</summary>
    public static string? Sentence(WorkspaceStrategies strategies)
    {
        ArgumentNullException.ThrowIfNull(strategies);
        string by = strategies.Decision is null ? "" : $", decision {strategies.Decision}";
        return strategies.Set.Count == 0
            ? null
            : $"This workspace uses {string.Join(", ", strategies.Set.OrderBy(s => s.Key, StringComparer.Ordinal).Select(s => $"{s.Key}: {RunText.Setting(s.Value)}"))} (strategies.json{by}).";
    }

    private static JsonNode? Node(Decision decision) => JsonSerializer.SerializeToNode(decision, LabJson.Compact);
}
