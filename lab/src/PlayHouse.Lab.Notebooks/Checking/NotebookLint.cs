using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Checking;

/// <summary>One thing that is wrong with a notebook.</summary>
/// <param name="Cell">Number of the cell, 1 for the first of any kind; 0 for the file.</param>
/// <param name="Id">Its id; empty for the file.</param>
/// <param name="Line">Line of its text; 0 where it is not a line.</param>
/// <param name="Text">What is wrong and what to do.</param>
public sealed record LintProblem(int Cell, string Id, int Line, string Text)
{
    /// <inheritdoc/>
    public override string ToString() => Cell == 0 ? Text : Line == 0 ? $"cell {Cell} ({Id}): {Text}" : $"cell {Cell} ({Id}), line {Line}: {Text}";
}

/// <summary>What makes a notebook break on another machine or tomorrow, found without running it. Pure functions, any thread.</summary>
public static partial class NotebookLint
{
    private static readonly (Regex Pattern, string Text)[] Sources =
    [
        (Package(), "packages are not downloaded by notebooks; reference a file instead"),
        (Folder(), "a path of one machine; use a path relative to the notebook"),
    ];

    /// <summary>Everything that is wrong, in the order of the cells.</summary>
    public static IReadOnlyList<LintProblem> Of(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        List<LintProblem> problems = [];
        if (NotebookLanguage.Refusal(document) is { } refusal)
        {
            problems.Add(new LintProblem(0, "", 0, refusal));
        }
        else if (IpynbFile.Text(document.Metadata["kernelspec"]?["name"]) != NotebookMetadata.KernelName)
        {
            problems.Add(new LintProblem(0, "", 0, $"the notebook names another kernel; metadata.kernelspec.name is '{NotebookMetadata.KernelName}' here"));
        }

        for (int i = 0; i < document.Cells.Count; i++)
        {
            NotebookCell cell = document.Cells[i];
            if (PlaceId().IsMatch(cell.Id))
            {
                problems.Add(new LintProblem(i + 1, cell.Id, 0, "its id is its place: moving the cell changes it; give it a name of its own"));
            }

            problems.AddRange(InSource(cell, i + 1));
            problems.AddRange(InOutputs(cell, i + 1));
        }

        return problems;
    }

    private static IEnumerable<LintProblem> InSource(NotebookCell cell, int number)
    {
        string[] lines = cell.Source.Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            foreach ((_, string text) in Sources.Where(s => s.Pattern.IsMatch(lines[i])))
            {
                yield return new LintProblem(number, cell.Id, i + 1, text);
            }

            // A link of a text is followed by people; an address in code is fetched by the notebook.
            if (cell.Kind == CellKind.Code && Address().IsMatch(lines[i]))
            {
                yield return new LintProblem(number, cell.Id, i + 1, "an address of the network: the notebook breaks without it");
            }
        }
    }

    private static IEnumerable<LintProblem> InOutputs(NotebookCell cell, int number)
    {
        foreach (JsonNode? output in cell.Outputs)
        {
            string text = string.Join('\n', Texts(output)).Replace(LabExtension.Sorting, "", StringComparison.Ordinal);
            if (Folder().IsMatch(text))
            {
                yield return new LintProblem(number, cell.Id, 0, "an output names a path of one machine");
            }

            if (Fetch().IsMatch(text))
            {
                yield return new LintProblem(number, cell.Id, 0, "an output loads something from elsewhere");
            }

            if (output?["output_type"]?.GetValue<string>() == "error" && !cell.Tags.Contains(CellTags.RaisesException))
            {
                yield return new LintProblem(number, cell.Id, 0, "its output is an error; run the notebook again");
            }
        }
    }

    private static IEnumerable<string> Texts(JsonNode? node) => IpynbFile.Text(node) is { } text ? [text] : node switch
    {
        JsonObject parts => parts.SelectMany(p => Texts(p.Value)),
        JsonArray items => items.SelectMany(Texts),
        _ => [],
    };

    [GeneratedRegex("^\\s*#(r|i)\\s+\"nuget:|dotnet add package", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Package();

    [GeneratedRegex(@"(?<![\w/.:])(/(home|root|Users|tmp|var|usr|opt|mnt|work|workspace)/[\w.-]+|[A-Za-z]:\\\\?[\w.-]+)", RegexOptions.CultureInvariant)]
    private static partial Regex Folder();

    [GeneratedRegex(@"\b(https?|ftp|wss?)://(?!www\.w3\.org/)", RegexOptions.CultureInvariant)]
    private static partial Regex Address();

    [GeneratedRegex(@"(src|href|url)\s*[=(]\s*\\?[""'(]?(https?:)?//(?!www\.w3\.org/)|<script", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Fetch();

    [GeneratedRegex("^cell-[0-9]+$", RegexOptions.CultureInvariant)]
    private static partial Regex PlaceId();
}
