using PlayHouse.Dashboard.Model.Notebooks;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Services;

/// <summary>Everything a notebook's page shows at one moment. Immutable.</summary>
public sealed record NotebookScene
{
    /// <summary>The notebook as it stands.</summary>
    public required NotebookFile File { get; init; }

    /// <summary>What is shown: the file, or the latest execution of it.</summary>
    public required NotebookView View { get; init; }

    /// <summary>The latest execution; null when there is none.</summary>
    public NotebookExecution? Execution { get; init; }

    /// <summary>True when the outputs are those of the execution.</summary>
    public bool IsExecution { get; init; }

    /// <summary>True when there are outputs of an execution that can be shown.</summary>
    public bool HasExecuted { get; init; }

    /// <summary>True when the execution was of another text than the file holds now.</summary>
    public bool IsOutdated => Execution?.State.SourceHash is { } hash && hash != File.Hash;

    /// <summary>True when the execution can be saved into the file.</summary>
    public bool CanSave => HasExecuted && Execution?.State.Phase == ExecutionPhase.Done && !IsOutdated && !NotebookDocument.IsDib(File.Name);

    /// <summary>Which outputs these are, whose results they show, one sentence each.</summary>
    public required IReadOnlyList<string> Words { get; init; }

    /// <summary>Puts it together.</summary>
    /// <param name="address">What the reader wants to see.</param>
    /// <param name="file">The notebook.</param>
    /// <param name="names">Names of all notebooks.</param>
    /// <param name="execution">Its latest execution.</param>
    /// <param name="limits">How much is shown.</param>
    public static NotebookScene Of(NotebookAddress address, NotebookFile file, IReadOnlyList<string> names, NotebookExecution? execution, DashboardLimits limits)
    {
        ArgumentNullException.ThrowIfNull(address);
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(limits);
        string? problem = null;
        NotebookFile? executed = execution is null ? null : NotebookExecutor.Executed(execution, out problem);
        bool isOutdated = execution?.State.SourceHash is { } hash && hash != file.Hash;
        bool isExecution = executed is not null && address.Outputs switch
        {
            NotebookOutputs.File => false,
            NotebookOutputs.Execution => true,
            _ => !isOutdated,
        };
        NotebookDocument shown = isExecution ? executed!.Document : file.Document;
        return new NotebookScene
        {
            File = file,
            View = NotebookView.Of(shown, file.Name, names, limits.NotebookCellsMax, limits.NotebookOutputMax),
            Execution = execution,
            IsExecution = isExecution,
            HasExecuted = executed is not null,
            Words = [.. isExecution ? OfExecution(execution!.State, isOutdated) : OfFile(file), .. problem is null ? [] : new[] { $"What its execution put out cannot be shown: {problem}" }],
        };
    }

    private static string[] OfExecution(ExecutionState state, bool isOutdated) =>
    [
        $"Outputs of the execution that was started here {Numbers.Time(state.StartedAt)} UTC. {(isOutdated ? "The file has changed since." : "The file itself is as it was.")}",
        .. state.Results is null ? [] : new[] { NotebookWords.Whose(state.Results) },
    ];

    private static string[] OfFile(NotebookFile file)
    {
        OutputsState outputs = OutputsState.Of(file.Document);
        return NotebookDocument.IsDib(file.Name) ? ["A .dib file keeps no outputs."]
            : outputs.Executed == 0 ? ["The file holds no outputs."]
            : [$"Outputs as they are saved in the file: {outputs}.", NotebookWords.Whose(NotebookMetadata.Results(file.Document.Metadata))];
    }
}
