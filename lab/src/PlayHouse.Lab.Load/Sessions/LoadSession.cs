using System.Net.Sockets;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Results;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>One load from open connections to its result. Calls come one after the other; <see cref="Dispose"/> ends it in every state.</summary>
internal sealed class LoadSession : IDisposable
{
    private const int DrainTickMs = 2;

    private readonly LoadContext _context;
    private readonly LoadConnection[] _connections;
    private readonly Pacer _pacer;
    private WindowMonitor? _monitor;

    /// <summary>Takes over authenticated sockets.</summary>
    public LoadSession(LoadContext context, Socket[] sockets, ulong seed)
    {
        _context = context;
        _connections = new LoadConnection[sockets.Length];
        for (int i = 0; i < sockets.Length; i++)
        {
            _connections[i] = new LoadConnection(context, i, sockets[i]);
        }

        _pacer = new Pacer(context, _connections, Schedule(context.Load, seed));
        foreach (LoadConnection connection in _connections)
        {
            connection.Start();
        }
    }

    /// <summary>Begins to send.</summary>
    public void StartSending()
    {
        _context.IsSending = true;
        _pacer.Start();
    }

    /// <summary>Measures a window that begins now; returns at its end, sending goes on.</summary>
    public async Task MeasureAsync(double seconds, CancellationToken cancellationToken)
    {
        long startNs = MonotonicClock.NowNs();
        var window = new MeasuredWindow(startNs, startNs + (long)(seconds * 1e9));
        _monitor = new WindowMonitor(_context, window);
        _context.Window = window;
        _monitor.Start();
        using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(
            monitor => ((WindowMonitor)monitor!).Cancel(), _monitor);
        await _monitor.Completed;
    }

    /// <summary>Stops sending, waits for outstanding replies until the drain limit and says what was counted.</summary>
    public async Task<LoadResult> DrainAsync(CancellationToken cancellationToken)
    {
        MeasuredWindow window = _context.Window ?? throw new InvalidOperationException("no window was measured");
        _context.IsSending = false;
        long deadlineNs = MonotonicClock.NowNs() + LoadLimits.DrainNs;
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(DrainTickMs));
        while (!IsDrained() && MonotonicClock.NowNs() < deadlineNs)
        {
            // Not with the token: a cancelled tick goes on inside the canceller, the thread that sees the end of stdin, and
            // that one must stay free to end the process.
            await tick.WaitForNextTickAsync(CancellationToken.None);
            cancellationToken.ThrowIfCancellationRequested();
        }

        End();
        return LoadResultBuilder.Build(_context, window, _monitor!, _connections, _pacer.Failure);
    }

    /// <inheritdoc/>
    public void Dispose() => End();

    private static ArrivalSchedule? Schedule(LoadSpec load, ulong seed) => load switch
    {
        { Mode: LoadMode.Closed } => null,
        { Arrivals: Arrivals.Poisson } => ArrivalSchedule.Poisson(load.Connections, load.RatePerSecond!.Value, seed),
        _ => ArrivalSchedule.Constant(load.Connections, load.RatePerSecond!.Value, seed),
    };

    private bool IsDrained()
    {
        if (!_pacer.HasStoppedSending)
        {
            return false;
        }

        foreach (LoadConnection connection in _connections)
        {
            if (connection.Outstanding > 0)
            {
                return false;
            }
        }

        return true;
    }

    private void End()
    {
        _context.IsSending = false;
        _pacer.Stop();
        _monitor?.Stop();
        foreach (LoadConnection connection in _connections)
        {
            connection.Dispose();
        }
    }
}
