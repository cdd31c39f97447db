using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using Spectre.Console;
using PlayHouse.Lab.Reporting.Progress;

namespace PlayHouse.Lab.Cli.Progress;

/// <summary>
/// Shows a run while it is running: one block that is redrawn on a terminal, one line per phase, launch and block elsewhere.
/// Writes to the error stream, so that standard output carries results only. Events may come from any thread, one at a time.
/// </summary>
internal sealed class RunProgress : IRunObserver, IAsyncDisposable
{
    private static readonly TimeSpan RedrawPeriod = TimeSpan.FromMilliseconds(250);
    private readonly Lock _gate = new();
    private readonly CliConsole _console;
    private readonly TimeProvider _clock;
    private readonly ProgressState _state;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _drawing;

    /// <summary>Starts the display; the caller disposes of it before it prints the result.</summary>
    public RunProgress(CliConsole console, RunPlan? plan, TimeProvider clock)
    {
        _console = console;
        _clock = clock;
        _state = new ProgressState(plan);
        _drawing = console.IsLive ? DrawAsync(_stop.Token) : Task.CompletedTask;
    }

    /// <summary>True when the last event so far ended the run.</summary>
    public bool HasEnded
    {
        get
        {
            lock (_gate)
            {
                return _state.End is not null;
            }
        }
    }

    /// <inheritdoc/>
    public void OnEvent(RunEvent runEvent)
    {
        string? line;
        lock (_gate)
        {
            _state.Apply(runEvent);
            line = EventLine.Of(runEvent, _state);
            if (line is not null && EventLine.IsMessage(runEvent, line))
            {
                _state.Say(line);
            }
        }

        if (line is not null && !_console.IsLive)
        {
            _console.Notice(line);
        }
    }

    /// <summary>Shows a sentence of the command line itself.</summary>
    public void Say(string message)
    {
        lock (_gate)
        {
            _state.Say(message);
        }

        if (!_console.IsLive)
        {
            _console.Notice(message);
        }
    }

    /// <summary>Ends the display and removes the live block.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _drawing;
        _stop.Dispose();
    }

    private async Task DrawAsync(CancellationToken ct)
    {
        IAnsiConsole ansi = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(_console.Error),
            Ansi = AnsiSupport.Yes,
            Interactive = InteractionSupport.Yes,
            ColorSystem = _console.HasColour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
        });
        ansi.Profile.Width = _console.Width;
        using PeriodicTimer timer = new(RedrawPeriod, _clock);
        await ansi.Live(Block()).AutoClear(true).StartAsync(async display =>
        {
            try
            {
                while (await timer.WaitForNextTickAsync(ct))
                {
                    display.UpdateTarget(Block());
                }
            }
            catch (OperationCanceledException)
            {
                // The end of the display is its cancellation.
            }
        });
    }

    private Rows Block()
    {
        lock (_gate)
        {
            IReadOnlyList<string> lines = LiveBlock.Lines(_state, _clock.GetUtcNow(), _console.Width - 1);
            return new Rows(lines.Select((line, i) => new Text(line, i == 0 ? new Style(decoration: Decoration.Bold) : Style.Plain)));
        }
    }
}
