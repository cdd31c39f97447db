using System.Collections.Concurrent;
using System.Diagnostics;

namespace PlayHouse.Lab.Control;

/// <summary>How a child is started.</summary>
/// <param name="Role">Name for messages: target, load.</param>
/// <param name="FileName">Executable.</param>
/// <param name="Arguments">Arguments, not parsed by any shell.</param>
/// <param name="Environment">Variables set on top of the parent's; null removes one.</param>
public sealed record ControlProcessStart(
    string Role, string FileName, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string?> Environment);

/// <summary>
/// The parent's side: one child process, its requests with deadlines, the last 64 KiB of its stderr. Disposal kills the
/// child when it is still there and ends within seconds, whatever became of it. Requests may come from one caller at a time.
/// </summary>
public sealed class ControlProcess : IAsyncDisposable
{
    private static readonly TimeSpan LastWordsDeadline = TimeSpan.FromSeconds(2);

    // A killed process is gone at once; what may stay is a process of its own that has its output open.
    private static readonly TimeSpan GoneDeadline = TimeSpan.FromSeconds(5);

    private readonly ControlProcessStart _start;
    private readonly Process _process;
    private readonly TailBuffer _stderr = new(64 * 1024);
    private readonly ConcurrentDictionary<long, TaskCompletionSource<ControlLine>> _pending = new();
    private readonly TaskCompletionSource<ControlException> _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _outputPump;
    private readonly Task _errorPump;
    private long _nextId;
    private bool _isDisposed;

    private ControlProcess(ControlProcessStart start, Process process)
    {
        _start = start;
        _process = process;
        Pid = process.Id;
        // Threads of their own: a read of a pipe blocks, and children together would take every thread of the pool.
        _errorPump = OnThreadAsync(ReadErrors);
        _outputPump = PumpOutputAsync();
    }

    /// <summary>Process id.</summary>
    public int Pid { get; }

    /// <summary>True once the process has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>The last output on stderr, at most 64 KiB.</summary>
    public string StderrTail => _stderr.ToString();

    /// <summary>Progress lines of the child; raised on a pump thread.</summary>
    public event Action<string>? Progress;

    /// <summary>Starts the child. Throws <see cref="ControlException"/> with code <c>cannot-start</c>.</summary>
    public static ControlProcess Start(ControlProcessStart start)
    {
        var info = new ProcessStartInfo(start.FileName)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        foreach (string argument in start.Arguments)
        {
            info.ArgumentList.Add(argument);
        }

        foreach ((string name, string? value) in start.Environment)
        {
            info.Environment[name] = value;
        }

        try
        {
            return new ControlProcess(start, Process.Start(info)!);
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or InvalidOperationException)
        {
            throw new ControlException("cannot-start", $"{start.Role} could not be started ({start.FileName}): {e.Message}") { Role = start.Role };
        }
    }

    /// <summary>
    /// Sends a request and waits for its answer. Throws <see cref="ControlException"/>: <c>timeout</c>, <c>died</c>,
    /// <c>garbage</c>, or the code of the child's own error.
    /// </summary>
    public async Task<ControlLine> RequestAsync(string type, object? body, TimeSpan deadline, CancellationToken cancellationToken)
    {
        long id = Interlocked.Increment(ref _nextId);
        var answer = new TaskCompletionSource<ControlLine>(TaskCreationOptions.RunContinuationsAsynchronously);
        _pending[id] = answer;
        try
        {
            await SendAsync(ControlCodec.Write(id, type, body), cancellationToken);
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(deadline);
            Task first = await Task.WhenAny(answer.Task, _failed.Task).WaitAsync(limit.Token);
            if (first == _failed.Task && !answer.Task.IsCompleted)
            {
                throw await _failed.Task;
            }

            return Checked(type, await answer.Task);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new ControlException("timeout", $"{_start.Role} did not answer '{type}' within {deadline.TotalSeconds:0.#} s") { Role = _start.Role };
        }
        finally
        {
            _pending.TryRemove(id, out _);
        }
    }

    /// <summary>Sends a request and reads its answer's body.</summary>
    public async Task<TBody> RequestAsync<TBody>(string type, object? body, TimeSpan deadline, CancellationToken cancellationToken) =>
        ControlCodec.Body<TBody>(await RequestAsync(type, body, deadline, cancellationToken));

