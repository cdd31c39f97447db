using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>What the outputs of a notebook are.</summary>
public enum OutputsKind
{
    /// <summary>There is no code to execute.</summary>
    NoCode,

    /// <summary>No cell was executed.</summary>
    Never,

    /// <summary>Some cells were executed.</summary>
    Partly,

    /// <summary>Every cell was executed.</summary>
    Executed,

    /// <summary>A cell failed.</summary>
    Failed,
}

/// <summary>How far the cells of a notebook were executed. Immutable, any thread.</summary>
/// <param name="Kind">In a word.</param>
/// <param name="Executed">Cells that were executed.</param>
/// <param name="Cells">Cells with code.</param>
/// <param name="FailedAt">Number of the first cell that failed; 1 for the first with code.</param>
public sealed record OutputsState(OutputsKind Kind, int Executed, int Cells, int? FailedAt)
{
    /// <summary>Of a notebook as it stands.</summary>
    public static OutputsState Of(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        IReadOnlyList<NotebookCell> cells = document.CodeCells;
        int executed = cells.Count(c => c.ExecutionCount is not null || c.Outputs.Count > 0);
        int failed = cells.ToList().FindIndex(IsFailed);
        OutputsKind kind = cells.Count == 0 ? OutputsKind.NoCode
            : failed >= 0 ? OutputsKind.Failed
            : executed == 0 ? OutputsKind.Never
            : executed < cells.Count ? OutputsKind.Partly : OutputsKind.Executed;
        return new OutputsState(kind, executed, cells.Count, failed < 0 ? null : failed + 1);
    }

    /// <summary>True for a cell that failed and was not meant to.</summary>
    public static bool IsFailed(NotebookCell cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell.Outputs.OfType<JsonObject>().Any(IpynbFile.IsError) && !cell.Tags.Contains(CellTags.RaisesException);
    }

    /// <summary>In words.</summary>
    public override string ToString() => Kind switch
    {
        OutputsKind.NoCode => "no code",
        OutputsKind.Never => "never executed",
        OutputsKind.Partly => $"partly executed, {Executed} of {Cells}",
        OutputsKind.Failed => $"failed at cell {FailedAt}",
        _ => "executed",
    };
}
