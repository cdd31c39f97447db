using System.Diagnostics;
using System.Runtime.InteropServices;
using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>
/// One thread that waits for sockets, times and other threads, and runs what handlers there are for them, one after the other.
/// Between two events it looks whether a timer is due, so a long batch of events keeps no timer waiting for its end. An event
/// costs no allocation.
/// </summary>
/// <remarks>
/// <see cref="Post"/>, <see cref="Stop"/>, <see cref="Counters"/> and <see cref="Completed"/> are for any thread; everything else is
/// for the loop's own, or for the thread that made it before <see cref="Start"/>. An exception of a handler ends what threw it and
/// is counted; one that a handler's own OnFault throws ends the loop, which <see cref="Completed"/> then reports.
/// </remarks>
public sealed class EventLoop : IDisposable
{
    private const ulong WakeToken = ulong.MaxValue;
    private const nuint SmallestSlackNs = 1;

    private static readonly double NsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly EventLoopOptions _options;
    private readonly Epoll _epoll;
    private readonly WakeUp _wakeUp;
    private readonly RegistrationTable _table = new();
    private readonly TimerQueue _timers = new();
    private readonly LoopTally _tally = new();
    private readonly PostedWork _posted;
    private readonly Action _runDueTimers;
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread _thread;
    private Queue<Registration> _again = new();
    private Queue<Registration> _running = new();
    private volatile bool _isStopping;
    private bool _hasStarted;
    private bool _isDisposed;

    /// <summary>Makes a loop that does not run yet.</summary>
    /// <param name="options">Limits and ways; null takes the defaults.</param>
    /// <exception cref="PlatformNotSupportedException">This system has no epoll; see <see cref="IsSupported"/>.</exception>
    /// <exception cref="System.ComponentModel.Win32Exception">The system gives no descriptor.</exception>
    public EventLoop(EventLoopOptions? options = null)
    {
        RequireSupport();
        _options = options ?? new EventLoopOptions();
        _epoll = new Epoll(_options.EventsMax, _options.UsesNanosecondWait);
        try
        {
            _wakeUp = new WakeUp();
        }
        catch
        {
            _epoll.Dispose();
            throw;
        }

        _posted = new PostedWork(_wakeUp, _options.PostedMax, _tally);
        _runDueTimers = RunDueTimers;
        _epoll.Add(_wakeUp.Descriptor, LinuxConstants.EpollIn, WakeToken);
        _thread = new Thread(Run) { IsBackground = true, Name = _options.Name, Priority = _options.Priority };
    }

    /// <summary>True where this library works: Linux on x64 and arm64. Elsewhere callers choose another way, by name.</summary>
    public static bool IsSupported =>
        OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;

    /// <summary>Ends with the loop's thread; faulted with what ended it before it was stopped.</summary>
    public Task Completed => _completed.Task;

    /// <summary>True on the loop's thread.</summary>
    public bool IsOnThread => Thread.CurrentThread == _thread;

    /// <summary>What it has done so far.</summary>
    public EventLoopCounters Counters => _tally.Snapshot(_table.Count);

    /// <summary>
    /// True while waits have a time-out of nanoseconds by <c>epoll_pwait2</c>; false where <c>ppoll</c> stands in for it.
    /// </summary>
    internal bool HasNanosecondWait => _epoll.HasNanosecondWait;

    /// <summary>Monotonic nanoseconds, the clock of all due times.</summary>
    public static long NowNs() => Stopwatch.Frequency == 1_000_000_000
        ? Stopwatch.GetTimestamp()
        : (long)(Stopwatch.GetTimestamp() * NsPerTick);

    /// <summary>Starts the thread.</summary>
    public void Start()
    {
        _hasStarted = true;
        _thread.Start();
    }

    /// <summary>Adds a socket; what it is ready for already is reported, too.</summary>
    /// <param name="socket">Stays its owner's: removing it from the loop and closing it are two things.</param>
    /// <param name="handler">Is called from the next turn on.</param>
    public Registration Add(NonBlockingSocket socket, IDescriptorHandler handler)
    {
        ArgumentNullException.ThrowIfNull(socket);
        ArgumentNullException.ThrowIfNull(handler);
        var registration = new Registration(this, socket, handler, _table.NextToken());
        _epoll.Add(socket.Descriptor, EpollInterest.All, registration.Token);
        _table.Add(registration);
        return registration;
    }

    /// <summary>Makes a timer that rests until <see cref="LoopTimer.Set"/>.</summary>
    public LoopTimer CreateTimer(ITimerHandler handler)
    {
        ArgumentNullException.ThrowIfNull(handler);
        return new LoopTimer(_timers, handler);
    }

    /// <summary>Any thread: has the loop run something. False, and counted, when its queue is full or it has ended.</summary>
    public bool Post(ILoopWork work)
    {
        ArgumentNullException.ThrowIfNull(work);
        return _posted.TryAdd(work);
    }

