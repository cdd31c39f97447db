using Microsoft.CodeAnalysis.CSharp;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>Notebooks to start from. Pure functions, any thread.</summary>
public static class NotebookTemplates
{
    /// <summary>A notebook with the calls that most write-ups need.</summary>
    public static NotebookDocument Empty() => Of(
        ("title", "# Title\n\nWhat was asked, and what came out, in two sentences."),
        ("results", "$\"What follows comes from {Lab.Source}.\""),
        ("runs", "Lab.Runs()"),
        ("next", "`#!lab help` lists what a cell can ask for."));

    /// <summary>A notebook that writes up one run.</summary>
    /// <param name="report">The run.</param>
    /// <param name="metric">A metric whose launches are shown, too; null for none.</param>
    public static NotebookDocument Run(RunReport report, string? metric = null)
    {
        ArgumentNullException.ThrowIfNull(report);
        string id = SymbolDisplay.FormatLiteral(report.Run.Id, quote: true);
        NotebookDocument document = Of(
        [
            ("title", $"# {report.Run.ExperimentId}\n\n{report.Run.Plan.Experiment.Question}"),
            (CellTags.Parameters, $"string run = {id};"),
            ("results", "$\"What follows comes from {Lab.Source}.\""),
            ("verdict", "Lab.Show(run)"),
            ("forest", "Lab.Chart(run, \"forest\")"),
            .. metric is null ? Nothing : [("launches", $"Lab.Chart(run, \"arms\", {SymbolDisplay.FormatLiteral(metric, quote: true)})")],
            ("percentiles", "Lab.Chart(run, \"percentiles\")"),
            .. report.Attribution is { IsPossible: true } ? Traced : Nothing,
            ("conclusion", "## Conclusion\n\nWhat this means for the code, and when to look again."),
            .. report.Verdict is { } verdict ? [("decide", $"Lab.Decide(\"{Choice(verdict.Kind)}\", because: \"Say why, in a sentence.\", run)")] : Nothing,
        ]);
        document.Cells[2].Metadata["tags"] = new System.Text.Json.Nodes.JsonArray(CellTags.Parameters);
        return document;
    }

    private static (string Id, string Source)[] Nothing => [];

    private static (string Id, string Source)[] Traced =>
    [
        ("sites", "Lab.Chart(run, \"waterfall\")"),
        ("hotspots", "Lab.Hotspots(run, top: 10)"),
        ("flame", $"Lab.Flame(run, diff: \"{ArmNames.Baseline}\")"),
    ];

    // What the verdict says; a person may well say otherwise.
    private static string Choice(VerdictKind kind) => kind switch
    {
        VerdictKind.Keep or VerdictKind.TradeOff => "keep",
        VerdictKind.Rollback or VerdictKind.NoEffect => "rollback",
        _ => "rerun",
    };

    /// <summary>A notebook that puts two arms side by side.</summary>
    public static NotebookDocument SideBySide(string left, string right) => Of(
        ("title", $"# {left} and {right}\n\nArms of two runs side by side. They were not interleaved: nothing here is a verdict."),
        ("compare", $"Lab.Compare({SymbolDisplay.FormatLiteral(left, quote: true)}, {SymbolDisplay.FormatLiteral(right, quote: true)})"),
        ("conclusion", "## Conclusion\n\nWhich experiment would decide it?"));

    private static NotebookDocument Of(params (string Id, string Source)[] cells)
    {
        NotebookDocument document = new();
        (string Id, string Source)[] all = [.. cells.Take(1), ("lab", $"#!import \"{NotebookMetadata.Import}\""), .. cells.Skip(1)];
        document.Cells.AddRange(all.Select(c => IsText(c.Source)
            ? new NotebookCell(c.Id, CellKind.Markdown, c.Source)
            : new NotebookCell(c.Id, CellKind.Code, c.Source) { Metadata = NotebookMetadata.CodeCell() }));
        return document;
    }

    private static bool IsText(string source) => source[0] is '#' or '`' && !source.StartsWith("#!", StringComparison.Ordinal);
}
