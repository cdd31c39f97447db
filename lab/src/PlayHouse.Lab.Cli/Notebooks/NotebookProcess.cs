using System.Diagnostics;
using System.Globalization;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary>A notebook after its execution.</summary>
/// <param name="Run">How it ended.</param>
/// <param name="Document">The notebook with the outputs of the cells that ended.</param>
internal sealed record ExecutedNotebook(NotebookRun Run, NotebookDocument Document);

/// <summary>
/// Executes a notebook in a process of its own, so that its end is told whatever a cell does to that process, and that what a cell leaves
/// behind is gone before the next notebook. The process ends with this one.
/// </summary>
internal sealed class NotebookProcess(CommandContext context, string file, NotebookRunOptions options)
{
    /// <summary>Name of the error of a cell with which its process ended.</summary>
    public const string ProcessEnded = "ProcessEnded";

    private const int SignalBase = 128;
    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(100);

    // Beyond what the process itself waits for a cell that ignores its end.
    private static readonly TimeSpan Grace = NotebookRunner.Patience + TimeSpan.FromSeconds(5);

    /// <summary>Executes it to its end.</summary>
    /// <exception cref="LabInputException">It could not be executed at all.</exception>
    public async Task<ExecutedNotebook> RunAsync(CancellationToken ct)
    {
        DirectoryInfo home = Directory.CreateTempSubdirectory("plab-notebook-");
        try
        {
            ExecutionFolder folder = new(home.FullName);
            folder.Write(new ExecutionState { Notebook = Path.GetFileName(file), StartedAt = context.Clock.GetUtcNow(), Owner = ProcessIdentity.Current });
            using Process process = Start(folder);
            (bool isHung, TimeSpan time) = await EndAsync(process, folder, ct);
            if (context.Console.IsLive)
            {
                context.Console.Redraw("");
            }

            ct.ThrowIfCancellationRequested();
            ExecutionState state = folder.Read() ?? throw new InvalidOperationException($"{folder.PathOf} tells of no execution.");
            return state switch
            {
                { Problem: { } problem } => throw new LabInputException([problem]),
                { Phase: ExecutionPhase.Done or ExecutionPhase.Failed } => Told(state, folder, null),
                { Cell: 0 } => throw new LabInputException([$"{PlainText.Clean(file)}: {Words(process.ExitCode, "The notebook's process ended before its first cell")}"]),
                _ => Told(state, folder, (Cut(isHung, process.ExitCode), time)),
            };
        }
        finally
        {
            Remove(home);
        }
    }

    private static void Remove(DirectoryInfo home)
    {
        try
        {
            home.Delete(recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A process that a cell left behind still writes there. How the notebook ended matters more than its temporary folder.
        }
    }

    private Process Start(ExecutionFolder folder)
    {
        IReadOnlyList<string> self = DetachedRun.Self();
        // Progress goes to the terminal of both; what else the process prints is in the folder already.
        ProcessStartInfo start = new(self[0]) { RedirectStandardOutput = true, UseShellExecute = false };
        List<string> arguments =
        [
            .. self.Skip(1), "notebook", "run", file, "--out", folder.Executed, "--job", folder.PathOf, "--json",
            "--timeout", options.CellTimeout.TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture),
        ];
        arguments.AddRange(options.KeepsGoing ? ["--keep-going"] : []);
        arguments.AddRange(options.Parameters.SelectMany(p => (string[])["--param", $"{p.Key}={p.Value}"]));
        arguments.ForEach(start.ArgumentList.Add);
        return Process.Start(start) ?? throw new InvalidOperationException("The process of a notebook did not start.");
    }

    // The process keeps the times of its cells by itself; this one sees to a process that cannot.
    private async Task<(bool IsHung, TimeSpan Time)> EndAsync(Process process, ExecutionFolder folder, CancellationToken ct)
    {
        using CancellationTokenSource over = new();
        Task drained = DrainAsync(process.StandardOutput.BaseStream, over.Token), ended = process.WaitForExitAsync(CancellationToken.None);
        bool isHung = false;
        (ExecutionPhase, int, bool) stage = default;
        long since = context.Clock.GetTimestamp();
        while (await Task.WhenAny(ended, Task.Delay(LookPeriod, CancellationToken.None)) != ended)
        {
            if (ct.IsCancellationRequested)
            {
                folder.RequestCancel();
            }

            ExecutionState? state = folder.Read();
            (ExecutionPhase Phase, int Cell, bool IsCancelled) now = (state?.Phase ?? ExecutionPhase.Starting, state?.Cell ?? 0, ct.IsCancellationRequested);
            if (now != stage)
            {
                (stage, since) = (now, context.Clock.GetTimestamp());
            }

            if (context.Clock.GetElapsedTime(since) > Longest(now.Phase, now.Cell, now.IsCancelled))
            {
                isHung = true;
                process.Kill(entireProcessTree: true);
            }
        }

        TimeSpan time = context.Clock.GetElapsedTime(since);
        await over.CancelAsync();
        await drained;
        return (isHung, time);
    }

    private TimeSpan Longest(ExecutionPhase phase, int cell, bool isCancelled) =>
        isCancelled || phase is not (ExecutionPhase.Starting or ExecutionPhase.Running) ? Grace
        : cell == 0 ? ExecutionFolder.StartMax
        : options.CellTimeout + Grace;

    // A process that a cell started may hold the pipe when the notebook's has ended.
    private static async Task DrainAsync(Stream output, CancellationToken over)
    {
        try
        {
            await output.CopyToAsync(Stream.Null, over);
        }
        catch (OperationCanceledException)
        {
            // The notebook has ended: what its child still writes is not needed.
        }
    }

    private ExecutedNotebook Told(ExecutionState state, ExecutionFolder folder, (CellError Error, TimeSpan Time)? cut)
    {
        NotebookDocument executed = NotebookFiles.Load(folder.Executed);
        IReadOnlyList<NotebookCell> cells = executed.CodeCells;
        List<CellRun> runs = [.. state.Cells.Select(c => c.ToRun(c.Number == 0 ? CellParameters.ToCode(options.Parameters, declares: true) : cells[c.Number - 1].Source))];
        if (cut is { } end)
        {
            NotebookCell cell = cells[state.Cell - 1];
            // It may have ended by itself, and what it left running ended the process before the next one began.
            runs.RemoveAll(r => r.Number == state.Cell);
            cell.Outputs.Add(end.Error.ToOutput());
            cell.ExecutionCount = state.Cell;
            runs.Add(new CellRun(state.Cell, cell.Id, end.Time.TotalSeconds, end.Error, cell.Source));
        }

        return new ExecutedNotebook(new NotebookRun(runs, state.CellsCount - runs.Count(r => r.Number > 0)), executed);
    }

    private CellError Cut(bool isHung, int exitCode)
    {
        string words = isHung ? $"The cell took longer than {options.CellTimeout.TotalSeconds:0.#} s and stopped its process from ending it." : Words(exitCode, "The cell ended the notebook's process");
        return new CellError(isHung ? NotebookRunner.TimedOut : ProcessEnded, words, null, [words]);
    }

    private static string Words(int exitCode, string what) => exitCode > SignalBase
        ? $"{what} (signal {exitCode - SignalBase}): an exception on a thread of its own, a stack overflow, too little memory, or a kill does that."
        : $"{what} (exit code {exitCode}).";
}
