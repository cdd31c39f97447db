using Microsoft.Extensions.Logging;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Writes once a minute what a server refused, dropped or cut off in that minute, by counter: one line under attack, none in a quiet
/// minute. What clients and games do every day is left to the counters.
/// </summary>
internal sealed partial class RefusalLog(
    string server, Func<IReadOnlyDictionary<string, long>> readCounters, ILogger logger, TimeProvider clock)
{
    private static readonly TimeSpan Period = TimeSpan.FromMinutes(1);

    private static readonly HashSet<string> Everyday =
    [
        "closes.none", "closes.client-closed", "closes.receive-failed", "closes.send-failed", "closes.replaced",
        "closes.disconnected-by-game", "closes.left-stage", "closes.stage-closed", "closes.server-stopping",
    ];

    private static readonly HashSet<string> Others =
    [
        "accept.back-offs", "drain.unfinished", "accept.fatal-errors", "authentication.failures", "engine.faults",
        "mailbox.overloads", "mesh.lost", "mesh.malformed", "mesh.peers-refused", "mesh.strangers", "mesh.refused-keys",
        "mesh.failed-handshakes", "mesh.refused-full", "pushes.dropped", "rate.pauses", "requests.timeouts", "stages.refused",
        "actors.refused", "api.refused", "off-stage.refused", "requests.refused",
    ];

    private readonly ILogger _logger = logger;
    private IReadOnlyDictionary<string, long> _before = new Dictionary<string, long>();

    /// <summary>Writes until it is stopped, and then what is left.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        _before = readCounters();
        try
        {
            while (true)
            {
                await Task.Delay(Period, clock, stop).ConfigureAwait(false);
                Write();
            }
        }
        catch (OperationCanceledException)
        {
            Write();
        }
    }

    private void Write()
    {
        IReadOnlyDictionary<string, long> now = readCounters();
        IEnumerable<string> grown = now.Where(c => IsRefusal(c.Key) && c.Value > _before.GetValueOrDefault(c.Key))
            .OrderBy(c => c.Key, StringComparer.Ordinal).Select(c => $"{c.Key} {c.Value - _before.GetValueOrDefault(c.Key)}");
        string line = string.Join(", ", grown);
        _before = now;
        if (line.Length > 0)
        {
            LogRefusals(server, line);
        }
    }

    private static bool IsRefusal(string counter) =>
        Others.Contains(counter) || (counter.StartsWith("closes.", StringComparison.Ordinal) && !Everyday.Contains(counter));

    [LoggerMessage(13, LogLevel.Warning, "{Server}, in the last minute: {Refusals}.")]
    private partial void LogRefusals(string server, string refusals);
}
