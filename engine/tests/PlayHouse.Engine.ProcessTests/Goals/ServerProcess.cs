using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace PlayHouse.Engine.Goals.Tests;

/// <summary>A server in a process of its own: what it counts is its own only.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    private const string Name = "PlayHouse.Engine.Peers";
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(1);

    private readonly Process _process;

    private ServerProcess(Process process, int port)
    {
        _process = process;
        Port = port;
    }

    public int Port { get; }

    public static async Task<ServerProcess> StartAsync(string kind)
    {
        string here = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        string file = Path.Combine(here, "..", "..", Name, Path.GetFileName(here), Name);
        var info = new ProcessStartInfo(file, ["serve", kind]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        foreach (string name in info.Environment.Keys.Where(k => k.StartsWith("CORECLR_", StringComparison.Ordinal)).ToArray())
        {
            info.Environment.Remove(name);
        }

        Process process = Process.Start(info)!;
        string[] ready = (await ReadAsync(process)).Split(' ');
        Assert.Equal("ready", ready[0]);
        return new ServerProcess(process, int.Parse(ready[1], CultureInfo.InvariantCulture));
    }

    public async Task<Facts> FactsAsync() => JsonSerializer.Deserialize<Facts>(await AskAsync("facts?"), JsonSerializerOptions.Web)!;

    /// <summary>Bytes allocated since the start.</summary>
    public Task<long> AllocatedAsync() => NumberAsync("allocated");

    /// <summary>Bytes alive after a full collection.</summary>
    public Task<long> HeapAsync() => NumberAsync("heap");

    /// <summary>Waits until the facts say so.</summary>
    public async Task<Facts> UntilAsync(Func<Facts, bool> condition, string what)
    {
        long end = Stopwatch.GetTimestamp() + (long)(Deadline.TotalSeconds * Stopwatch.Frequency);
        Facts facts;
        while (!condition(facts = await FactsAsync()))
        {
            Assert.True(Stopwatch.GetTimestamp() < end, $"Not in time: {what}.");
        }

        return facts;
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using var deadline = new CancellationTokenSource(Deadline);
        try
        {
            await _process.WaitForExitAsync(deadline.Token);
        }
        finally
        {
            if (!_process.HasExited)
            {
                _process.Kill(entireProcessTree: true);
            }

            _process.Dispose();
        }
    }

    private async Task<long> NumberAsync(string what)
    {
        string[] words = (await AskAsync(what + "?")).Split(' ');
        Assert.Equal(what, words[0]);
        return long.Parse(words[1], CultureInfo.InvariantCulture);
    }

    private async Task<string> AskAsync(string question)
    {
        await _process.StandardInput.WriteLineAsync(question);
        await _process.StandardInput.FlushAsync();
        return await ReadAsync(_process);
    }

    private static async Task<string> ReadAsync(Process process)
    {
        using var deadline = new CancellationTokenSource(Deadline);
        return await process.StandardOutput.ReadLineAsync(deadline.Token) ?? throw new InvalidOperationException("The server has ended.");
    }
}

/// <summary>What a server says of itself.</summary>
internal sealed record Facts(int Gen0, int Gen2, long Resident, IReadOnlyDictionary<string, long> Counters);
