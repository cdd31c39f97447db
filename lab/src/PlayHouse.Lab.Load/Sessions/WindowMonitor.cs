using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// Watches one window: what the process uses, one row per second, and how late it is woken itself, which tells whether the
/// machine gave this process its turn.
/// </summary>
internal sealed class WindowMonitor : IPacer
{
    private const long TickNs = 5_000_000;
    private const long SecondNs = 1_000_000_000;

    private readonly LoadContext _context;
    private readonly MeasuredWindow _window;
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<LoadSecond> _seconds;
    private readonly LatencyHistogram _before = new();
    private readonly LatencyHistogram _now = new();
    private readonly LatencyHistogram _second = new();
    private IDisposable? _watching;
    private long _nextSecondNs;
    private long _wakeNs;
    private ProcessSample _lastSample;
    private long _lastArrived;

    public WindowMonitor(LoadContext context, MeasuredWindow window)
    {
        _context = context;
        _window = window;
        _seconds = new List<LoadSecond>((int)window.Seconds + 1);
        _nextSecondNs = window.StartNs + SecondNs;
    }

    /// <summary>Completes at the end of the window, or with what stopped the monitor; never on the thread that cancels.</summary>
    public Task Completed => _completed.Task;

    /// <summary>Use of the process at the start; after <see cref="Completed"/>.</summary>
    public ProcessSample Begin { get; private set; }

    /// <summary>Use of the process at the end; after <see cref="Completed"/>.</summary>
    public ProcessSample End { get; private set; }

    /// <summary>Latest wake-up after its time; after <see cref="Completed"/>.</summary>
    public long LatestWakeNs { get; private set; }

    /// <summary>One row per whole second; after <see cref="Completed"/>.</summary>
    public IReadOnlyList<LoadSecond> Seconds => _seconds;

    public void Start() => _watching = _context.Io.StartWatching(this);

    /// <summary>Ends the wait for the end of the window.</summary>
    public void Cancel() => _completed.TrySetCanceled();

    /// <summary>Ends the watch; no turn is under way afterwards.</summary>
    public void Stop()
    {
        _watching?.Dispose();
        _completed.TrySetResult();
    }

    /// <inheritdoc/>
    public long Turn()
    {
        long nowNs = _context.NowNs();
        if (_wakeNs == 0)
        {
            Begin = _lastSample = _context.Io.Sample(nowNs);
        }
        else
        {
            LatestWakeNs = Math.Max(LatestWakeNs, nowNs - _wakeNs);
        }

        if (nowNs >= _nextSecondNs && _nextSecondNs <= _window.EndNs)
        {
            AddSecond(nowNs);
            _nextSecondNs += SecondNs;
        }

        if (nowNs < _window.EndNs)
        {
            return _wakeNs = Math.Min(nowNs + TickNs, _window.EndNs);
        }

        End = _context.Io.Sample(nowNs);
        if (_nextSecondNs <= _window.EndNs)
        {
            AddSecond(nowNs);
        }

        _completed.TrySetResult();
        return long.MaxValue;
    }

    /// <inheritdoc/>
    public void Fail(Exception exception) => _completed.TrySetException(exception);

    private void AddSecond(long nowNs)
    {
        long arrived = 0;
        _now.Clear();
        foreach (ReplyRecorder recorder in _context.Recorders)
        {
            arrived += recorder.Arrived;
            _now.Add(_context.IsOpenLoop ? recorder.Latency : recorder.Service);
        }

        _second.Clear();
        _second.Add(_now);
        _second.Subtract(_before);
        _before.Clear();
        _before.Add(_now);
        ProcessSample sample = _context.Io.Sample(nowNs);
        _seconds.Add(new LoadSecond(
            _seconds.Count,
            arrived - _lastArrived,
            _second.Percentile(0.5) / 1e3,
            _second.Percentile(0.99) / 1e3,
            sample.CpuCoresSince(_lastSample)));
        (_lastArrived, _lastSample) = (arrived, sample);
    }
}
