using System.Diagnostics;
using System.Globalization;
using System.Xml.Linq;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>Cells that end, leave or stop the process they run in: the command says which it was, and the next notebook runs.</summary>
public sealed class NotebookProcessTests : IDisposable
{
    private const int Failed = 5;
    private const int Interrupted = 130;
    private readonly CommandFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("Process.GetCurrentProcess().Kill();", "(signal 9)")]
    public Task CellThatEndsItsProcess_IsShownAsFailed_AndTheNextNotebookRuns(string cell, string said) => EndsAsync(cell, said);

    // Each of the last two takes the runtime seconds to write its own last words.
    [Trait("Run", "selftest-notebooks")]
    [Theory]
    [InlineData("Environment.Exit(0);", "(exit code 0)")]
    [InlineData("int Down(int n) => Down(n + 1) + 1;\nDown(0)", "(signal 6)")]
    [InlineData("new Thread(() => throw new Exception(\"alone\")).Start();\nThread.Sleep(Timeout.Infinite);", "(signal 6)")]
    public Task CellThatCrashesItsProcess_IsShownAsFailed_AndTheNextNotebookRuns(string cell, string said) => EndsAsync(cell, said);

    private async Task EndsAsync(string cell, string said)
    {
        string file = _folder.Save("a.ipynb", "\"kept\"", "using System.Diagnostics;\n" + cell, "3"), next = _folder.Save("b.ipynb", "int n = 1;", "n++;\nint half = n / (n - 2);", "n"), junit = _folder.PathOf("a.xml");

        (int code, string shown, _) = await _folder.PlabAsync("notebook", "run", file, next, "--junit", junit, "--keep-going");

        Assert.Equal(Failed, code);
        Assert.Contains("1 cell of 3 failed, 1 not run", shown, StringComparison.Ordinal);
        Assert.Contains("cell 2 (cell-b): The cell ended the notebook's process " + said, shown, StringComparison.Ordinal);
        Assert.Contains("1 | using System.Diagnostics;", shown, StringComparison.Ordinal);
        XElement[] suites = [.. XDocument.Load(junit).Root!.Elements("testsuite")];
        Assert.Equal(["1", "1"], suites.Select(s => (string)s.Attribute("failures")!));
        NotebookDocument executed = NotebookDocument.Load(file);
        Assert.Equal("kept", IpynbFile.Text(executed.Cells[0].Outputs[0]!["data"]!["text/plain"]));
        Assert.Equal(("ProcessEnded", 2), ((string?)executed.Cells[1].Outputs[0]!["ename"], executed.Cells[1].ExecutionCount));
        await KeptGoingAsync(next);
    }

    // After a cell that failed, the next one ran; what is in the file does not pass the check.
    private async Task KeptGoingAsync(string file)
    {
        NotebookDocument went = NotebookDocument.Load(file);
        Assert.Equal("error", IpynbFile.Text(went.Cells[1].Outputs[0]!["output_type"]));
        Assert.Equal("2", IpynbFile.Text(went.Cells[2].Outputs[0]!["data"]!["text/plain"]));
        (int code, string found, _) = await _folder.HereAsync("notebook", "check", file);
        Assert.Equal(Failed, code);
        Assert.Contains("cell 2 (cell-b): its output is an error; run the notebook again", found, StringComparison.Ordinal);
    }

    [Fact]
    public async Task CellThatEndsItsProcess_FailsTheCheck()
    {
        string file = _folder.Save("a.ipynb", "1", "Environment.Exit(0);");

        (int code, string shown, _) = await _folder.PlabAsync("notebook", "check", "--run", file);

        Assert.Equal(Failed, code);
        Assert.Contains("The cell ended the notebook's process (exit code 0)", shown, StringComparison.Ordinal);
    }

    [Trait("Run", "selftest-notebooks")]
    [Fact]
    public async Task CellThatStopsItsProcess_IsOverItsTime()
    {
        // The first cell takes the time of the first compilation: the second has to reach its stop within its own time, on a busy machine too.
        string file = _folder.Save("a.ipynb", "1", "using System.Diagnostics;\nProcess.Start(\"kill\", $\"-STOP {Environment.ProcessId}\").WaitForExit();\nThread.Sleep(Timeout.Infinite);");

        (int code, string shown, _) = await _folder.PlabAsync("notebook", "run", file, "--timeout", "12");

        Assert.Equal(Failed, code);
        Assert.Contains("The cell took longer than 12 s and stopped its process from ending it.", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task ThreadAndInput_OfACell_HoldNothingUp()
    {
        string file = _folder.Save("a.ipynb", "new Thread(() => Thread.Sleep(Timeout.Infinite)).Start();", "Console.ReadLine() is null");

        (int code, _, _) = await _folder.PlabAsync("notebook", "run", file);

        Assert.Equal(0, code);
        Assert.Equal("True", IpynbFile.Text(NotebookDocument.Load(file).Cells[1].Outputs[0]!["data"]!["text/plain"]));
    }

    [Theory]
    [InlineData("-INT", "await Task.Delay(Timeout.Infinite, Lab.Cancellation);")]
    [InlineData("-INT", "new ManualResetEvent(false).WaitOne();")]
    [InlineData("-KILL", "await Task.Delay(Timeout.Infinite, Lab.Cancellation);")]
    public async Task Process_OfANotebook_EndsWithTheCommand(string signal, string cell)
    {
        string file = _folder.Save(
            "a.ipynb", $"File.WriteAllText(@\"{_folder.PathOf("new")}\", Environment.ProcessId.ToString());\nFile.Move(@\"{_folder.PathOf("new")}\", @\"{_folder.PathOf("pid")}\");",
            cell);
        string before = await File.ReadAllTextAsync(file);
        using Process command = _folder.Start("notebook", "run", file);
        Task<string> shown = command.StandardOutput.ReadToEndAsync(), said = command.StandardError.ReadToEndAsync();
        using CancellationTokenSource deadline = new(CommandFolder.Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(50));
        while (!File.Exists(_folder.PathOf("pid")))
        {
            await look.WaitForNextTickAsync(deadline.Token);
        }

        using Process notebook = Process.GetProcessById(int.Parse(await File.ReadAllTextAsync(_folder.PathOf("pid")), CultureInfo.InvariantCulture));
        using (Process kill = Process.Start("kill", [signal, command.Id.ToString(CultureInfo.InvariantCulture)]))
        {
            await kill.WaitForExitAsync(deadline.Token);
        }

        await command.WaitForExitAsync(deadline.Token);
        await notebook.WaitForExitAsync(deadline.Token);
        await Task.WhenAll(shown, said);
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        if (signal == "-INT")
        {
            Assert.Equal((Interrupted, ""), (command.ExitCode, await shown));
            Assert.EndsWith("plab: interrupted.\n", await said, StringComparison.Ordinal);
        }
    }
}
