using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Checking;

/// <summary>Tells whether a notebook still says what its file says: runs a copy and compares the outputs of cells tagged <c>deterministic</c>.</summary>
public static class OutputCheck
{
    /// <summary>Tag of a cell whose outputs are the same in every run.</summary>
    public const string Tag = "deterministic";

    /// <summary>What failed or differs.</summary>
    public static async Task<IReadOnlyList<LintProblem>> RunAsync(LabApi lab, NotebookDocument document, string folder, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(document);
        NotebookDocument copy = IpynbFile.Parse(IpynbFile.Write(document));
        NotebookRun run = await new NotebookRunner(lab, static _ => { }).RunAsync(copy, folder, new NotebookRunOptions { KeepsGoing = true }, ct);
        List<LintProblem> problems = [.. run.Cells.Where(c => c.Error is not null).Select(c => new LintProblem(
            document.Cells.FindIndex(d => d.Id == c.Id) + 1, c.Id, c.Error!.Line ?? 0, c.Error.Message))];
        for (int i = 0; i < document.Cells.Count; i++)
        {
            if (document.Cells[i].Tags.Contains(Tag) && !JsonNode.DeepEquals(Bare(document.Cells[i].Outputs), Bare(copy.Cells[i].Outputs)))
            {
                problems.Add(new LintProblem(i + 1, document.Cells[i].Id, 0, $"its outputs are not what the file says, and it is tagged '{Tag}'; run the notebook again"));
            }
        }

        return problems;
    }

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
