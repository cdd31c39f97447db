using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.Json;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Load;

/// <summary>A server in a child process. One command at a time.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;
    private readonly SemaphoreSlim _turn = new(1, 1);

    private ServerProcess(Process process, int port)
    {
        _process = process;
        EndPoint = new IPEndPoint(IPAddress.Loopback, port);
    }

    public IPEndPoint EndPoint { get; }

    public int Id => _process.Id;

    /// <summary>Starts a server; by default with limits that only the machine sets.</summary>
    public static Task<ServerProcess> StartAsync(EngineLimits? limits = null) =>
        StartAsync(new SoakSetup(limits ?? new EngineLimits { ConnectionsPerAddressMax = 100_000, ConnectionsMax = 19_000 }));

    /// <summary>Starts a server, as a child of the program <paramref name="under"/> where that is given.</summary>
    public static async Task<ServerProcess> StartAsync(SoakSetup setup, params string[] under)
    {
        string[] command = [.. under, Environment.ProcessPath!, "--serve", JsonSerializer.Serialize(setup)];
        ProcessStartInfo start = new(command[0], command[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        Process process = Process.Start(start)!;
        string? port = await process.StandardOutput.ReadLineAsync().WaitAsync(Patience);
        return new ServerProcess(process, int.Parse(port ?? throw new InvalidOperationException("The server did not start."), CultureInfo.InvariantCulture));
    }

    public Task<ServerStats> StatsAsync(CancellationToken cancellation = default) => AskAsync("stats", cancellation);

    /// <summary>The same after a full collection.</summary>
    public Task<ServerStats> CollectedStatsAsync(CancellationToken cancellation = default) => AskAsync("collect", cancellation);

    /// <summary>The figures once all clients are gone, or after a minute.</summary>
    public async Task<ServerStats> WhenEmptyAsync(CancellationToken cancellation)
    {
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(100));
        ServerStats stats = await StatsAsync(cancellation);
        for (Stopwatch clock = Stopwatch.StartNew(); stats.Counters["sessions"] > 0 && clock.Elapsed < Patience && await poll.WaitForNextTickAsync(cancellation);)
        {
            stats = await StatsAsync(cancellation);
        }

        return stats;
    }

    /// <summary>Asks for a graceful stop; the last figures come when it is done.</summary>
    public Task<ServerStats> StopAsync(CancellationToken cancellation = default) => AskAsync("stop", cancellation);

    /// <summary>Freezes (STOP), wakes (CONT) or ends the process.</summary>
    public static void Signal(int processId, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", processId.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        // What runs under another program ends with its input.
        await _process.WaitForExitAsync();
        _process.StandardInput.Close();
        _process.Dispose();
        _turn.Dispose();
    }

    private async Task<ServerStats> AskAsync(string command, CancellationToken cancellation)
    {
        await _turn.WaitAsync(cancellation);
        try
        {
            await _process.StandardInput.WriteLineAsync(command.AsMemory(), cancellation);
            await _process.StandardInput.FlushAsync(cancellation);
            string? line = await _process.StandardOutput.ReadLineAsync(cancellation).AsTask().WaitAsync(Patience, cancellation);
            return JsonSerializer.Deserialize<ServerStats>(line ?? throw new InvalidOperationException("The server process has ended."))!;
        }
        finally
        {
            _turn.Release();
        }
    }
}