    /// <summary>
    /// Ends the loop after what it is doing, tells every handler, and waits for the thread. On the loop's own thread it does not wait.
    /// Any thread; may come twice.
    /// </summary>
    public void Stop()
    {
        BeginStop();
        if (_hasStarted && !_isDisposed && !IsOnThread)
        {
            _thread.Join();
        }
    }

    /// <summary>The same without waiting: <see cref="Completed"/> tells the end. Any thread; may come twice.</summary>
    public void BeginStop()
    {
        _isStopping = true;
        if (_isDisposed || IsOnThread)
        {
            return;
        }

        _wakeUp.Signal();
        if (!_hasStarted && !_completed.Task.IsCompleted)
        {
            End(null);
        }
    }

    /// <summary>Stops the loop, waits for its end and closes its descriptors.</summary>
    /// <exception cref="InvalidOperationException">
    /// Called on the loop's own thread, which would wait for itself; the loop continues.
    /// </exception>
    public void Dispose()
    {
        if (IsOnThread)
        {
            throw new InvalidOperationException(
                "An event loop cannot be disposed on its own thread, which would wait for itself: call Stop there and Dispose elsewhere.");
        }

        Stop();
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        _epoll.Dispose();
        _wakeUp.Dispose();
    }

    internal static void RequireSupport()
    {
        if (!IsSupported)
        {
            throw new PlatformNotSupportedException("An event loop needs Linux on x64 or arm64; elsewhere use System.Net.Sockets.");
        }
    }

    /// <summary>The loop: counts an exception that ended less than a handler.</summary>
    internal void CountFault() => _tally.Faults++;

    internal void QueueAgain(Registration registration) => _again.Enqueue(registration);

    internal void Remove(Registration registration)
    {
        _table.Remove(registration);
        _epoll.Remove(registration.Socket.Descriptor);
    }

    private void Run()
    {
        Exception? failure = null;
        try
        {
            // Without it the kernel may end a sleep 50 µs late to save a wake-up. A refusal costs precision, nothing else.
            _ = Libc.ControlThread(LinuxConstants.PrctlSetTimerSlack, SmallestSlackNs, 0, 0, 0);
            while (!_isStopping)
            {
                Turn();
            }
        }
        catch (Exception e)
        {
            failure = e;
        }

        End(failure);
    }

    private void Turn()
    {
        _timers.RunDue(NowNs(), _tally);
        int count = _epoll.Wait(WaitNs());
        _tally.Waits++;
        for (int i = 0; i < count && !_isStopping; i++)
        {
            (uint ready, ulong token) = _epoll[i];
            if (token == WakeToken)
            {
                _wakeUp.Take();
                _posted.Run(_runDueTimers);
            }
            else
            {
                Dispatch(_table.Find(token), ready);
            }

            RunDueTimers();
        }

        RunAgain();
    }

    private long WaitNs() => _again.Count > 0 ? 0
        : _timers.NextDueNs == LoopTimer.Never ? -1
        : Math.Max(0, _timers.NextDueNs - NowNs());

    private void Dispatch(Registration? registration, uint ready)
    {
        if (registration is null)
        {
            _tally.StaleEvents++;
            return;
        }

        _tally.Events++;
        Call(registration, EpollInterest.ReadinessOf(ready));
    }

    private void Call(Registration registration, Readiness ready)
    {
        try
        {
            registration.Handler.OnReady(ready);
        }
        catch (Exception e)
        {
            _tally.Faults++;
            registration.Remove();
            registration.Handler.OnFault(e);
        }
    }

    // Those that ask again meanwhile come after the next wait, behind those that are ready by then.
    private void RunAgain()
    {
        (_again, _running) = (_running, _again);
        while (_running.TryDequeue(out Registration? registration))
        {
            registration.IsRunAgain = false;
            if (registration.IsActive && !_isStopping)
            {
                _tally.RunsAgain++;
                Call(registration, Readiness.Readable);
                RunDueTimers();
            }
        }
    }

    // Between any two pieces of work.
    private void RunDueTimers()
    {
        if (_timers.NextDueNs != LoopTimer.Never)
        {
            _timers.RunDue(NowNs(), _tally);
        }
    }

    private void End(Exception? failure)
    {
        _isStopping = true;
        foreach (Registration registration in _table.Snapshot())
        {
            registration.Remove();
            TryLast(registration.Handler.OnLoopEnded, ref failure);
        }

        TryLast(_posted.Close, ref failure);
        _ = failure is null ? _completed.TrySetResult() : _completed.TrySetException(failure);
    }

    private void TryLast(Action call, ref Exception? failure)
    {
        try
        {
            call();
        }
        catch (Exception e)
        {
            _tally.Faults++;
            failure ??= e;
        }
    }
}
