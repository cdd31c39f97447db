using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Notebooks;

/// <summary>What pages say of notebooks. Pure.</summary>
public static class NotebookWords
{
    /// <summary>Word, sign and tone of a notebook's outputs.</summary>
    public static VerdictLook Look(OutputsState outputs)
    {
        ArgumentNullException.ThrowIfNull(outputs);
        return outputs.Kind switch
        {
            OutputsKind.Executed => new($"{outputs}", "✓", "good"),
            OutputsKind.Failed => new($"{outputs}", "!", "unfit"),
            OutputsKind.Partly => new($"{outputs}", "‖", "open"),
            _ => new($"{outputs}", "–", "plain"),
        };
    }

    /// <summary>Where an execution stands, one sentence.</summary>
    public static string Of(ExecutionState state)
    {
        ArgumentNullException.ThrowIfNull(state);
        string ended = state.EndedAt is { } time ? $" {Numbers.Time(time)} UTC" : "";
        return state.Phase switch
        {
            ExecutionPhase.Starting => "Starting …",
            ExecutionPhase.Running when state.Cell == 0 => "Preparing the first cell …",
            ExecutionPhase.Running => $"Executing cell {state.Cell} of {state.CellsCount} …",
            ExecutionPhase.Done => $"Executed{ended}{Took(state)}.",
            ExecutionPhase.Failed when Failed(state) is { } cell => $"Cell {cell.Number} failed{(cell.Line is { } line ? $" at line {line}" : "")}: {PlainText.Clean(cell.Message)}",
            ExecutionPhase.Failed => $"It could not be executed: {PlainText.Clean(state.Problem)}",
            ExecutionPhase.Cancelled => $"Cancelled{ended}{(state.Cell > 0 ? $" in cell {state.Cell} of {state.CellsCount}" : "")}.",
            _ => "Its process ended without a word. Execute it again.",
        };
    }

    /// <summary>The cell that an execution failed at; null when none did.</summary>
    public static ExecutedCell? Failed(ExecutionState state)
    {
        ArgumentNullException.ThrowIfNull(state);
        return state.Cells.FirstOrDefault(c => c.Error is not null);
    }

    /// <summary>Whose results outputs show.</summary>
    public static string Whose(string? results) => results is null ? "The file does not say whose results they show." : $"They show {PlainText.Clean(results)}.";

    private static string Took(ExecutionState state) => state.EndedAt is { } ended && ended >= state.StartedAt ? $" in {Numbers.Duration((ended - state.StartedAt).TotalSeconds)}" : "";
}
