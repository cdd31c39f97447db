using PlayHouse.Dashboard.Model.Notebooks;
using PlayHouse.Dashboard.Services;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Model.Notebooks;

public sealed class NotebookExecutorTests : IDisposable
{
    private readonly LabWorkspace _workspace = DashboardRun.NewWorkspace();
    private readonly List<IReadOnlyList<string>> _started = [];
    private readonly NotebookExecutor _executor;
    private Action _requireQuiet = static () => { };

    public NotebookExecutorTests()
    {
        Directory.CreateDirectory(_workspace.Notebooks);
        foreach (string name in new[] { "a.ipynb", "b.ipynb", "c.ipynb", "d.dib" })
        {
            Of("1").Save(Path.Combine(_workspace.Notebooks, name));
        }

        _executor = Executor(["/lab"]);
    }

    public void Dispose()
    {
        _executor.Dispose();
        Directory.Delete(_workspace.Root, recursive: true);
    }

    [Fact]
    public async Task Start_IsTheCommandLineOnTheFileThatWasListed()
    {
        await _executor.StartAsync("a.ipynb", CancellationToken.None);

        NotebookExecution execution = _executor.Latest("a.ipynb")!;
        Assert.Equal(
            ["/lab", "notebook", "run", Path.Combine(_workspace.Notebooks, "a.ipynb"), "--out", execution.Folder.Executed, "--job", execution.Folder.PathOf, "--json"],
            Assert.Single(_started));
        Assert.Equal(ExecutionPhase.Starting, execution.State.Phase);
        Assert.StartsWith(_workspace.NotebookExecutions, execution.Folder.PathOf, StringComparison.Ordinal);
        _executor.Cancel("a.ipynb");
        Assert.True(execution.Folder.IsCancelRequested);
    }

