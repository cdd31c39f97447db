using System.Text.Json.Nodes;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Runner.Explain;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary>The strategy catalogue as text and as JSON. Pure.</summary>
internal static class StrategyListing
{
    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/strategies/1";

    /// <summary>Every seam with one line per strategy.</summary>
    public static string Overview(IReadOnlyList<SeamDescriptor> seams, WorkspaceStrategies strategies, int width)
    {
        List<string> lines = ["Seams of the engine and their strategies (* default)", ""];
        if (DecisionText.Sentence(strategies) is { } used)
        {
            lines.AddRange([.. PlainText.Wrap(used, width), ""]);
        }

        int column = seams.SelectMany(s => s.Strategies).Max(s => s.Id.Length) + 6;
        foreach (SeamDescriptor seam in seams)
        {
            lines.AddRange(PlainText.Wrap(seam.Question, width, $"{seam.Id}: "));
            foreach (StrategyDescriptor strategy in seam.Strategies)
            {
                lines.AddRange(PlainText.Wrap(strategy.Summary, width, PlainText.PadEnd($"  {Mark(strategy)} {strategy.Id}", column)));
            }

            lines.Add("");
        }

        lines.Add("plab strategies SEAM shows knobs, sources and the scenarios that run a seam;");
        lines.Add("plab strategies --explain ID what one costs and what runs have said of it.");
        return string.Join('\n', lines) + "\n";
    }

    /// <summary>Everything about one seam.</summary>
    public static string Detail(SeamDescriptor seam, WorkspaceStrategies strategies, int width)
    {
        List<string> lines =
        [
            seam.Id,
            .. PlainText.Wrap(seam.Question, width, "  question   "),
            .. PlainText.Wrap(seam.Where, width, "  where      "),
            .. PlainText.Wrap(Scenarios(seam) is { Count: > 0 } ids ? string.Join(", ", ids) : "none in this release", width, "  scenarios  "),
        ];
        if (strategies.Set.TryGetValue(seam.Id, out StrategySetting? setting))
        {
            string by = strategies.Decision is null ? "" : $", last changed by decision {strategies.Decision}";
            lines.AddRange(PlainText.Wrap($"{DecisionWords.Setting(setting)} (strategies.json{by})", width, "  workspace  "));
        }

        foreach (StrategyDescriptor strategy in seam.Strategies)
        {
            lines.Add("");
            lines.Add($"{Mark(strategy)} {strategy.Id}{(strategy.IsDefault ? "  (default)" : "")}");
            lines.AddRange(PlainText.Wrap(strategy.Summary, width, "    "));
            lines.AddRange(PlainText.Wrap(strategy.Source, width, "    source   "));
            lines.AddRange(strategy.Needs is { } system ? PlainText.Wrap(system, width, "    needs    ") : []);
            lines.AddRange(PlainText.Wrap(StrategyWords.Status(strategy.Status), width, "    status   "));
            lines.AddRange(PlainText.Wrap($"{strategy.Counter}, at least {Numbers.Plain(strategy.MinHitsPerMessage)} per message", width, "    proof    "));
            lines.AddRange(strategy.Counters.Where(c => c.MinPerMessage > 0)
                .SelectMany(c => PlainText.Wrap($"{c.Name} ({c.Summary}), at least {Numbers.Plain(c.MinPerMessage)} per message", width, "    proof    ")));
            lines.AddRange(strategy.Knobs.SelectMany(knob => PlainText.Wrap(StrategyWords.Knob(knob), width, "    knob     ")));
        }

        return string.Join('\n', lines) + "\n";
    }

    /// <summary>All seams given, with everything about them.</summary>
    public static string Json(IReadOnlyList<SeamDescriptor> seams, WorkspaceStrategies strategies) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["workspace"] = DecisionText.Strategies(strategies),
        ["seams"] = new JsonArray([.. seams.Select(Seam)]),
    });

    private static char Mark(StrategyDescriptor strategy) => strategy.IsDefault ? '*' : ' ';

    private static IReadOnlyList<string> Scenarios(SeamDescriptor seam) =>
        [.. ScenarioCatalog.All.Where(s => s.MayExecute(seam.Id)).Select(s => s.Id)];

    private static JsonNode Seam(SeamDescriptor seam) => new JsonObject
    {
        ["id"] = seam.Id,
        ["where"] = seam.Where,
        ["question"] = seam.Question,
        ["default"] = seam.Default.Id,
        ["scenarios"] = JsonText.Strings(Scenarios(seam)),
        ["strategies"] = new JsonArray([.. seam.Strategies.Select(Strategy)]),
    };

    private static JsonNode Strategy(StrategyDescriptor strategy) => new JsonObject
    {
        ["id"] = strategy.Id,
        ["summary"] = strategy.Summary,
        ["source"] = strategy.Source,
        ["isDefault"] = strategy.IsDefault,
        ["status"] = LabJson.Word(strategy.Status),
        ["counter"] = strategy.Counter,
        ["minHitsPerMessage"] = JsonText.Number(strategy.MinHitsPerMessage),
        ["counters"] = new JsonArray([.. strategy.Counters.Select(c => new JsonObject
        {
            ["name"] = c.Name,
            ["summary"] = c.Summary,
            ["minPerMessage"] = JsonText.Number(c.MinPerMessage),
        })]),
        ["knobs"] = new JsonArray([.. strategy.Knobs.Select(Knobs)]),
    };

    private static JsonNode Knobs(KnobDescriptor knob) => new JsonObject
    {
        ["name"] = knob.Name,
        ["unit"] = knob.Unit,
        ["min"] = JsonText.Number(knob.Min),
        ["max"] = JsonText.Number(knob.Max),
        ["default"] = JsonText.Number(knob.Default),
        ["summary"] = knob.Summary,
    };
}
