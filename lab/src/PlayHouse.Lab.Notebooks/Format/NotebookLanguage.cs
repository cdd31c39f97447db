using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>The language that a notebook says its cells are in. Pure functions, any thread.</summary>
public static class NotebookLanguage
{
    // The last is what Polyglot Notebooks writes for a notebook of several languages; its cells say which.
    private static readonly string[] Own = ["C#", "csharp", "polyglot-notebook"];

    /// <summary>Why a notebook is not executed here; null when nothing says that it is in another language.</summary>
    public static string? Refusal(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        string? all = Word(document.Metadata, "kernelspec", "language") ?? Word(document.Metadata, "language_info", "name");
        if (!IsOwn(all))
        {
            return $"its cells are in '{all}': the lab executes C#.";
        }

        int at = document.Cells.FindIndex(c => c.Kind == CellKind.Code && !IsOwn(Of(c)));
        return at < 0 ? null : $"cell {at + 1} ({document.Cells[at].Id}) is in '{Of(document.Cells[at])}': the lab executes C#.";
    }

    private static string? Of(NotebookCell cell) => Word(cell.Metadata, "polyglot_notebook", "kernelName") ?? Word(cell.Metadata, "dotnet_interactive", "language");

    private static bool IsOwn(string? language) => language is null || Own.Contains(language, StringComparer.OrdinalIgnoreCase);

    private static string? Word(JsonObject metadata, string part, string name) => IpynbFile.Text((metadata[part] as JsonObject)?[name]);
}
