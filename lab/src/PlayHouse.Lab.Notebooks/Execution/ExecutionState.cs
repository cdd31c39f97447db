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

    /// <summary>Somebody stopped it.</summary>
    Cancelled,

    /// <summary>Its process ended without a word.</summary>
    Lost,
}

/// <summary>A cell that was executed.</summary>
/// <param name="Number">1 for the first cell with code.</param>
/// <param name="Id">Id of the cell.</param>
/// <param name="Seconds">How long it took.</param>
/// <param name="Error">Name of its error; null when it ended well.</param>
/// <param name="Message">What went wrong.</param>
/// <param name="Line">Where in the cell.</param>
public sealed record ExecutedCell(int Number, string Id, double Seconds, string? Error, string? Message, int? Line);

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

    /// <summary>The process that executes it.</summary>
    public ProcessIdentity? Process { get; init; }

    /// <summary>Hash of the file that is executed.</summary>
    public string? SourceHash { get; init; }

    /// <summary>Whose results the cells see.</summary>
    public string? Results { get; init; }

    /// <summary>Number of the cell that is executed; 0 before the first.</summary>
    public int Cell { get; init; }

    /// <summary>Cells with code.</summary>
    public int CellsCount { get; init; }

    /// <summary>How cells ended; known at the end.</summary>
    public IReadOnlyList<ExecutedCell> Cells { get; init; } = [];

    /// <summary>Why it failed apart from any cell; null when it did not.</summary>
    public string? Problem { get; init; }

    /// <summary>True while it goes on.</summary>
    public bool IsGoing => Phase is ExecutionPhase.Starting or ExecutionPhase.Running;
}
