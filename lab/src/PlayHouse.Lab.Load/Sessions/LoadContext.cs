using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>What all connections of a load share. The volatile parts are set by the control thread and read by all.</summary>
internal sealed class LoadContext(ScenarioWire wire, LoadSpec load, LoadIo io) : IDisposable
{
    private readonly ThreadLocal<ReplyRecorder> _recorders = new(() => new ReplyRecorder(), trackAllValues: true);
    private readonly TimeProvider? _simulatedTime = io.SimulatedTime;
    private volatile MeasuredWindow? _window;
    private volatile bool _isSending;
    private volatile bool _isOpenLoop = load.Mode == LoadMode.Open;
    private volatile int _depth = load.Depth;

    public ScenarioWire Wire { get; } = wire;

    public LoadSpec Load { get; } = load;

    /// <summary>How it opens, reads, writes and waits; the contexts of one load share it.</summary>
    public LoadIo Io { get; } = io;

    /// <summary>What timers wait by.</summary>
    public TimeProvider Timers => _simulatedTime ?? TimeProvider.System;

    public bool IsOpenLoop => _isOpenLoop;

    /// <summary>Outstanding requests per connection, at most those of <see cref="Load"/>.</summary>
    public int Depth => _depth;

    /// <summary>The window, from the moment it is known; null before.</summary>
    public MeasuredWindow? Window
    {
        get => _window;
        set => _window = value;
    }

    /// <summary>New requests may be sent.</summary>
    public bool IsSending
    {
        get => _isSending;
        set => _isSending = value;
    }

    /// <summary>How requests are sent from now on; nothing is sent or outstanding meanwhile.</summary>
    public void Drive(bool isOpenLoop, int depth) => (_isOpenLoop, _depth) = (isOpenLoop, depth);

    /// <summary>The recorder of the calling thread.</summary>
    public ReplyRecorder Recorder => _recorders.Value!;

    /// <summary>Recorders of all threads that ever received.</summary>
    public IList<ReplyRecorder> Recorders => _recorders.Values;

    /// <summary>Monotonic nanoseconds with an arbitrary origin; every time of a load is one of these.</summary>
    // A branch that always goes the same way: a virtual call for every reading would be paid by what is measured.
    public long NowNs() => _simulatedTime is null ? MonotonicClock.NowNs() : _simulatedTime.GetTimestamp();

    /// <inheritdoc/>
    public void Dispose() => _recorders.Dispose();

    /// <summary>From due to sent; the sender alone records.</summary>
    public LatencyHistogram Lateness { get; } = new();
}
