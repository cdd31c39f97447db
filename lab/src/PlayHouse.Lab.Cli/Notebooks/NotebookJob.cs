using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary>
/// Executes one notebook for somebody who looks at a folder: says there how far it is, keeps the outputs of every cell that has ended,
/// and ends when a file there asks for it. The notebook's own file stays as it is.
/// </summary>
internal sealed class NotebookJob(CommandContext context, ExecutionFolder folder, string file, string target)
{
    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(200);
    private ExecutionState _state = new() { Notebook = Path.GetFileName(file) };

    /// <summary>Executes it to its end.</summary>
    public async Task<NotebookRun> RunAsync(NotebookRunOptions options, CancellationToken ct)
    {
        using ManualResetEvent over = new(false);
        _state = (folder.Read(context.Clock.GetUtcNow()) ?? _state with { StartedAt = context.Clock.GetUtcNow() })
            with { Phase = ExecutionPhase.Running, Process = ProcessIdentity.Current };
        // A thread of its own: a cell may hold every thread of the pool.
        Thread watch = new(() => Watch(over)) { IsBackground = true };
        watch.Start();
        try
        {
            return await ExecuteAsync(options, ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            End(ExecutionPhase.Cancelled, null);
            throw;
        }
        catch (Exception e)
        {
            // Whatever it is, the command line says it, too; this is for whoever does not see that.
            End(ExecutionPhase.Failed, e is LabInputException input ? string.Join(' ', input.Errors) : e.Message);
            throw;
        }
        finally
        {
            over.Set();
            watch.Join();
        }
    }

    private async Task<NotebookRun> ExecuteAsync(NotebookRunOptions options, CancellationToken ct)
    {
        NotebookFile source = NotebookFiles.Read(file);
        NotebookDocument document = source.Document;
        document.ClearOutputs();
        Say(_state with { SourceHash = source.Hash, CellsCount = document.CodeCells.Count });
        await using LabSource lab = await NotebookFiles.OpenAsync(context, ct);
        NotebookRunner runner = new(lab.Api, static _ => { })
        {
            Started = (number, _, _) =>
            {
                Keep(document, lab);
                Say(_state with { Cell = number, Results = lab.Api.Source });
            },
        };
        NotebookRun run = await runner.RunAsync(document, NotebookFiles.FolderOf(file), options, ct);
        Keep(document, lab);
        _state = _state with
        {
            Results = lab.Api.Source,
            Cells = [.. run.Cells.Select(c => new ExecutedCell(c.Number, c.Id, c.Seconds, c.Error?.Name, c.Error?.Message, c.Error?.Line))],
        };
        End(run.IsOk ? ExecutionPhase.Done : ExecutionPhase.Failed, null);
        return run;
    }

    private void Keep(NotebookDocument document, LabSource lab)
    {
        NotebookMetadata.SetResults(document.Metadata, lab.Api.Source);
        NotebookFiles.Save(document, target);
    }

    private void Say(ExecutionState state) => folder.Write(_state = state);

    private void End(ExecutionPhase phase, string? problem) => Say(_state with { Phase = phase, Problem = problem, EndedAt = context.Clock.GetUtcNow() });

    // The first interrupt asks the cell to end; one that ignores it ends with its process.
    private void Watch(ManualResetEvent over)
    {
        while (!over.WaitOne(LookPeriod))
        {
            if (folder.IsCancelRequested)
            {
                context.Interrupts.Interrupt();
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
