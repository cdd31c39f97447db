using System.Text.RegularExpressions;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>Which experiments and runs the code of a notebook names, as far as its text tells. Pure functions, any thread.</summary>
public static partial class NotebookSubjects
{
    /// <summary>Most that are named.</summary>
    public const int NamedMax = 8;

    /// <summary>Ids in the order in which they come, each once.</summary>
    public static IReadOnlyList<string> Of(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return [.. document.CodeCells.SelectMany(c => Id().Matches(c.Source)).Select(m => m.Value).Distinct(StringComparer.Ordinal).Take(NamedMax)];
    }

    [GeneratedRegex(@"(?<![\w./-])(r-[0-9]{8}-[0-9]{6}-[a-z0-9]+|[0-9]{3}-[a-z][a-z0-9]*(-[a-z0-9]+)*)(?![\w.-])", RegexOptions.CultureInvariant)]
    private static partial Regex Id();
}
