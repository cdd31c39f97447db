using System.Diagnostics;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>Runs a notebook from its first cell to its last, without any editor. One notebook in a process.</summary>
public sealed class NotebookRunner
{
    private readonly LabApi _lab;
    private readonly Action<string> _echo;

    /// <summary>Makes a runner.</summary>
    /// <param name="lab">The lab that cells use.</param>
    /// <param name="echo">Told what cells write to the console while they run.</param>
    public NotebookRunner(LabApi lab, Action<string> echo) => (_lab, _echo) = (lab, echo);

    /// <summary>Told before each code cell: its number, how many there are, its first line.</summary>
    public Action<int, int, string> Started { get; init; } = static (_, _, _) => { };

    /// <summary>Told how each code cell ended, before the next one starts, its outputs in the document; of refused parameters as of a cell 0.</summary>
    public Action<CellRun> Ended { get; init; } = static _ => { };

    /// <summary>Told what an experiment that a cell runs says of itself, a line at a time; the cell's output has it, too.</summary>
    public Action<string> Progressed { get; init; } = static _ => { };

    /// <summary>
    /// Runs the cells and puts their outputs into the document. A cell that is over its time, or that ignores an interrupt for
    /// <see cref="Patience"/>, ends the run: what it left running cannot be stopped inside a process.
    /// </summary>
    /// <exception cref="OperationCanceledException">Interrupted from outside.</exception>
    /// <exception cref="LabInputException">It is in another language.</exception>
    public async Task<NotebookRun> RunAsync(NotebookDocument document, NotebookRunOptions options, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(options);
        if (NotebookLanguage.Refusal(document) is { } refusal)
        {
            throw new LabInputException([refusal]);
        }

        using CellSession session = await CellSession.StartAsync(_lab);
        NotebookCell[] cells = [.. document.Cells.Where(c => c.Kind == CellKind.Code && c.Source.Trim().Length > 0)];
        int parametersAt = Array.FindIndex(cells, c => c.Tags.Contains(CellTags.Parameters));
        NamedOutputs names = new();
        List<CellRun> runs = [];
        if (options.Parameters.Count > 0 && parametersAt < 0)
        {
            CellError? wrong = (await AssignAsync(session, options, declares: true, cancellation)).Error;
            if (wrong is not null)
            {
                CellRun refused = new(0, CellTags.Parameters, 0, wrong, CellParameters.ToCode(options.Parameters, declares: true));
                Ended(refused);
                return new NotebookRun([refused], cells.Length);
            }
        }

        for (int i = 0; i < cells.Length; i++)
        {
            Started(i + 1, cells.Length, cells[i].Source.TrimStart().Split('\n')[0]);
            CellRun run = await CellAsync(session, new OutputWriter(_echo, names), cells[i], i + 1, options, cancellation);
            if (run.Error is null && i == parametersAt && options.Parameters.Count > 0)
            {
                run = run with { Error = (await AssignAsync(session, options, declares: false, cancellation)).Error };
            }

            runs.Add(run);
            Ended(run);
            if (run.Error is not null && (!options.KeepsGoing || run.Error.Name == TimedOut))
            {
                break;
            }
        }

        return new NotebookRun(runs, cells.Length - runs.Count);
    }

    /// <summary>Name of the error of a cell over its time.</summary>
    public const string TimedOut = "TimedOut";

    /// <summary>How long an interrupted cell may take to end.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(10);

    private async Task<CellRun> CellAsync(CellSession session, OutputWriter output, NotebookCell cell, int number, NotebookRunOptions options, CancellationToken cancellation)
    {
        long begun = Stopwatch.GetTimestamp();
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(options.CellTimeout);
        _lab.Progress = line =>
        {
            output.Write(isError: true, line + "\n");
            Progressed(line);
        };
        CellResult result = await InTimeAsync(session.ExecuteAsync(cell.Source, $"cell[{number}]", output, limit.Token), options, limit.Token);
        cancellation.ThrowIfCancellationRequested();
        bool isMeant = cell.Tags.Contains(CellTags.RaisesException);
        cell.Outputs = output.End(result, number);
        cell.ExecutionCount = number;
        CellError? error = isMeant && result.IsOk
            ? new CellError("NothingRaised", $"The cell is tagged '{CellTags.RaisesException}', but it ended well.", null, [])
            : isMeant && result.Error!.Name != TimedOut ? null : result.Error;
        return new CellRun(number, cell.Id, Stopwatch.GetElapsedTime(begun).TotalSeconds, error, cell.Source);
    }

    private static async Task<CellResult> InTimeAsync(Task<CellResult> cell, NotebookRunOptions options, CancellationToken limit)
    {
        using CancellationTokenSource over = new();
        Task gone = Task.Delay(options.CellTimeout + Patience, over.Token);
        CellResult? result = await Task.WhenAny(cell, gone) == cell ? await cell : null;
        await over.CancelAsync();
        bool isOver = result is null || (result.Error?.Name == CellErrors.Interrupted && limit.IsCancellationRequested);
        return !isOver ? result! : new CellResult(null, new CellError(
            TimedOut,
            $"The cell took longer than {options.CellTimeout.TotalSeconds:0.#} s{(result is null ? " and ignores its interrupt; pass Lab.Cancellation on to long work" : "")}.",
            null, ["The cell took too long."]));
    }

    private async Task<CellResult> AssignAsync(CellSession session, NotebookRunOptions options, bool declares, CancellationToken cancellation) =>
        await session.ExecuteAsync(CellParameters.ToCode(options.Parameters, declares), "parameters[0]", new OutputWriter(_echo, new NamedOutputs()), cancellation);
}