    /// <summary>Asks the child to end and waits; kills it when it does not. Returns the exit code, or null when killed.</summary>
    public async Task<int?> QuitAsync(TimeSpan deadline)
    {
        try
        {
            await RequestAsync(ControlTypes.Quit, null, deadline, CancellationToken.None);
            await _process.WaitForExitAsync(CancellationToken.None).WaitAsync(deadline);
            return _process.ExitCode;
        }
        catch (Exception e) when (e is ControlException or TimeoutException)
        {
            return null;
        }
    }

    /// <summary>Kills the child when it is still there and waits a few seconds for its last output. <see cref="StderrTail"/> stays readable.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        if (!_process.HasExited)
        {
            try
            {
                _process.Kill(entireProcessTree: true);
            }
            catch (InvalidOperationException)
            {
            }
        }

        try
        {
            await Task.WhenAll(_process.WaitForExitAsync(), _outputPump, _errorPump).WaitAsync(GoneDeadline);
        }
        catch (TimeoutException)
        {
            // Its output is held open elsewhere: the reading threads end with the pipe and are not waited for.
        }

        _process.Dispose();
    }

    private ControlLine Checked(string type, ControlLine line)
    {
        if (line.Type != ControlTypes.Error)
        {
            return line;
        }

        ErrorBody error = ControlCodec.Body<ErrorBody>(line);
        throw new ControlException(error.Code, $"{type}: {error.Text}") { Role = _start.Role, Target = error.Target };
    }

    private async Task SendAsync(string line, CancellationToken cancellationToken)
    {
        try
        {
            await _process.StandardInput.WriteLineAsync(line.AsMemory(), cancellationToken);
            await _process.StandardInput.FlushAsync(cancellationToken);
        }
        catch (IOException)
        {
            // The reason is what the process ended with; its output pump knows it in a moment.
            throw await Task.WhenAny(_failed.Task, Task.Delay(LastWordsDeadline, CancellationToken.None)) == _failed.Task
                ? await _failed.Task
                : new ControlException("died", $"{_start.Role} closed its input") { Role = _start.Role };
        }
    }

    private async Task PumpOutputAsync()
    {
        await OnThreadAsync(ReadLines);
        await _process.WaitForExitAsync();
        // Its last words first: they are the most useful part of the reason.
        await Task.WhenAny(_errorPump, Task.Delay(LastWordsDeadline));
        Fail("died", $"{_start.Role} ended with exit code {_process.ExitCode}{LastErrorLine()}");
    }

    private void ReadLines()
    {
        var reader = new LineReader(_process.StandardOutput.BaseStream, ControlCodec.MaxLineLength);
        try
        {
            while (reader.TryReadLine(out string? text))
            {
                if (!ControlCodec.TryRead(text, out ControlLine line, out string error))
                {
                    Fail("garbage", $"{_start.Role} printed a line that is not part of the control protocol: {error}");
                    continue;
                }

                Deliver(line);
            }
        }
        catch (Exception e) when (e is IOException or InvalidDataException or ObjectDisposedException or ControlException)
        {
            Fail("garbage", $"{_start.Role}: {e.Message}");
        }
    }

    private void Deliver(ControlLine line)
    {
        if (line.Type == ControlTypes.Progress && line.Body is not null)
        {
            Progress?.Invoke(ControlCodec.Body<ProgressBody>(line).Text);
        }
        else if (_pending.TryGetValue(line.Id, out TaskCompletionSource<ControlLine>? answer))
        {
            answer.TrySetResult(line);
        }
        else if (line.Type == ControlTypes.Error)
        {
            Fail("garbage", $"{_start.Role}: {ControlCodec.Body<ErrorBody>(line).Text}");
        }
    }

    private void Fail(string code, string text) => _failed.TrySetResult(new ControlException(code, text) { Role = _start.Role });

    private string LastErrorLine()
    {
        string? last = StderrTail.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).LastOrDefault();
        return last is null ? "" : $"; its last words: {last}";
    }

    private void ReadErrors()
    {
        var chunk = new char[4096];
        int count;
        while ((count = _process.StandardError.Read(chunk)) > 0)
        {
            _stderr.Append(chunk.AsSpan(0, count));
        }
    }

    private static Task OnThreadAsync(Action read) =>
        Task.Factory.StartNew(read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
}
