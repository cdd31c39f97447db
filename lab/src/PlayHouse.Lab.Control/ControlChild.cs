using System.Threading.Channels;

namespace PlayHouse.Lab.Control;

/// <summary>
/// The child's side of the control protocol: owns stdin and stdout, hands requests to a handler one after the other and
/// ends the process within two seconds after stdin ends, whatever the handler is doing.
/// </summary>
public sealed class ControlChild : IDisposable
{
    /// <summary>Exit code after an orderly <c>quit</c>.</summary>
    public const int ExitQuit = 0;

    /// <summary>Exit code when stdin ended without <c>quit</c>: the parent is gone.</summary>
    public const int ExitOrphaned = 3;

    private const int OrphanGraceMs = 1_000;

    private static long _allocatedBytes;

    [ThreadStatic]
    private static long? _answerStart;

    private readonly IControlHandler _handler;
    private readonly ControlWriter _output;
    private readonly LineReader _input;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>(new UnboundedChannelOptions { SingleReader = true });
    private readonly CancellationTokenSource _stop = new();
    private readonly ManualResetEventSlim _finished = new();
    private volatile bool _hasQuit;

    private ControlChild(IControlHandler handler, Stream input, Stream output)
    {
        _handler = handler;
        _input = new LineReader(input, ControlCodec.MaxLineLength);
        _output = new ControlWriter(output);
    }

    /// <summary>
    /// Managed bytes that reading, answering and writing control lines has allocated so far, measured on the threads that
    /// did it; read while answering, it includes the answer so far. A measured process subtracts them, so that the instrument does not count itself.
    /// </summary>
    public static long AllocatedBytes =>
        Volatile.Read(ref _allocatedBytes) + (_answerStart is { } start ? GC.GetAllocatedBytesForCurrentThread() - start : 0);

    /// <summary>
    /// Serves the process's own stdin and stdout until <c>quit</c> or the end of stdin; returns the exit code. Console.Out is
    /// redirected to stderr first, so that no stray line can break the protocol: call it in the first line of Main.
    /// </summary>
    public static async Task<int> RunAsync(IControlHandler handler)
    {
        Stream output = Console.OpenStandardOutput();
        Console.SetOut(Console.Error);
        using var child = new ControlChild(handler, Console.OpenStandardInput(), output);
        return await child.ServeAsync();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Dispose();
        _finished.Dispose();
    }

    private async Task<int> ServeAsync()
    {
        // A thread of its own: the end of stdin must be seen even when the thread pool is saturated.
        var reader = new Thread(ReadLines) { IsBackground = true, Name = "control-stdin" };
        reader.Start();
        await foreach (string text in _lines.Reader.ReadAllAsync())
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            int thread = Environment.CurrentManagedThreadId;
            _answerStart = before;
            bool goesOn = await AnswerAsync(text);
            _answerStart = null;
            if (thread == Environment.CurrentManagedThreadId)
            {
                // A request that hopped threads is not a mark; what it allocated is set-up, outside every window.
                Interlocked.Add(ref _allocatedBytes, GC.GetAllocatedBytesForCurrentThread() - before);
            }

            if (!goesOn)
            {
                break;
            }
        }

        await _handler.DisposeAsync();
        _finished.Set();
        if (!_hasQuit)
        {
            // It has seen the end of stdin and still uses what disposal takes away.
            reader.Join();
        }

        return _hasQuit ? ExitQuit : ExitOrphaned;
    }

    private async Task<bool> AnswerAsync(string text)
    {
        if (!ControlCodec.TryRead(text, out ControlLine request, out string error))
        {
            _output.Write(0, ControlTypes.Error, new ErrorBody("bad-line", error));
            return true;
        }

        if (request.Type == ControlTypes.Quit)
        {
            _hasQuit = true;
            _output.Write(request.Id, ControlTypes.Ack, (object?)null);
            return false;
        }

        try
        {
            ControlReply reply = request.Type == ControlTypes.Hello
                ? ControlReply.Ack
                : await _handler.HandleAsync(request, _output, _stop.Token);
            _output.Write(request.Id, reply.Type, reply.Body);
        }
        catch (ControlException e)
        {
            _output.Write(request.Id, ControlTypes.Error, new ErrorBody(e.Code, e.Message, e.Target));
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            return false;
        }
        catch (Exception e)
        {
            await Console.Error.WriteLineAsync(e.ToString());
            _output.Write(request.Id, ControlTypes.Error, new ErrorBody("internal", $"{request.Type}: {e.Message}"));
        }

        return true;
    }

    private void ReadLines()
    {
        try
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            while (_input.TryReadLine(out string? line))
            {
                _lines.Writer.TryWrite(line);
                long now = GC.GetAllocatedBytesForCurrentThread();
                Interlocked.Add(ref _allocatedBytes, now - before);
                before = now;
            }
        }
        catch (Exception e) when (e is IOException or InvalidDataException)
        {
            Console.Error.WriteLine($"control input: {e.Message}");
        }

        _lines.Writer.TryComplete();
        if (_hasQuit)
        {
            return;
        }

        // Not on this thread: whatever resumes inside a cancellation would then wait for the thread it runs on.
        _ = _stop.CancelAsync();
        if (!_finished.Wait(OrphanGraceMs))
        {
            // The handler does not come back; an orphan that holds ports and processors is worse than a rough end.
            System.Diagnostics.Process.GetCurrentProcess().Kill();
        }
    }
}
