using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>A program that says when it is ready and answers questions, one line each. Disposal kills it and waits.</summary>
internal sealed class PeerProcess : IAsyncDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    private readonly Process _process;
    private readonly string _name;

    private PeerProcess(Process process, string name)
    {
        _process = process;
        _name = name;
    }

    /// <summary>Where it listens.</summary>
    public int Port { get; private init; }

    /// <summary>Process id of the program itself.</summary>
    public int Pid { get; private init; }

    /// <summary>Its methods are compiled while it runs, and it says how many were.</summary>
    public bool HasCompiler { get; private init; }

    /// <summary>Starts a program that prints <c>ready PORT PID</c>.</summary>
    public static async Task<PeerProcess> StartAsync(int? processor, string file, string[] arguments, bool hasCompiler, bool hasInlineCompletions, CancellationToken cancellation)
    {
        var starting = new PeerProcess(Placement.Start(processor, file, arguments, hasInlineCompletions), string.Join(' ', arguments));
        try
        {
            string[] ready = await starting.ExpectAsync("ready", Deadline, cancellation);
            return new PeerProcess(starting._process, starting._name)
            {
                Port = int.Parse(ready[1], CultureInfo.InvariantCulture),
                Pid = int.Parse(ready[2], CultureInfo.InvariantCulture),
                HasCompiler = hasCompiler,
            };
        }
        catch
        {
            await starting.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts a program that is asked nothing before it has said something.</summary>
    public static PeerProcess StartClient(int processor, string file, IEnumerable<string> arguments) =>
        new(Placement.Start(processor, file, arguments), Path.GetFileName(file));

    /// <summary>The words of the answer.</summary>
    public async Task<string[]> AskAsync(string question, string answer, CancellationToken cancellation)
    {
        await SayAsync(question, cancellation);
        return await ExpectAsync(answer, Deadline, cancellation);
    }

    /// <summary>One number of an answer.</summary>
    public async Task<long> NumberAsync(string what, CancellationToken cancellation) =>
        long.Parse((await AskAsync(what + "?", what, cancellation))[1], CultureInfo.InvariantCulture);

    /// <summary>Processor time and allocated bytes of a server so far.</summary>
    public async Task<ProcessUse> UseAsync(CancellationToken cancellation)
    {
        long[] use = [.. (await AskAsync("used?", "used", cancellation)).Skip(1).Select(w => long.Parse(w, CultureInfo.InvariantCulture))];
        return new ProcessUse(use[0], use[1]);
    }

    /// <summary>Sends a line.</summary>
    /// <exception cref="InvalidOperationException">The program has ended.</exception>
    public async Task SayAsync(string line, CancellationToken cancellation)
    {
        try
        {
            await _process.StandardInput.WriteLineAsync(line.AsMemory(), cancellation);
            await _process.StandardInput.FlushAsync(cancellation);
        }
        catch (IOException)
        {
            throw new InvalidOperationException($"{_name} has ended; '{line}' could not be said to it.");
        }
    }

    /// <summary>Waits for a line that begins with this word; returns its words.</summary>
    /// <exception cref="InvalidOperationException">Another line or none came.</exception>
    public async Task<string[]> ExpectAsync(string word, TimeSpan deadline, CancellationToken cancellation)
    {
        string? line = await LineAsync(deadline, cancellation);
        string[] words = line?.Split(' ') ?? [];
        return words.FirstOrDefault() == word ? words : throw new InvalidOperationException($"Expected '{word} …' of {_name}, got '{line}'.");
    }

    /// <summary>The next line; null at the end of the program.</summary>
    public async Task<string?> LineAsync(TimeSpan deadline, CancellationToken cancellation)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(deadline);
        try
        {
            return await _process.StandardOutput.ReadLineAsync(limit.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new InvalidOperationException($"{_name} said nothing for {deadline.TotalSeconds:0} s.");
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
    }
}

/// <summary>What a process has used so far.</summary>
/// <param name="CpuMicroseconds">Processor time, user and kernel.</param>
/// <param name="AllocatedBytes">Managed bytes.</param>
internal readonly record struct ProcessUse(long CpuMicroseconds, long AllocatedBytes);
