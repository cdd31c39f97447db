using PlayHouse.Lab.Notebooks.Cells;

namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>How a notebook is run.</summary>
public sealed record NotebookRunOptions
{
    /// <summary>Values of parameters: assigned after the cell tagged <c>parameters</c>, or at the beginning.</summary>
    public IReadOnlyDictionary<string, string> Parameters { get; init; } = new Dictionary<string, string>();

    /// <summary>Longest time of one cell.</summary>
    public TimeSpan CellTimeout { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>True continues after a cell that failed.</summary>
    public bool KeepsGoing { get; init; }
}

/// <summary>How one code cell ended.</summary>
/// <param name="Number">1 for the first code cell.</param>
/// <param name="Id">Id of the cell.</param>
/// <param name="Seconds">How long it took.</param>
/// <param name="Error">Why it failed; null when it did not.</param>
/// <param name="Source">Its text.</param>
public sealed record CellRun(int Number, string Id, double Seconds, CellError? Error, string Source);

/// <summary>How a notebook ended.</summary>
/// <param name="Cells">The cells that ran, in order.</param>
/// <param name="CellsLeft">Cells that did not run because one before them failed.</param>
public sealed record NotebookRun(IReadOnlyList<CellRun> Cells, int CellsLeft)
{
    /// <summary>True when every cell ran and none failed.</summary>
    public bool IsOk => CellsLeft == 0 && Cells.All(c => c.Error is null);
}
