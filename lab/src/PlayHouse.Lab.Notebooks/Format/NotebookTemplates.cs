using Microsoft.CodeAnalysis.CSharp;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>Notebooks to start from. Pure functions, any thread.</summary>
public static class NotebookTemplates
{
    /// <summary>A notebook with the calls that most write-ups need.</summary>
    public static NotebookDocument Empty() => Of(
        ("title", "# Title\n\nWhat was asked, and what came out, in two sentences."),
        ("results", "Lab.Source"),
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
            ("title", $"# {report.Run.ExperimentId}\n\n{report.Run.Plan.Experiment.Question}"),
            (Running.NotebookRunner.ParametersTag, $"string run = {id};"),
            ("verdict", "Lab.Show(run)"),
            ("forest", "Lab.Chart(run, \"forest\")"),
            ("percentiles", "Lab.Chart(run, \"percentiles\")"),
            ("sites", "Lab.Chart(run, \"waterfall\")"),
            ("conclusion", "## Conclusion\n\nWhat this means for the code, and when to look again."));
        if (metric is not null)
        {
            string launches = $"Lab.Chart(run, \"arms\", {SymbolDisplay.FormatLiteral(metric, quote: true)})";
            document.Cells.Insert(document.Cells.FindIndex(c => c.Id == "percentiles"), new NotebookCell("launches", CellKind.Code, launches) { Metadata = NotebookMetadata.CodeCell() });
        }

        document.Cells[1].Metadata["tags"] = new System.Text.Json.Nodes.JsonArray(Running.NotebookRunner.ParametersTag);
        return document;
    }

    /// <summary>A notebook that puts two arms side by side.</summary>
    public static NotebookDocument SideBySide(string left, string right) => Of(
        ("title", $"# {left} and {right}\n\nArms of two runs side by side. They were not interleaved: nothing here is a verdict."),
        ("compare", $"Lab.Compare({SymbolDisplay.FormatLiteral(left, quote: true)}, {SymbolDisplay.FormatLiteral(right, quote: true)})"),
        ("conclusion", "## Conclusion\n\nWhich experiment would decide it?"));

    private static NotebookDocument Of(params (string Id, string Source)[] cells)
    {
        NotebookDocument document = new();
        document.Cells.AddRange(cells.Select(c => IsText(c.Source)
            ? new NotebookCell(c.Id, CellKind.Markdown, c.Source)
            : new NotebookCell(c.Id, CellKind.Code, c.Source) { Metadata = NotebookMetadata.CodeCell() }));
        return document;
    }

    private static bool IsText(string source) => source[0] is '#' or '`';
}