    [Fact]
    public async Task Start_OfOneThatGoesOn_OfTooMany_OrOfNone_IsRefusedByName()
    {
        await _executor.StartAsync("a.ipynb", CancellationToken.None);
        await RefusedAsync("a.ipynb", "being executed already");
        await _executor.StartAsync("b.ipynb", CancellationToken.None);
        await RefusedAsync("c.ipynb", "these are: a.ipynb, b.ipynb");
        await RefusedAsync("../a.ipynb", "There is no notebook");
        End("a.ipynb", ExecutionPhase.Failed);
        _requireQuiet = static () => throw new LabInputException(["A run is measuring"]);
        await RefusedAsync("c.ipynb", "A run is measuring");
        Assert.Equal(2, _started.Count);

        using NotebookExecutor without = Executor([]);
        Assert.False(without.CanStart);
        Assert.Contains("in a terminal", (await Assert.ThrowsAsync<LabInputException>(() => without.StartAsync("c.ipynb", CancellationToken.None))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_ThatFails_LeavesNothing()
    {
        using NotebookExecutor failing = new(_workspace, ["/lab"], 2, static (_, _, _) => throw new InvalidOperationException("no shell"), static () => { }, TimeProvider.System);

        await Assert.ThrowsAsync<InvalidOperationException>(() => failing.StartAsync("a.ipynb", CancellationToken.None));

        Assert.Null(failing.Latest("a.ipynb"));
        await _executor.StartAsync("a.ipynb", CancellationToken.None);
    }

    [Fact]
    public async Task Execution_OutlivesWhoStartedIt_AndIsFoundByTheNext()
    {
        string file = Path.Combine(_workspace.Notebooks, "a.ipynb"), program = Repository.Program("PlayHouse.Lab.Cli");
        Of("\"by itself\"").Save(file);
        using (NotebookExecutor first = new(_workspace, ["/usr/bin/env", $"{LabWorkspace.HomeVariable}={_workspace.Root}", program], 2, DetachedRun.StartAsync, static () => { }, TimeProvider.System))
        {
            await first.StartAsync("a.ipynb", CancellationToken.None);
        }

        using CancellationTokenSource deadline = new(DashboardRun.Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(50));
        while (_executor.Latest("a.ipynb")!.State.IsGoing)
        {
            await look.WaitForNextTickAsync(deadline.Token);
        }

        NotebookExecution ended = _executor.Latest("a.ipynb")!;
        Assert.True(ended.State.Phase == ExecutionPhase.Done, await File.ReadAllTextAsync(ended.Folder.Log));
        Assert.Equal("executed", $"{OutputsState.Of(NotebookExecutor.Executed(ended, out _)!.Document)}");
    }

    [Fact]
    public async Task Scene_OfAnExecutionThatCannotBeRead_SaysSo()
    {
        await _executor.StartAsync("a.ipynb", CancellationToken.None);
        End("a.ipynb", ExecutionPhase.Done);
        using (FileStream large = File.OpenWrite(_executor.Latest("a.ipynb")!.Folder.Executed))
        {
            large.SetLength(NotebookFolder.BytesMax + 1L);
        }

        NotebookScene scene = Scene(NotebookOutputs.Execution);

        Assert.Equal((false, false), (scene.IsExecution, scene.CanSave));
        Assert.Contains("larger than 16 MiB", scene.Words[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Save_TakesACompleteExecutionOfTheTextThatStandsThere()
    {
        Assert.Contains("no complete execution", Refused("a.ipynb"), StringComparison.Ordinal);
        await _executor.StartAsync("a.ipynb", CancellationToken.None);
        Assert.Contains("no complete execution", Refused("a.ipynb"), StringComparison.Ordinal);
        End("a.ipynb", ExecutionPhase.Done);
        Assert.Equal("Cell 1 (c0): nothing → a line of text", Assert.Single(_executor.Changes("a.ipynb")).ToString());

        Of("1 + 1").Save(Path.Combine(_workspace.Notebooks, "a.ipynb"));
        Assert.Contains("has changed since", Refused("a.ipynb"), StringComparison.Ordinal);
        Assert.Equal(OutputsKind.Never, OutputsState.Of(NotebookFolder.Read(_workspace, "a.ipynb").Document).Kind);

        Of("1").Save(Path.Combine(_workspace.Notebooks, "a.ipynb"));
        _executor.SaveOutputs("a.ipynb");
        NotebookDocument saved = NotebookFolder.Read(_workspace, "a.ipynb").Document;
        Assert.Equal(("1", OutputsKind.Executed, "mine"), (saved.Cells[0].Source, OutputsState.Of(saved).Kind, NotebookMetadata.Results(saved.Metadata)));
        Assert.Null(_executor.Latest("a.ipynb"));
        Assert.Contains("no place for outputs", Refused("d.dib"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Scene_ShowsTheExecutionOfTheTextAsItStands_ElseTheFile()
    {
        Assert.Contains("holds no outputs", Scene(NotebookOutputs.Latest).Words[0], StringComparison.Ordinal);
        await _executor.StartAsync("a.ipynb", CancellationToken.None);
        Assert.False(Scene(NotebookOutputs.Latest).IsExecution);
        End("a.ipynb", ExecutionPhase.Done);

        NotebookScene done = Scene(NotebookOutputs.Latest);
        Assert.Equal((true, true, true, "They show mine."), (done.IsExecution, done.HasExecuted, done.CanSave, done.Words[1]));
        Assert.False(Scene(NotebookOutputs.File).IsExecution);
        Of("changed").Save(Path.Combine(_workspace.Notebooks, "a.ipynb"));
        Assert.Equal((false, true, false, true), (Scene(NotebookOutputs.Latest).IsExecution, Scene(NotebookOutputs.Latest).HasExecuted, Scene(NotebookOutputs.Latest).CanSave, Scene(NotebookOutputs.Latest).IsOutdated));
        Assert.Contains("changed since", Scene(NotebookOutputs.Execution).Words[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Words_SayWhereAnExecutionStands()
    {
        ExecutionState state = new() { Notebook = "a", StartedAt = new DateTimeOffset(2025, 1, 2, 3, 4, 5, TimeSpan.Zero), CellsCount = 3 };
        Assert.Equal("Starting …", NotebookWords.Of(state));
        Assert.Equal("Executing cell 2 of 3 …", NotebookWords.Of(state with { Phase = ExecutionPhase.Running, Cell = 2 }));
        Assert.Equal("Cell 2 failed at line 4: a b", NotebookWords.Of(state with { Phase = ExecutionPhase.Failed, Cells = [new(1, "x", 1, null, null, null), new(2, "y", 1, "E", "a\nb", 4)] }));
        Assert.Equal("It could not be executed: no store", NotebookWords.Of(state with { Phase = ExecutionPhase.Failed, Problem = "no store" }));
        Assert.Contains("without a word", NotebookWords.Of(state with { Phase = ExecutionPhase.Lost }), StringComparison.Ordinal);
        Assert.Contains("in cell 2 of 3", NotebookWords.Of(state with { Phase = ExecutionPhase.Cancelled, Cell = 2 }), StringComparison.Ordinal);
    }

    private NotebookScene Scene(NotebookOutputs outputs) =>
        NotebookScene.Of(new NotebookAddress("a.ipynb", outputs), NotebookFolder.Read(_workspace, "a.ipynb"), NotebookFolder.Names(_workspace), _executor.Latest("a.ipynb"), new DashboardLimits());

    private NotebookExecutor Executor(IReadOnlyList<string> program) => new(
        _workspace, program, new DashboardLimits().NotebooksExecutedMax,
        (command, _, _) =>
        {
            _started.Add(command);
            return Task.CompletedTask;
        },
        () => _requireQuiet(), TimeProvider.System);

    // What the process of an execution does at its end.
    private void End(string name, ExecutionPhase phase)
    {
        ExecutionFolder folder = _executor.Latest(name)!.Folder;
        NotebookFile file = NotebookFolder.Read(_workspace, name);
        NotebookMetadata.SetResults(file.Document.Metadata, "mine");
        file.Document.Cells[0].ExecutionCount = 1;
        file.Document.Cells[0].Outputs = [System.Text.Json.Nodes.JsonNode.Parse("""{"output_type":"stream","text":"x"}""")];
        file.Document.Save(folder.Executed);
        folder.Write(new ExecutionState { Notebook = name, Phase = phase, SourceHash = file.Hash, Results = "mine", Process = ProcessIdentity.Current, CellsCount = 1 });
    }

    private string Refused(string name)
    {
        string said = Assert.Throws<LabInputException>(() => _executor.Changes(name)).Message;
        Assert.Equal(said, Assert.Throws<LabInputException>(() => _executor.SaveOutputs(name)).Message);
        return said;
    }

    private async Task RefusedAsync(string name, string says) =>
        Assert.Contains(says, (await Assert.ThrowsAsync<LabInputException>(() => _executor.StartAsync(name, CancellationToken.None))).Message, StringComparison.Ordinal);

    private static NotebookDocument Of(string source)
    {
        NotebookDocument document = new();
        document.Cells.Add(new NotebookCell("c0", CellKind.Code, source));
        return document;
    }
}
