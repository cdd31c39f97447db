using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// A thread that watches one window: what the process uses, one row per second, and how late the thread itself is woken,
/// which tells whether the machine gave this process its turn.
/// </summary>
internal sealed class WindowMonitor
{
    private const long TickNs = 5_000_000;
    private const long SecondNs = 1_000_000_000;

    private readonly LoadContext _context;
    private readonly MeasuredWindow _window;
    private readonly Thread _thread;
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<LoadSecond> _seconds;
    private readonly LatencyHistogram _before = new();
    private readonly LatencyHistogram _now = new();
    private readonly LatencyHistogram _second = new();
    private volatile bool _isStopping;
    private ProcessSample _lastSample;
    private long _lastArrived;

    public WindowMonitor(LoadContext context, MeasuredWindow window)
    {
        _context = context;
        _window = window;
        _seconds = new List<LoadSecond>((int)window.Seconds + 1);
        _thread = new Thread(Run) { IsBackground = true, Name = "load-monitor" };
    }

    /// <summary>Completes at the end of the window, or with what stopped the monitor; never on the thread that cancels.</summary>
    public Task Completed => _completed.Task;

    /// <summary>Use of the process at the start; after <see cref="Completed"/>.</summary>
    public ProcessSample Begin { get; private set; }

    /// <summary>Use of the process at the end; after <see cref="Completed"/>.</summary>
    public ProcessSample End { get; private set; }

    /// <summary>Latest wake-up of this thread after its time; after <see cref="Completed"/>.</summary>
    public long LatestWakeNs { get; private set; }

    /// <summary>One row per whole second; after <see cref="Completed"/>.</summary>
    public IReadOnlyList<LoadSecond> Seconds => _seconds;

    public void Start() => _thread.Start();

    /// <summary>Ends the wait for the end of the window.</summary>
    public void Cancel() => _completed.TrySetCanceled();

    /// <summary>Ends the thread and waits for it.</summary>
    public void Stop()
    {
        _isStopping = true;
        _thread.Join();
    }

    private void Run()
    {
        try
        {
            Watch();
            _completed.TrySetResult();
        }
        catch (Exception e)
        {
            _completed.TrySetException(e);
        }
    }

    private void Watch()
    {
        Begin = _lastSample = ProcessSample.Take();
        long nextSecondNs = _window.StartNs + SecondNs;
        while (!_isStopping && MonotonicClock.NowNs() < _window.EndNs)
        {
            long wakeNs = Math.Min(MonotonicClock.NowNs() + TickNs, _window.EndNs);
            SleepUntil(wakeNs);
            long nowNs = MonotonicClock.NowNs();
            LatestWakeNs = Math.Max(LatestWakeNs, nowNs - wakeNs);
            if (nowNs >= nextSecondNs && nextSecondNs <= _window.EndNs)
            {
                AddSecond();
                nextSecondNs += SecondNs;
            }
        }

        End = ProcessSample.Take();
        if (nextSecondNs <= _window.EndNs)
        {
            AddSecond();
        }
    }

    private static void SleepUntil(long wakeNs)
    {
        long leftNs;
        while ((leftNs = wakeNs - MonotonicClock.NowNs()) > 0)
        {
            ShortSleep.For(leftNs);
        }
    }

    private void AddSecond()
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
        var sample = ProcessSample.Take();
        _seconds.Add(new LoadSecond(
            _seconds.Count,
            arrived - _lastArrived,
            _second.Percentile(0.5) / 1e3,
            _second.Percentile(0.99) / 1e3,
            sample.CpuCoresSince(_lastSample)));
        (_lastArrived, _lastSample) = (arrived, sample);
    }
}
