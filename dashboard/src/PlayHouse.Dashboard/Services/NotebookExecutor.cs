using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Services;

/// <summary>The latest execution of a notebook.</summary>
/// <param name="Folder">Where it lies.</param>
/// <param name="State">Where it stands.</param>
public sealed record NotebookExecution(ExecutionFolder Folder, ExecutionState State)
{
    /// <summary>Changes with everything a page shows of it.</summary>
    public string Stamp => $"{Folder.Name} {State.Phase} {State.Cell} {IsEnding}";

    /// <summary>True while it runs and was asked to end.</summary>
    public bool IsEnding => State.IsGoing && Folder.IsCancelRequested;
}

/// <summary>
/// Executes notebooks as processes of their own: they continue when the dashboard ends, every page sees them, and the notebook's own
/// file stays as it is until the user saves. Any thread.
/// </summary>
/// <param name="workspace">Where notebooks and what they put out lie.</param>
/// <param name="program">The lab's program; empty where nothing can be started.</param>
/// <param name="max">Executions at a time.</param>
/// <param name="detach">Starts a command line with its output in a file.</param>
/// <param name="requireQuiet">Throws while something measures on this machine.</param>
/// <param name="clock">Time.</param>
internal sealed class NotebookExecutor(
    LabWorkspace workspace, IReadOnlyList<string> program, int max, Func<IReadOnlyList<string>, string, CancellationToken, Task> detach, Action requireQuiet, TimeProvider clock) : IDisposable
{
    private readonly NotebookExecutions _executions = new(workspace);
    private readonly SemaphoreSlim _starting = new(1);

    /// <summary>True where notebooks can be executed from a page.</summary>
    public bool CanStart => program.Count > 0;

    /// <summary>The one of a dashboard.</summary>
    public static NotebookExecutor Of(IServiceProvider services)
    {
        LabAccess lab = services.GetRequiredService<LabAccess>();
        int max = services.GetRequiredService<DashboardLimits>().NotebooksExecutedMax;
        return new NotebookExecutor(lab.Workspace, lab.Program, max, DetachedRun.StartAsync, RequireQuiet, services.GetRequiredService<TimeProvider>());
    }

    /// <summary>The latest execution of a notebook; null when there is none.</summary>
    public NotebookExecution? Latest(string notebook) =>
        _executions.Latest(notebook) is { } folder && folder.Read(clock.GetUtcNow()) is { } state && state.Notebook == notebook ? new NotebookExecution(folder, state) : null;

    /// <summary>Starts to execute a notebook.</summary>
    /// <exception cref="LabInputException">There is none of this name, it is executed already, or nothing can be started now.</exception>
    public async Task StartAsync(string notebook, CancellationToken ct)
    {
        await _starting.WaitAsync(ct);
        try
        {
            NotebookFile file = NotebookFolder.Read(workspace, notebook);
            Require(notebook);
            ExecutionFolder folder = _executions.Begin(notebook, clock.GetUtcNow());
            try
            {
                await detach([.. program, "notebook", "run", file.Path, "--out", folder.Executed, "--job", folder.PathOf, "--json"], folder.Log, ct);
            }
            catch
            {
                _executions.Forget(notebook);
                throw;
            }
        }
        finally
        {
            _starting.Release();
        }
    }

    /// <summary>Asks the execution of a notebook to end; it does within seconds.</summary>
    public void Cancel(string notebook)
    {
        if (Latest(notebook) is { State.IsGoing: true } execution)
        {
            execution.Folder.RequestCancel();
        }
    }

    /// <summary>The notebook as it was executed, so far; null while no cell has ended, and when what came out cannot be read.</summary>
    /// <param name="execution">The execution.</param>
    /// <param name="problem">Why it cannot be read; null when it can, or when there is nothing yet.</param>
    public static NotebookFile? Executed(NotebookExecution execution, out string? problem)
    {
        ArgumentNullException.ThrowIfNull(execution);
        problem = null;
        try
        {
            return File.Exists(execution.Folder.Executed) ? NotebookFolder.Read(new FileInfo(execution.Folder.Executed)) : null;
        }
        catch (NotebookFormatException e)
        {
            problem = e.Message;
            return null;
        }
    }

    /// <summary>What saving the latest execution would change in the outputs of the file.</summary>
    /// <exception cref="LabInputException">There is nothing to save, or the file has changed since.</exception>
    public IReadOnlyList<OutputChange> Changes(string notebook)
    {
        (NotebookFile file, NotebookFile executed, string _) = Saveable(notebook);
        return OutputChanges.Of(file.Document, executed.Document);
    }

    /// <summary>Puts the outputs of the latest execution into the file, which is then all there is of it.</summary>
    /// <exception cref="LabInputException">There is nothing to save, or the file has changed since.</exception>
    public void SaveOutputs(string notebook)
    {
        (NotebookFile _, NotebookFile executed, string seen) = Saveable(notebook);
        NotebookFolder.Replace(workspace, notebook, executed.Document, seen);
        _executions.Forget(notebook);
    }

    /// <inheritdoc/>
    public void Dispose() => _starting.Dispose();

    private (NotebookFile File, NotebookFile Executed, string Seen) Saveable(string notebook)
    {
        NotebookFile file = NotebookFolder.Read(workspace, notebook);
        if (NotebookDocument.IsDib(notebook))
        {
            throw new LabInputException([$"notebooks/{notebook} has no place for outputs: download it as .ipynb to keep them."]);
        }

        return Latest(notebook) is { State: { Phase: ExecutionPhase.Done, SourceHash: { } seen } } execution && Executed(execution, out _) is { } executed
            ? seen == file.Hash ? (file, executed, seen) : throw new LabInputException([$"notebooks/{notebook} has changed since it was executed. Execute it again."])
            : throw new LabInputException([$"There is no complete execution of notebooks/{notebook} to save."]);
    }

    private void Require(string notebook)
    {
        if (!CanStart)
        {
            throw new LabInputException([$"The lab's program was not found next to the dashboard. Execute it in a terminal: ./plab notebook run notebooks/{notebook}"]);
        }

        IReadOnlyList<string> going = _executions.Going(clock.GetUtcNow());
        if (going.Contains(notebook, StringComparer.Ordinal))
        {
            throw new LabInputException([$"notebooks/{notebook} is being executed already."]);
        }

        if (going.Count >= max)
        {
            throw new LabInputException([$"{max} notebooks are executed at a time, and these are: {string.Join(", ", going)}. Wait until one has ended, or cancel it."]);
        }

        requireQuiet();
    }

    private static void RequireQuiet()
    {
        try
        {
            MachineLock.RequireFree(MachineLock.Name);
        }
        catch (LabInputException)
        {
            throw new LabInputException(["A run is measuring on this machine; executing a notebook now would disturb it. Wait until it has ended."]);
        }
    }
}
