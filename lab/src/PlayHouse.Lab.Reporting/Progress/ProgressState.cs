using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Progress;

/// <summary>Where a run stands, folded from its events. Unknown events and unreadable data change nothing. Not thread-safe.</summary>
internal sealed class ProgressState
{
    private const int MessagesMax = 3;
    private readonly char[] _slots;
    private readonly Dictionary<string, int> _started = new(StringComparer.Ordinal);
    private readonly Queue<string> _messages = new();
    private (int Block, int Attempt) _current = (-1, 0);
    private double _secondsLeft = double.NaN;
    private DateTimeOffset _secondsLeftAt;

    /// <summary>Starts with what the plan says; null when there is none.</summary>
    public ProgressState(RunPlan? plan)
    {
        BlocksMax = plan is null ? 0 : PlanSize.BlocksMax(plan);
        IsOfPairs = plan is { Pairs: not null, Screen: null };
        _slots = [.. Enumerable.Repeat('·', plan?.Screen?.Blocks.Max(b => b.Cells.Count) ?? plan?.LaunchesPerBlock() ?? 4)];
    }

    /// <summary>True where each block is a pair.</summary>
    public bool IsOfPairs { get; }

    /// <summary>What the blocks so far say; null before the first.</summary>
    public StandingData? Standing { get; private set; }

    /// <summary>Phase in progress.</summary>
    public string Phase { get; private set; } = "start";

    /// <summary>Block in progress, from 1; 0 before the first.</summary>
    public int Block => _current.Block + 1;

    /// <summary>Attempt at it, from 1.</summary>
    public int Attempt => _current.Attempt + 1;

    /// <summary>Most blocks there can be.</summary>
    public int BlocksMax { get; private set; }

    /// <summary>Blocks that count so far.</summary>
    public int BlocksAccepted { get; private set; }

    /// <summary>Arms of the block's launches that are done: <c>ABB·</c>.</summary>
    public string Slots => new(_slots);

    /// <summary>Launch in progress; null between launches.</summary>
    public LaunchStartedData? Launch { get; private set; }

    /// <summary>Its start.</summary>
    public DateTimeOffset LaunchStartedAt { get; private set; }

    /// <summary>First event.</summary>
    public DateTimeOffset? StartedAt { get; private set; }

    /// <summary>The end; null until the run has ended.</summary>
    public RunEndedData? End { get; private set; }

    /// <summary>Latest things a person should read, oldest first.</summary>
    public IReadOnlyCollection<string> Messages => _messages;

    /// <summary>Estimated seconds to the end; not a number before the first estimate.</summary>
    public double SecondsLeft(DateTimeOffset now) =>
        double.IsNaN(_secondsLeft) ? double.NaN : Math.Max(0, _secondsLeft - (now - _secondsLeftAt).TotalSeconds);

    /// <summary>The letter of an arm: A is the baseline; a combination of a screen has signs in place of a letter and is drawn as done.</summary>
    public static char Letter(string arm) => arm == ArmNames.Baseline ? 'A' : arm.All(c => c is '+' or '-') ? '#' : 'B';

    /// <summary>Adds a line to <see cref="Messages"/>.</summary>
    public void Say(string message)
    {
        _messages.Enqueue(message);
        if (_messages.Count > MessagesMax)
        {
            _messages.Dequeue();
        }
    }

    /// <summary>The data of an event; null when they cannot be read.</summary>
    public static T? Data<T>(RunEvent runEvent)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize<T>(runEvent.Json, LabJson.Compact);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>Takes one event in.</summary>
    public void Apply(RunEvent runEvent)
    {
        StartedAt ??= runEvent.Time;
        switch (runEvent.Type)
        {
            case RunEventTypes.Phase when Data<PhaseData>(runEvent) is { } data:
                Phase = data.Phase;
                Left(data.SecondsLeft, runEvent.Time);
                break;
            case RunEventTypes.LaunchStarted when Data<LaunchStartedData>(runEvent) is { } data:
                Start(data, runEvent.Time);
                break;
            case RunEventTypes.LaunchEnded when Data<LaunchEndedData>(runEvent) is { } data:
                Finish(data);
                break;
            case RunEventTypes.BlockEnded when Data<BlockEndedData>(runEvent) is { } data:
                BlocksAccepted = data.BlocksAccepted;
                BlocksMax = data.BlocksMax;
                break;
            case RunEventTypes.Standing when Data<StandingData>(runEvent) is { } data:
                Standing = data;
                break;
            case RunEventTypes.RunEnded when Data<RunEndedData>(runEvent) is { } data:
                End = data;
                Launch = null;
                return;
            case RunEventTypes.CancelRequested:
                return;
        }

        // Anything after an end means that the run was resumed.
        End = null;
    }

    private void Start(LaunchStartedData data, DateTimeOffset time)
    {
        Launch = data;
        _started[data.LaunchId] = data.Slot;
        LaunchStartedAt = time;
        Left(data.SecondsLeft, time);
        if (data.Kind == LaunchKind.Timed && _current != (data.Block, data.Attempt))
        {
            _current = (data.Block, data.Attempt);
            Array.Fill(_slots, '·');
        }
    }

    private void Finish(LaunchEndedData data)
    {
        // Both launches of a pair start before one of them ends.
        if (_started.Remove(data.LaunchId, out int slot) && data.Kind == LaunchKind.Timed && slot >= 0 && slot < _slots.Length)
        {
            _slots[slot] = data.State == LaunchState.Completed ? Letter(data.Arm) : 'x';
        }

        Launch = Launch?.LaunchId == data.LaunchId ? null : Launch;
    }

    private void Left(double seconds, DateTimeOffset at) => (_secondsLeft, _secondsLeftAt) = (seconds, at);
}
