using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>How a cell ended.</summary>
/// <param name="Value">The value of its last expression; null without one.</param>
/// <param name="Error">Why it did not end well; null when it did.</param>
public sealed record CellResult(DisplayData? Value, CellError? Error)
{
    /// <summary>True when it ended well.</summary>
    public bool IsOk => Error is null;
}

/// <summary>What went wrong in a cell.</summary>
/// <param name="Name">Kind: <c>CompileError</c>, <c>Interrupted</c>, or the type of the exception.</param>
/// <param name="Message">What was wrong.</param>
/// <param name="Line">Line of the cell, 1 for the first; null where it is not known.</param>
/// <param name="Trace">The whole story, line by line; only lines of cells and of the lab.</param>
public sealed record CellError(string Name, string Message, int? Line, IReadOnlyList<string> Trace)
{
    /// <summary>The error as an output of a notebook's file.</summary>
    public JsonObject ToOutput() => new()
    {
        ["ename"] = Name, ["evalue"] = Message, ["output_type"] = "error", ["traceback"] = new JsonArray([.. Trace.Select(t => (JsonNode)t)]),
    };
}
