using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Results;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load;

/// <summary>One load from open connections to its result. Calls come one after the other; <see cref="Dispose"/> ends it in every state.</summary>
internal sealed class LoadSession(LoadContext context, Traffic traffic) : IDisposable
{
    private const int DrainTickMs = 2;

    private WindowMonitor? _monitor;

    /// <summary>Begins to send.</summary>
    public void StartSending()
    {
        context.IsSending = true;
        traffic.StartSending();
    }

    /// <summary>Measures a window that begins now; returns at its end, sending continues.</summary>
    public async Task MeasureAsync(double seconds, CancellationToken cancellationToken)
    {
        long startNs = context.NowNs();
        var window = new MeasuredWindow(startNs, startNs + (long)(seconds * 1e9));
        _monitor = new WindowMonitor(context, window);
        context.Window = window;
        _monitor.Start();
        using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(
            monitor => ((WindowMonitor)monitor!).Cancel(), _monitor);
        await _monitor.Completed;
    }

    /// <summary>Stops sending, waits for what is outstanding until the drain limit and says what was counted.</summary>
    public async Task<LoadResult> DrainAsync(CancellationToken cancellationToken)
    {
        MeasuredWindow window = context.Window ?? throw new InvalidOperationException("no window was measured");
        context.IsSending = false;
        long deadlineNs = context.NowNs() + LoadLimits.DrainNs;
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(DrainTickMs), context.Timers);
        while (!traffic.IsDrained && context.NowNs() < deadlineNs)
        {
            // Not with the token: a cancelled tick continues inside the canceller, the thread that sees the end of stdin, and
            // that one must stay free to end the process.
            await tick.WaitForNextTickAsync(CancellationToken.None);
            cancellationToken.ThrowIfCancellationRequested();
        }

        End();
        TrafficReport report = traffic.Report();
        return LoadResultBuilder.Build(context.Io.Name, LoadFigures.Of(context, window, _monitor!, report.Measured), report, traffic.Failure);
    }

    /// <inheritdoc/>
    public void Dispose() => End();

    private void End()
    {
        context.IsSending = false;
        traffic.Dispose();
        _monitor?.Stop();
    }
}
