using System.Text.Json.Nodes;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Differences;
using PlayHouse.Lab.Runner.Explain;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary>One strategy with everything that is known about it.</summary>
/// <param name="Seam">Its seam.</param>
/// <param name="Strategy">The strategy.</param>
/// <param name="Evidence">Runs about the seam.</param>
internal sealed record ExplainedStrategy(SeamDescriptor Seam, StrategyDescriptor Strategy, IReadOnlyList<SeamEvidence> Evidence);

/// <summary>The explanation of a strategy as text and as JSON. Pure.</summary>
internal static class StrategyExplanation
{
    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/strategy-explanation/1";

    /// <summary>What it does, where, what it costs, what runs have said.</summary>
    public static string Text(IReadOnlyList<ExplainedStrategy> strategies, int width) =>
        string.Join("\n", strategies.Select(s => string.Join('\n', Lines(s, width)) + "\n"));

    /// <summary>A preset and what it sets.</summary>
    public static string Text(StrategyPreset preset, int width)
    {
        List<string> lines = [preset.Id, .. PlainText.Wrap(preset.Summary, width, "  what   ")];
        lines.AddRange(preset.Selection.Choices.Count == 0
            ? ["  sets   nothing: every seam has its default"]
            : preset.Selection.Choices.OrderBy(c => c.Key, StringComparer.Ordinal).Select(c => $"  sets   {c.Key}: {Choice(c.Value)}"));
        return string.Join('\n', lines) + "\n";
    }

    /// <summary>The same for a program.</summary>
    public static string Json(IReadOnlyList<ExplainedStrategy> strategies) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["strategies"] = new JsonArray([.. strategies.Select(Node)]),
    });

    /// <summary>A preset for a program.</summary>
    public static string Json(StrategyPreset preset) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["preset"] = preset.Id,
        ["summary"] = preset.Summary,
        ["sets"] = new JsonObject([.. preset.Selection.Choices.OrderBy(c => c.Key, StringComparer.Ordinal).Select(c => KeyValuePair.Create(c.Key, (JsonNode?)Choice(c.Value)))]),
    });

    private static IEnumerable<string> Lines(ExplainedStrategy explained, int width)
    {
        StrategyDescriptor strategy = explained.Strategy;
        yield return $"{strategy.Seam}: {strategy.Id}{(strategy.IsDefault ? "  (default)" : "")}";
        foreach ((string label, string text) in Facts(explained))
        {
            foreach (string line in PlainText.Wrap(text, width, PlainText.PadEnd("  " + label, 13)))
            {
                yield return line;
            }
        }
    }

    private static IEnumerable<(string Label, string Text)> Facts(ExplainedStrategy explained)
    {
        StrategyDescriptor strategy = explained.Strategy;
        yield return ("what", strategy.Summary);
        yield return ("where", explained.Seam.Where);
        yield return ("question", explained.Seam.Question);
        yield return ("source", strategy.Source);
        if (strategy.Needs is { } system)
        {
            yield return ("needs", system);
        }

        foreach (KnobDescriptor knob in strategy.Knobs)
        {
            yield return ("knob", StrategyWords.Knob(knob));
        }

        yield return ("runs in", StrategyWords.Scenarios(strategy.Seam));
        foreach (string cost in StrategyWords.Costs(strategy))
        {
            yield return ("costs", cost);
        }

        yield return ("status", StrategyWords.Status(strategy.Status));
        foreach (string evidence in explained.Evidence.Where(e => e.Baseline == strategy.Id || e.Other == strategy.Id).Select(StrategyWords.Sentence).DefaultIfEmpty("no run has compared it yet"))
        {
            yield return ("evidence", evidence);
        }

        if (explained.Evidence.FirstOrDefault(e => e.Coverage is not null) is { Coverage: { } coverage } covered)
        {
            yield return ("at most", AtMost(coverage, covered));
        }
    }

    private static string AtMost(SeamCoverage coverage, SeamEvidence evidence) =>
        $"{Numbers.Percent(coverage.Share)} [{Numbers.Percent(coverage.ShareLow)}, {Numbers.Percent(coverage.ShareHigh)}] "
        + $"of the bytes, {Numbers.Plain(coverage.BytesPerMessage)} B per message, are allocated under this seam's strategies: an exchange saves no more ({evidence.Scenario}, {evidence.Baseline}, {evidence.RunId})";

    private static string Choice(StrategyChoice choice) => choice.Knobs.Count == 0
        ? choice.Id
        : $"{choice.Id} ({string.Join(", ", choice.Knobs.Select(k => $"{k.Key} {Numbers.Plain(k.Value)}"))})";

    private static JsonNode Node(ExplainedStrategy explained) => new JsonObject
    {
        ["seam"] = explained.Seam.Id,
        ["id"] = explained.Strategy.Id,
        ["summary"] = explained.Strategy.Summary,
        ["where"] = explained.Seam.Where,
        ["question"] = explained.Seam.Question,
        ["source"] = explained.Strategy.Source,
        ["isDefault"] = explained.Strategy.IsDefault,
        ["status"] = LabJson.Word(explained.Strategy.Status),
        ["costs"] = new JsonArray([.. explained.Strategy.Bytes.Select(c => (JsonNode)new JsonObject
        {
            ["operation"] = c.Operation,
            ["bytesPerOperation"] = JsonText.Number(c.PerOperation),
            ["toleranceBytes"] = JsonText.Number(c.Tolerance),
        })]),
        ["evidence"] = new JsonArray([.. explained.Evidence.Select(Node)]),
    };

    private static JsonNode Node(SeamEvidence evidence) => new JsonObject
    {
        ["run"] = evidence.RunId,
        ["experiment"] = evidence.Experiment,
        ["scenario"] = evidence.Scenario,
        ["verdict"] = VerdictWords.Of(evidence.Verdict),
        ["baseline"] = evidence.Baseline,
        ["other"] = evidence.Other,
        ["seamsToggled"] = evidence.SeamsToggled,
        ["bytesChange"] = evidence.BytesChange is { } b ? new JsonArray(JsonText.Number(b.Change), JsonText.Number(b.Low), JsonText.Number(b.High)) : null,
        ["isCommitted"] = evidence.IsCommitted,
        ["coverage"] = evidence.Coverage is { } c ? DifferenceJson.Coverage(c) : null,
    };
}
