using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Checking;

/// <summary>
/// Tells whether a notebook still says what its file says: compares an execution of a copy in the outputs of cells tagged
/// <c>deterministic</c>, and, where the recorded sample is what cells see, of those tagged <c>sample</c>. Pure functions, any thread.
/// </summary>
public static class OutputCheck
{
    /// <summary>Tag of a cell whose outputs are the same in every run.</summary>
    public const string Tag = "deterministic";

    /// <summary>Tag of a cell whose outputs are the same in every run over the recorded sample.</summary>
    public const string SampleTag = "sample";

    /// <summary>What failed or differs in an execution of a copy.</summary>
    /// <param name="document">The notebook as its file is.</param>
    /// <param name="run">How the copy's execution ended; it continued after cells that failed.</param>
    /// <param name="executed">The copy with its outputs.</param>
    /// <param name="source">Whose results its cells saw, <see cref="LabApi.Source"/>.</param>
    public static IReadOnlyList<LintProblem> Differences(NotebookDocument document, NotebookRun run, NotebookDocument executed, string source)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(executed);
        List<LintProblem> problems = [.. run.Cells.Where(c => c.Error is not null).Select(c => new LintProblem(
            document.Cells.FindIndex(d => d.Id == c.Id) + 1, c.Id, c.Error!.Line ?? 0, c.Error.Message))];
        for (int i = 0; i < document.Cells.Count; i++)
        {
            if (TagOf(document.Cells[i], source) is { } tag && !IsSame(document.Cells[i].Outputs, executed.Cells[i].Outputs))
            {
                problems.Add(new LintProblem(i + 1, document.Cells[i].Id, 0, $"its outputs are not what the file says, and it is tagged '{tag}'; run the notebook again"));
            }
        }

        return problems;
    }

    /// <summary>The tag for which a cell's outputs must be what its file says; null where they may differ.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="source">Whose results cells see, <see cref="LabApi.Source"/>.</param>
    public static string? TagOf(NotebookCell cell, string source)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell.Tags.Contains(Tag) ? Tag : cell.Tags.Contains(SampleTag) && source == LabSource.Sample ? SampleTag : null;
    }

    /// <summary>True when two executions of a cell show the same.</summary>
    public static bool IsSame(JsonArray one, JsonArray other) => JsonNode.DeepEquals(Bare(one), Bare(other));

    // How often a notebook was run says nothing about what it shows.
    private static JsonNode Bare(JsonArray outputs)
    {
        JsonNode bare = outputs.DeepClone();
        foreach (JsonObject output in bare.AsArray().OfType<JsonObject>())
        {
            output.Remove("execution_count");
        }

        return bare;
    }
}
