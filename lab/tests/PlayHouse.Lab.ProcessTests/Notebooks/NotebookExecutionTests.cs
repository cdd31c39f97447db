using System.Diagnostics;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Tests.Kernel;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>Executions that are looked at through a folder, by the real command line.</summary>
public sealed class NotebookExecutionTests : IDisposable
{
    private const int Interrupted = 130;
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);
    private static readonly DateTimeOffset Now = DateTimeOffset.UtcNow;
    private readonly LabWorkspace _workspace = new(Directory.CreateTempSubdirectory("plab-execution-").FullName);
    private readonly NotebookExecutions _executions;

    public NotebookExecutionTests()
    {
        Directory.CreateDirectory(_workspace.Notebooks);
        Directory.CreateDirectory(_workspace.Experiments);
        _executions = new NotebookExecutions(_workspace);
    }

    public void Dispose() => Directory.Delete(_workspace.Root, recursive: true);

    [Fact]
    public async Task Job_OfAGoodNotebook_EndsWithItsOutputsAndLeavesTheFile()
    {
        (ExecutionFolder folder, string file) = Prepare("Lab.Runs()", "1 + 1");
        string before = await File.ReadAllTextAsync(file);

        Assert.Equal(0, await RunAsync(folder, file));

        ExecutionState state = folder.Read(Now)!;
        Assert.Equal((ExecutionPhase.Done, 2, 2, null), (state.Phase, state.Cell, state.CellsCount, state.Problem));
        Assert.Equal([(1, "c0", null), (2, "c1", null)], state.Cells.Select(c => (c.Number, c.Id, c.Error)));
        Assert.Equal(NotebookFolder.Read(new FileInfo(file)).Hash, state.SourceHash);
        Assert.Contains("the sample that comes with the lab", state.Results, StringComparison.Ordinal);
        NotebookDocument executed = NotebookDocument.Load(folder.Executed);
        Assert.Equal((OutputsKind.Executed, state.Results), (OutputsState.Of(executed).Kind, NotebookMetadata.Results(executed.Metadata)));
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        Assert.Empty(_executions.Going(Now));
    }

    [Fact]
    public async Task Job_WithACellThatFails_KeepsWhatWasBeforeAndNamesTheCell()
    {
        (ExecutionFolder folder, string file) = Prepare("\"kept\"", "throw new Exception(\"because\");", "3");
        NotebookDocument old = NotebookDocument.Load(file);
        old.Cells[2].ExecutionCount = 9;
        old.Save(file);

        Assert.Equal(5, await RunAsync(folder, file));

        ExecutionState state = folder.Read(Now)!;
        Assert.Equal((ExecutionPhase.Failed, null), (state.Phase, state.Problem));
        Assert.Equal((2, "Exception", "because", 1), (state.Cells[1].Number, state.Cells[1].Error, state.Cells[1].Message, state.Cells[1].Line));
        NotebookDocument executed = NotebookDocument.Load(folder.Executed);
        Assert.Equal("failed at cell 2", $"{OutputsState.Of(executed)}");
        Assert.Equal([1, 2, null], executed.Cells.Select(c => c.ExecutionCount));
    }

    [Fact]
    public async Task Job_OfNoNotebook_SaysWhy()
    {
        (ExecutionFolder folder, string file) = Prepare("1");
        await File.WriteAllTextAsync(file, "{");

        Assert.Equal(2, await RunAsync(folder, file));

        ExecutionState state = folder.Read(Now)!;
        Assert.Equal(ExecutionPhase.Failed, state.Phase);
        Assert.Contains("not JSON", state.Problem, StringComparison.Ordinal);
        Assert.False(File.Exists(folder.Executed));
    }

    [Theory]
    [InlineData("await Task.Delay(Timeout.Infinite, Cancellation);")]
    [InlineData("new ManualResetEvent(false).WaitOne();")]
    public async Task Job_ThatIsAskedToEnd_EndsEvenWhenItsCellDoesNotListen(string cell)
    {
        (ExecutionFolder folder, string file) = Prepare("\"kept\"", cell, "3");
        using Process process = Start(folder, file);
        await UntilAsync(folder, s => s.Cell == 2);
        Assert.Equal(["a.ipynb"], _executions.Going(Now));

        folder.RequestCancel();
        await process.WaitForExitAsync().WaitAsync(Deadline);

        Assert.Equal(Interrupted, process.ExitCode);
        Assert.Equal((ExecutionPhase.Cancelled, 2), (folder.Read(Now)!.Phase, folder.Read(Now)!.Cell));
        Assert.Equal("partly executed, 1 of 3", $"{OutputsState.Of(NotebookDocument.Load(folder.Executed))}");
    }

    [Fact]
    public async Task Job_WhoseProcessDies_IsLost()
    {
        (ExecutionFolder folder, string file) = Prepare("await Task.Delay(Timeout.Infinite, Cancellation);");
        using Process process = Start(folder, file);
        await UntilAsync(folder, s => s.Cell == 1);

        process.Kill();
        await process.WaitForExitAsync().WaitAsync(Deadline);

        Assert.Equal(ExecutionPhase.Lost, folder.Read(Now)!.Phase);
        Assert.Empty(_executions.Going(Now));
    }

    [Fact]
    public void Execution_ThatNeverStarts_IsLostAfterItsTime()
    {
        ExecutionFolder folder = _executions.Begin("a.ipynb", Now);

        Assert.Equal(ExecutionPhase.Starting, folder.Read(Now + ExecutionFolder.StartMax)!.Phase);
        Assert.Equal(ExecutionPhase.Lost, folder.Read(Now + ExecutionFolder.StartMax + TimeSpan.FromSeconds(1))!.Phase);
    }

    [Fact]
    public void Latest_IsTheOneBegunLast_AndBrokenStatesAreNone()
    {
        Assert.Null(_executions.Latest("a.ipynb"));
        ExecutionFolder first = _executions.Begin("a.ipynb", Now), second = _executions.Begin("a.ipynb", Now + TimeSpan.FromSeconds(1));
        _executions.Begin("../b/\n.ipynb", Now);

        Assert.Equal(second.Name, _executions.Latest("a.ipynb")!.Name);
        Assert.Null(first.Read(Now));
        Assert.Equal(2, Directory.GetDirectories(_workspace.NotebookExecutions).Length);
        File.WriteAllText(Path.Combine(second.PathOf, "state.json"), "{ \"phase\": ");
        Assert.Null(second.Read(Now));
        second.Write(new ExecutionState { Notebook = "a.ipynb", Phase = ExecutionPhase.Running, Process = ProcessIdentity.Current });
        Assert.Equal(["../b/\n.ipynb", "a.ipynb"], _executions.Going(Now));
        _executions.Forget("a.ipynb");
        Assert.Null(_executions.Latest("a.ipynb"));
    }

    [Fact]
    public void Begin_ForgetsWhatNotebooksThatAreGoneLeft_UnlessTheyAreGoing()
    {
        File.WriteAllText(Path.Combine(_workspace.Notebooks, "there.ipynb"), "");
        foreach (string name in (string[])["there.ipynb", "going.ipynb", "gone.ipynb"])
        {
            _executions.Begin(name, Now).Write(new ExecutionState
            {
                Notebook = name,
                Phase = name == "going.ipynb" ? ExecutionPhase.Running : ExecutionPhase.Done,
                Process = ProcessIdentity.Current,
            });
        }

        _executions.Begin("next.ipynb", Now);

        Assert.Null(_executions.Latest("gone.ipynb"));
        Assert.All((string[])["going.ipynb", "there.ipynb", "next.ipynb"], name => Assert.NotNull(_executions.Latest(name)));
    }

    private (ExecutionFolder Folder, string File) Prepare(params string[] cells)
    {
        NotebookDocument document = new();
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"c{i}", CellKind.Code, c)));
        string file = Path.Combine(_workspace.Notebooks, "a.ipynb");
        document.Save(file);
        return (_executions.Begin("a.ipynb", Now), file);
    }

    private Process Start(ExecutionFolder folder, string file) =>
        KernelProcess.Start(_workspace.Root, "notebook", "run", file, "--out", folder.Executed, "--job", folder.PathOf, "--json");

    private async Task<int> RunAsync(ExecutionFolder folder, string file)
    {
        using Process process = Start(folder, file);
        Task<string> output = process.StandardOutput.ReadToEndAsync(), error = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(Deadline);
        await Task.WhenAll(output, error);
        return process.ExitCode;
    }

    private static async Task UntilAsync(ExecutionFolder folder, Func<ExecutionState, bool> isThere)
    {
        using CancellationTokenSource deadline = new(Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(50));
        while (folder.Read(DateTimeOffset.UtcNow) is not { } state || !isThere(state))
        {
            await look.WaitForNextTickAsync(deadline.Token);
        }
    }
}
