using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>What a cell is.</summary>
public enum CellKind
{
    /// <summary>C# that is executed.</summary>
    Code,

    /// <summary>Text in Markdown.</summary>
    Markdown,

    /// <summary>Text that no tool interprets; kept as it is.</summary>
    Raw,
}

/// <summary>One cell of a notebook. Not for concurrent use.</summary>
public sealed class NotebookCell
{
    /// <summary>Most characters of an id, as the format says.</summary>
    public const int IdLengthMax = 64;

    /// <summary>Makes a cell.</summary>
    public NotebookCell(string id, CellKind kind, string source)
    {
        Id = id;
        Kind = kind;
        Source = source;
    }

    /// <summary>Stable id: 1 to 64 letters, digits, <c>-</c> and <c>_</c>, different for every cell of a notebook.</summary>
    public string Id { get; }

    /// <summary>What it is.</summary>
    public CellKind Kind { get; }

    /// <summary>Its text, lines ended by <c>\n</c>.</summary>
    public string Source { get; set; }

    /// <summary>Outputs in the form of the file; code cells only.</summary>
    public JsonArray Outputs { get; set; } = [];

    /// <summary>Number of its last execution; null when it was not executed.</summary>
    public int? ExecutionCount { get; set; }

    /// <summary>Everything else the file says about it; kept when written again.</summary>
    public JsonObject Metadata { get; init; } = [];

    /// <summary>Tags: <c>parameters</c>, <c>volatile</c>, <c>raises-exception</c>, or a reader's own.</summary>
    public IReadOnlyList<string> Tags => Metadata["tags"] is JsonArray tags
        ? [.. tags.Select(t => t is JsonValue value && value.TryGetValue(out string? text) ? text : "")]
        : [];

    /// <summary>True for an id that the format allows.</summary>
    public static bool IsId(string? id) => id is { Length: > 0 and <= IdLengthMax } && id.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_');
}
