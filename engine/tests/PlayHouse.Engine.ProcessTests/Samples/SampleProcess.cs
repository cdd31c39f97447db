using System.Collections.Concurrent;
using System.Diagnostics;

namespace PlayHouse.Samples.Tests;

/// <summary>A program in a process of its own: its lines of output, its input, its exit code.</summary>
internal sealed class SampleProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;
    private readonly ConcurrentQueue<string> _lines = new();
    private readonly SemaphoreSlim _more = new(0);
    private readonly Task _reading;

    private SampleProcess(Process process)
    {
        _process = process;
        _reading = Task.WhenAll(ReadAsync(process.StandardOutput), ReadAsync(process.StandardError));
    }

    public int Id => _process.Id;

    public TextWriter Input => _process.StandardInput;

    public string AllOutput => string.Join('\n', _lines);

    /// <summary>Starts a built sample.</summary>
    public static SampleProcess StartSample(string name, string[] arguments, params (string Name, string Value)[] environment)
    {
        string bin = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", ".."));
        return Start(Path.Combine(bin, name, "release", name), arguments, environment);
    }

    public static SampleProcess Start(string file, string[] arguments, params (string Name, string Value)[] environment)
    {
        ProcessStartInfo start = new(file, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        return new SampleProcess(Process.Start(start)!);
    }

    /// <summary>The first line, old or new, that contains the text.</summary>
    public async Task<string> LineAsync(string part)
    {
        using CancellationTokenSource deadline = new(Patience);
        while (true)
        {
            if (_lines.FirstOrDefault(l => l.Contains(part, StringComparison.Ordinal)) is { } line)
            {
                return line;
            }

            try
            {
                await _more.WaitAsync(deadline.Token);
            }
            catch (OperationCanceledException)
            {
                Assert.Fail($"No line with '{part}' within {Patience}. The output was:\n{AllOutput}");
            }
        }
    }

    /// <summary>Waits for the end.</summary>
    public async Task<int> ExitAsync(TimeSpan? longest = null)
    {
        try
        {
            await _process.WaitForExitAsync().WaitAsync(longest ?? Patience);
        }
        catch (TimeoutException)
        {
            Assert.Fail($"Still running after {longest ?? Patience}. The output was:\n{AllOutput}");
        }

        await _reading;
        return _process.ExitCode;
    }

    /// <summary>Sends a signal.</summary>
    public void Signal(string name)
    {
        using Process kill = Process.Start("kill", [$"-{name}", $"{_process.Id}"]);
        kill.WaitForExit();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        await _process.WaitForExitAsync();
        await _reading;
        _process.Dispose();
        _more.Dispose();
    }

    private async Task ReadAsync(StreamReader reader)
    {
        while (await reader.ReadLineAsync() is { } line)
        {
            _lines.Enqueue(line);
            _more.Release();
        }
    }
}
