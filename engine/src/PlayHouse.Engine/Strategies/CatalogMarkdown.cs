using System.Globalization;
using System.Text;

namespace PlayHouse.Engine.Strategies;

/// <summary>The catalogue as a page of the documentation. Pure, any thread, not on a message path.</summary>
public static class CatalogMarkdown
{
    /// <summary>The page <c>docs/seams/README.md</c>: every seam with its strategies, knobs and sources. Line ends are <c>\n</c>.</summary>
    public static string Index()
    {
        StringBuilder page = new();
        page.Append("# Seams and strategies\n\n");
        page.Append("Generated from the catalogue; `./plab docs` writes it again, and a test fails when it differs.\n\n");
        page.Append(
            "A seam is a place of the engine that can be built in more than one way; a strategy is one way. A seam that a selection does not name has its default (bold).\n");
        foreach (SeamDescriptor seam in StrategyCatalog.Seams)
        {
            AppendSeam(page, seam);
        }

        AppendPresets(page);
        page.Append(
            "\nTwo libraries next to the engine have seams and presets of their own: [the multiplexer](../../engine/src/PlayHouse.Multiplexer/README.md)\nand [FastPort](../../engine/src/PlayHouse.FastPort/README.md); `plab strategies --explain ID` knows them all.\n");
        return page.ToString();
    }

    /// <summary>The seam's own page, relative to <c>docs/seams</c>.</summary>
    public static string PageOf(SeamDescriptor seam)
    {
        ArgumentNullException.ThrowIfNull(seam);
        string folder = seam.Default.Type.Namespace!.Split('.')[^1];
        return $"../../engine/src/PlayHouse.Engine/Strategies/{folder}/README.md";
    }

    private static void AppendSeam(StringBuilder page, SeamDescriptor seam)
    {
        page.Append(CultureInfo.InvariantCulture, $"\n## {seam.Id}\n\n");
        page.Append(CultureInfo.InvariantCulture, $"{seam.Question}\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"Where: {seam.Where} Counter: `{seam.Default.Counter}`, at least {seam.Default.MinHitsPerMessage} hits per message, and the counters of the strategy itself, as proof of execution. [Contract and trade-offs]({PageOf(seam)}).\n\n");
        page.Append(
            "| strategy | what it is | its own code counts | knobs (range, default) | source | status |\n|---|---|---|---|---|---|\n");
        foreach (StrategyDescriptor strategy in seam.Strategies)
        {
            string id = strategy.IsDefault ? $"**`{strategy.Id}`**" : $"`{strategy.Id}`";
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {id} | {strategy.Summary} | {Counters(strategy)} | {Knobs(strategy)} | {strategy.Source} | {StatusOf(strategy.Status)} |\n");
        }
    }

    private static void AppendPresets(StringBuilder page)
    {
        page.Append(
            "\n## Presets\n\nWhole combinations that replay history; a seam that is not named has its default.\n\n| preset | what it stands for | sets |\n|---|---|---|\n");
        foreach (StrategyPreset preset in StrategyPresets.All)
        {
            IEnumerable<string> sets = preset.Selection.Choices.OrderBy(c => c.Key, StringComparer.Ordinal)
                .Select(c => $"{c.Key}: {c.Value.Id}{KnobsOf(c.Value)}");
            page.Append(
                CultureInfo.InvariantCulture,
                $"| `{preset.Id}` | {preset.Summary} | {(preset.Selection.Choices.Count == 0 ? "–" : string.Join("<br>", sets))} |\n");
        }
    }

    private static string KnobsOf(StrategyChoice choice) =>
        choice.Knobs.Count == 0
            ? ""
            : string.Create(
                CultureInfo.InvariantCulture,
                $" ({string.Join(", ", choice.Knobs.Select(k => string.Create(CultureInfo.InvariantCulture, $"{k.Key} {k.Value}")))})");

    private static string Counters(StrategyDescriptor strategy) => string.Join("<br>", strategy.Counters.Select(c => c.MinPerMessage > 0
        ? string.Create(CultureInfo.InvariantCulture, $"`{c.Event}` ≥ {c.MinPerMessage}: {c.Summary}")
        : $"`{c.Event}`: {c.Summary}"));

    private static string Knobs(StrategyDescriptor strategy) =>
        strategy.Knobs.Count == 0
            ? "–"
            : string.Join(
                "<br>",
                strategy.Knobs.Select(k => string.Create(
                    CultureInfo.InvariantCulture, $"`{k.Name}` {k.Unit} ({k.Min}–{k.Max}, {k.Default}): {k.Summary}")));

    private static string StatusOf(StrategyStatus status) => status switch
    {
        StrategyStatus.Candidate => "candidate",
        StrategyStatus.Kept => "kept",
        StrategyStatus.RolledBack => "rolled back",
        StrategyStatus.HistoricalDefect => "historical defect",
        _ => throw new ArgumentOutOfRangeException(nameof(status), status, "Unknown status."),
    };
}
