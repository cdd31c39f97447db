using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>
/// Says how long a trace has run and how large it is: a line that is redrawn on a terminal, a line every ten seconds elsewhere.
/// How many samples there are is not known before the trace is read.
/// </summary>
internal sealed class TraceProgress : IAsyncDisposable
{
    private const int QuietTicks = 10;
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly CliConsole _console;
    private readonly TimeProvider _clock;
    private readonly Func<long> _bytes;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _drawing;

    /// <summary>Starts the display; the caller disposes of it before it prints anything else.</summary>
    public TraceProgress(CliConsole console, TimeProvider clock, Func<long> bytes)
    {
        _console = console;
        _clock = clock;
        _bytes = bytes;
        _drawing = DrawAsync(_stop.Token);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _drawing;
        _stop.Dispose();
    }

    private async Task DrawAsync(CancellationToken ct)
    {
        long started = _clock.GetTimestamp();
        using PeriodicTimer timer = new(Period, _clock);
        try
        {
            for (int tick = 1; await timer.WaitForNextTickAsync(ct); tick++)
            {
                string line = $"traced {Numbers.Duration(_clock.GetElapsedTime(started).TotalSeconds)}, {Numbers.Size(_bytes())} written";
                if (_console.IsLive)
                {
                    _console.Redraw(line);
                }
                else if (tick % QuietTicks == 0)
                {
                    _console.Notice(line);
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The end of the display is its cancellation.
        }

        if (_console.IsLive)
        {
            _console.Redraw("");
        }
    }
}
