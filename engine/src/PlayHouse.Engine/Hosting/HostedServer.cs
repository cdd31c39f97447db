using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Ties a server's life to the host's. A stop is awaited whole, whatever the host's patience: it is bounded by
/// <see cref="EngineLimits.StopTimeout"/>, and cutting it would cost clients the replies it waits for.
/// </summary>
internal sealed partial class HostedServer(
    string name,
    ServerSettings settings,
    Func<Task> start,
    Func<Task> stop,
    Func<IReadOnlyDictionary<string, long>> readCounters,
    ILogger logger,
    TimeProvider clock)
    : IHostedService, IDisposable
{
    private readonly ILogger _logger = logger;
    private readonly CancellationTokenSource _stopped = new();
    private Task _refusals = Task.CompletedTask;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        await start();
        LogStarted(name);
        if (settings.DescribeStrategies() is { } strategies)
        {
            LogStrategies(name, strategies);
        }

        _refusals = new RefusalLog(name, readCounters, _logger, clock).RunAsync(_stopped.Token);
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        LogDraining(name);
        try
        {
            await stop();
        }
        finally
        {
            await _stopped.CancelAsync();
            await _refusals;
        }

        LogStopped(name, readCounters().GetValueOrDefault("stop.abandoned"));
    }

    public void Dispose() => _stopped.Dispose();

    [LoggerMessage(1, LogLevel.Information, "{Server} runs.")]
    private partial void LogStarted(string server);

    [LoggerMessage(2, LogLevel.Information, "{Server} drains.")]
    private partial void LogDraining(string server);

    [LoggerMessage(3, LogLevel.Information, "{Server} has stopped; {Abandoned} sessions, stages and handlers were abandoned.")]
    private partial void LogStopped(string server, long abandoned);

    [LoggerMessage(4, LogLevel.Information, "{Server} uses {Strategies}.")]
    private partial void LogStrategies(string server, string strategies);
}
