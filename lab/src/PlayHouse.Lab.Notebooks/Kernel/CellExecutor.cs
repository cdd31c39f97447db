using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Cells;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>
/// Runs the cells of requests, one at a time, on the thread that asks; <see cref="Interrupt"/> comes from any thread. A cell that ignores
/// its interrupt cannot be stopped inside a process: its request ends, and no other cell runs before it does.
/// </summary>
internal sealed class CellExecutor : IDisposable
{
    /// <summary>Name of the error of a cell that is refused because another one still runs.</summary>
    public const string StillRunning = "StillRunning";

    private readonly CellSession _session;
    private readonly LabApi _lab;
    private readonly Publisher _publisher;
    private readonly WaitHandle _stop;
    private readonly TimeSpan _patience;
    private readonly HashSet<string> _shown = new(StringComparer.Ordinal);
    private readonly ManualResetEvent _interrupted = new(initialState: false);
    private readonly Lock _gate = new();
    private CancellationTokenSource? _running;
    private Task<CellResult>? _left;

    /// <summary>Makes an executor.</summary>
    /// <param name="session">State of the notebook.</param>
    /// <param name="lab">The lab that cells use.</param>
    /// <param name="publisher">Told what cells put out.</param>
    /// <param name="stop">Set when the kernel ends: no cell is waited for then.</param>
    /// <param name="patience">How long an interrupted cell may take to end.</param>
    public CellExecutor(CellSession session, LabApi lab, Publisher publisher, WaitHandle stop, TimeSpan patience) =>
        (_session, _lab, _publisher, _stop, _patience) = (session, lab, publisher, stop, patience);

    /// <summary>The cells that have run.</summary>
    public KernelHistory History { get; } = new();

    /// <summary>Number of the latest cell.</summary>
    public int Count { get; private set; }

    /// <summary>Runs the cell of a request and gives the answer.</summary>
    public JsonObject Execute(WireMessage request, out bool hasFailed)
    {
        string source = request.Text("code");
        bool isSilent = request.Flag("silent", otherwise: false);
        if (!isSilent && source.Trim().Length > 0)
        {
            Begin(source, request);
        }

        Action<string, JsonObject> tell = isSilent ? static (_, _) => { } : (type, content) => _publisher.Publish(type, request, content);
        using KernelOutput output = new(tell, isSilent ? [] : _shown);
        CellResult result = _left is { IsCompleted: false }
            ? Failed(StillRunning, "An earlier cell ignored its interrupt and still runs. Restart the kernel, or wait until it has ended.")
            : Run(source, output);
        output.End(result.Value, Count);
        if (result.Error is { } error)
        {
            tell("error", KernelReplies.ErrorContent(error));
        }

        hasFailed = result.Error is not null;
        return KernelReplies.Executed(result.Error, Count);
    }

    /// <summary>Asks the running cell to end; nothing when none runs.</summary>
    public void Interrupt()
    {
        lock (_gate)
        {
            if (_running is not null)
            {
                _interrupted.Set();
                // What a cell does when it is cancelled must not hold up the caller.
                _ = _running.CancelAsync();
            }
        }
    }

    public void Dispose() => _interrupted.Dispose();

    private void Begin(string source, WireMessage request)
    {
        if (request.Flag("store_history", otherwise: true))
        {
            Count++;
            History.Add(Count, source);
        }

        _publisher.Publish("execute_input", request, new JsonObject { ["code"] = source, ["execution_count"] = Count });
    }

    private CellResult Run(string source, KernelOutput output)
    {
        // Never disposed: what a cell leaves running may hold its token. Without a timer it holds nothing itself.
        CancellationTokenSource interrupt = new();
        lock (_gate)
        {
            _interrupted.Reset();
            _running = interrupt;
        }

        _lab.Cancellation = interrupt.Token;
        _lab.Progress = line => output.Write(isError: true, line + "\n");
        Task<CellResult> cell = _session.ExecuteAsync(source, $"cell[{Count}]", output, interrupt.Token);
        bool hasEnded = HasEnded(((IAsyncResult)cell).AsyncWaitHandle);
        lock (_gate)
        {
            _running = null;
        }

        if (hasEnded)
        {
#pragma warning disable VSTHRD002 // It has ended.
            return cell.GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
        }

        _left = cell;
        return Failed(
            CellErrors.Interrupted,
            "The cell ignores its interrupt and still runs: restart the kernel. Long work of a cell ends at once when it is given Cancellation.");
    }

    private bool HasEnded(WaitHandle cell) => WaitHandle.WaitAny([cell, _interrupted, _stop]) switch
    {
        0 => true,
        1 => WaitHandle.WaitAny([cell, _stop], _patience) == 0,
        _ => false,
    };

    private static CellResult Failed(string name, string problem) => new(null, new CellError(name, problem, null, [$"{name}: {problem}"]));
}
