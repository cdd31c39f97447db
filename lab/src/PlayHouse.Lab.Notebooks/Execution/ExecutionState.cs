using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Running;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Notebooks.Execution;

/// <summary>Where an execution of a notebook stands.</summary>
public enum ExecutionPhase
{
    /// <summary>Its process was started and has not said anything.</summary>
    Starting,

    /// <summary>Cells are executed.</summary>
    Running,

    /// <summary>Every cell ended well.</summary>
    Done,

    /// <summary>A cell failed, or the notebook could not be executed.</summary>
    Failed,

    /// <summary>A user or its owner stopped it.</summary>
    Cancelled,
}

/// <summary>A cell that was executed.</summary>
/// <param name="Number">1 for the first cell with code.</param>
/// <param name="Id">Id of the cell.</param>
/// <param name="Seconds">How long it took.</param>
/// <param name="Error">Name of its error; null when it ended well.</param>
/// <param name="Message">What went wrong.</param>
/// <param name="Line">Where in the cell.</param>
public sealed record ExecutedCell(int Number, string Id, double Seconds, string? Error, string? Message, int? Line)
{
    /// <summary>The whole story of the error, line by line.</summary>
    public IReadOnlyList<string> Trace { get; init; } = [];

    /// <summary>Of a cell that a runner has executed.</summary>
    public static ExecutedCell Of(CellRun run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return new(run.Number, run.Id, run.Seconds, run.Error?.Name, run.Error?.Message, run.Error?.Line) { Trace = run.Error?.Trace ?? [] };
    }

    /// <summary>The cell as its runner told of it.</summary>
    /// <param name="source">Its text.</param>
    public CellRun ToRun(string source) => new(Number, Id, Seconds, Error is null ? null : new CellError(Error, Message ?? "", Line, Trace), source);
}

/// <summary>An execution as its process tells of it in a file. Immutable, any thread.</summary>
public sealed record ExecutionState
{
    /// <summary>Name and version of the file's form.</summary>
    public const string SchemaName = "playhouse-lab/notebook-execution/1";

    /// <summary>The form.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>Name of the notebook's file.</summary>
    public required string Notebook { get; init; }

    /// <summary>Where it stands.</summary>
    public ExecutionPhase Phase { get; init; }

    /// <summary>When it was started.</summary>
    public DateTimeOffset StartedAt { get; init; }

    /// <summary>When it ended; null while it has not.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>The process that waits for it, and with which it ends.</summary>
    public required ProcessIdentity Owner { get; init; }

    /// <summary>Whose results the cells see.</summary>
    public string? Results { get; init; }

    /// <summary>Number of the cell that is executed; 0 before the first.</summary>
    public int Cell { get; init; }

    /// <summary>Cells with code.</summary>
    public int CellsCount { get; init; }

    /// <summary>How the cells that have ended did.</summary>
    public IReadOnlyList<ExecutedCell> Cells { get; init; } = [];

    /// <summary>Why it failed apart from any cell; null when it did not.</summary>
    public string? Problem { get; init; }
}
