using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Progress;

namespace PlayHouse.Dashboard.Model;

/// <summary>One block in the strip.</summary>
/// <param name="Index">From 0.</param>
/// <param name="Outcome">accepted, contaminated, failed, running or waiting.</param>
/// <param name="Attempts">Attempts so far.</param>
/// <param name="Cause">Why its last attempt does not count; null when it does.</param>
public sealed record BlockCell(int Index, string Outcome, int Attempts, string? Cause);

/// <summary>One step of a run.</summary>
/// <param name="Name">Name of the phase.</param>
/// <param name="State">done, now or later.</param>
public sealed record PhaseStep(string Name, string State);

/// <summary>
/// A run that is followed, folded from its log: a page that is loaded again folds the same log and shows the same. Not thread-safe.
/// </summary>
public sealed class LiveRun
{
    private const int LinesMax = 200;
    private static readonly string[] Phases = ["validate", "pilot", "execute", "profile", "analyse"];
    private readonly ProgressState _state;
    private readonly Dictionary<int, BlockCell> _blocks = [];
    private readonly Queue<string> _lines = new();
    private int _furthest;

    /// <summary>Starts with what the plan says.</summary>
    public LiveRun(RunPlan plan) => _state = new ProgressState(plan);

    /// <summary>Number of the last event taken in.</summary>
    public long Seq { get; private set; }

    /// <summary>True once the run has ended.</summary>
    public bool HasEnded => _state.End is not null;

    /// <summary>True while no process executes a run that can be resumed.</summary>
    private bool IsStopped => _state.End is { State: RunState.Interrupted };

    /// <summary>Phase in progress.</summary>
    public string Phase => _state.Phase;

    /// <summary>Lines of the log, the latest last.</summary>
    public IReadOnlyCollection<string> Lines => _lines;

    /// <summary>Blocks that count, and the most there can be.</summary>
    public (int Accepted, int Max) Blocks => (_state.BlocksAccepted, _state.BlocksMax);

    /// <summary>What a block of this run is called.</summary>
    public string Word => BlockWords.One(_state.IsOfPairs);

    /// <summary>What those that count say so far, a line for each metric that decides.</summary>
    public IReadOnlyList<string> SoFar => _state.Standing is { } standing ? [.. StandingText.Lines(standing)] : [];

    /// <summary>What runs now, in words; null between launches.</summary>
    public string? Launch => _state.Launch is { } launch
        ? $"{VerdictWords.Arm(launch.Arm)}, {RunFilter.Word(launch.Kind)} launch of about {Numbers.Duration(launch.Seconds)}"
        : null;

    /// <summary>The steps of the run.</summary>
    public IReadOnlyList<PhaseStep> Steps =>
        [.. Phases.Select((p, i) => new PhaseStep(p, (HasEnded && !IsStopped) || i < _furthest ? "done" : p == Phase ? "now" : "later"))];

    /// <summary>One cell per block there can be.</summary>
    public IReadOnlyList<BlockCell> Strip => [.. Enumerable.Range(0, Math.Max(_state.BlocksMax, _blocks.Count)).Select(Cell)];

    /// <summary>Estimated time to the end in words; null without an estimate.</summary>
    public string? Left(DateTimeOffset now) => _state.SecondsLeft(now) is var seconds && double.IsFinite(seconds) && !HasEnded
        ? $"up to about {Numbers.Duration(seconds)} left"
        : null;

    /// <summary>Takes events in; those it has seen already change nothing.</summary>
    public void Apply(IEnumerable<RunEvent> events)
    {
        ArgumentNullException.ThrowIfNull(events);
        foreach (RunEvent runEvent in events.Where(e => e.Seq > Seq))
        {
            Seq = runEvent.Seq;
            _state.Apply(runEvent);
            _furthest = Math.Max(_furthest, Array.IndexOf(Phases, _state.Phase));
            if (runEvent.Type == RunEventTypes.BlockEnded && ProgressState.Data<BlockEndedData>(runEvent) is { Block: >= 0 and < 10_000 } block)
            {
                _blocks[block.Block] = new BlockCell(block.Block, block.Outcome, block.Attempt + 1, block.Cause);
            }

            if (EventLine.Of(runEvent, _state) is { } line)
            {
                _lines.Enqueue(line);
                if (_lines.Count > LinesMax)
                {
                    _lines.Dequeue();
                }
            }
        }
    }

    private BlockCell Cell(int index)
    {
        BlockCell cell = _blocks.GetValueOrDefault(index) ?? new BlockCell(index, "waiting", 0, null);
        bool isNow = !HasEnded && _state.Phase == "execute" && _state.Block == index + 1 && cell.Outcome != "accepted";
        return isNow ? cell with { Outcome = "running" } : cell;
    }
}
