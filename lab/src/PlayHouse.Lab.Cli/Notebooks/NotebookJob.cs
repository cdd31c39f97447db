using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary>
/// Executes one notebook for the command that started this process: writes into a folder how far it is, keeps the outputs of every cell that
/// has ended, and ends when a file there asks for it, or with its owner. The notebook's own file stays as it is.
/// </summary>
internal sealed class NotebookJob(CommandContext context, ExecutionFolder folder, string notebook, string target)
{
    private readonly string _file = Path.GetFullPath(notebook);
    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(200);
    private ExecutionState _state = folder.Read() ?? throw new LabInputException(["--job is for the process of a notebook: no owner waits in that folder."]);

    /// <summary>Executes it to its end.</summary>
    public async Task<NotebookRun> RunAsync(NotebookRunOptions options, CancellationToken ct)
    {
        using ManualResetEvent over = new(false);
        _state = _state with { Phase = ExecutionPhase.Running };
        Console.SetIn(TextReader.Null);
        // A thread of its own: a cell may hold every thread of the pool.
        Thread watch = new(() => Watch(over)) { IsBackground = true };
        watch.Start();
        Task warm = Task.Run(CellSession.WarmCompiler, CancellationToken.None);
        try
        {
            return await ExecuteAsync(options, ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            End(ExecutionPhase.Cancelled, null);
            return new NotebookRun([], _state.CellsCount);
        }
        catch (LabInputException e)
        {
            // The owner says it.
            End(ExecutionPhase.Failed, string.Join(' ', e.Errors));
            return new NotebookRun([], _state.CellsCount);
        }
        catch (Exception e)
        {
            End(ExecutionPhase.Failed, e.Message);
            throw;
        }
        finally
        {
            over.Set();
            watch.Join();
            await warm;
        }
    }

    private async Task<NotebookRun> ExecuteAsync(NotebookRunOptions options, CancellationToken ct)
    {
        NotebookFile source = NotebookFiles.Read(_file);
        NotebookDocument document = source.Document;
        document.ClearOutputs();
        Say(_state with { CellsCount = document.CodeCells.Count });
        NotebookRun run = await ExecuteAsync(document, options, ct);
        // Last of all: a reader who sees this state may remove the folder.
        End(run.IsOk ? ExecutionPhase.Done : ExecutionPhase.Failed, null);
        return run;
    }

    private async Task<NotebookRun> ExecuteAsync(NotebookDocument document, NotebookRunOptions options, CancellationToken ct)
    {
        // A process that is killed leaves nothing outside the folder.
        await using LabSource lab = await NotebookFiles.OpenAsync(context, folder.PathOf, ct);
        if (document.CodeCells.Any(static c => c.Source.Contains("Lab.", StringComparison.Ordinal)))
        {
            lab.OpenAhead();
        }

        NotebookRunner runner = new(lab.Api, static _ => { })
        {
            Started = (number, count, line) =>
            {
                Tell($"cell {number} of {count}  {line}");
                Say(_state with { Cell = number });
            },
            Ended = cell =>
            {
                Keep(document, lab);
                Say(_state with { Cells = [.. _state.Cells, ExecutedCell.Of(cell)], Results = lab.Api.Source });
            },
            Progressed = Tell,
        };
        Keep(document, lab);
        Say(_state with { Results = lab.Api.Source });
        // Relative paths of cells start where the notebook is.
        Environment.CurrentDirectory = NotebookFiles.FolderOf(_file);
        return await runner.RunAsync(document, options, ct);
    }

    // The owner shares its terminal with this process.
    private void Tell(string line)
    {
        string told = $"{PlainText.Clean(Path.GetFileName(_file))}: {PlainText.Clean(line)}";
        if (context.Console.IsLive)
        {
            context.Console.Redraw(told);
        }
        else
        {
            context.Console.Notice(PlainText.CutEnd(told, context.Console.Width));
        }
    }

    private void Keep(NotebookDocument document, LabSource lab)
    {
        NotebookMetadata.SetResults(document.Metadata, lab.Api.Source);
        NotebookFiles.Save(document, target);
    }

    private void Say(ExecutionState state) => folder.Write(_state = state);

    private void End(ExecutionPhase phase, string? problem) => Say(_state with { Phase = phase, Problem = problem, EndedAt = context.Clock.GetUtcNow() });

    // The first interrupt, which a terminal may have sent already, asks the cell to end; one that ignores it ends with its process.
    private void Watch(ManualResetEvent over)
    {
        while (!over.WaitOne(LookPeriod))
        {
            if (folder.IsCancelRequested || _state.Owner.IsAlive() == false)
            {
                if (!context.Interrupts.Token.IsCancellationRequested)
                {
                    // What waited for the cell may continue on the thread that cancels it, up to the end of the notebook, which waits for this one.
                    new Thread(context.Interrupts.Interrupt) { IsBackground = true }.Start();
                }

                if (!over.WaitOne(NotebookRunner.Patience))
                {
                    End(ExecutionPhase.Cancelled, null);
                    context.Interrupts.Interrupt();
                }

                return;
            }
        }
    }
}
