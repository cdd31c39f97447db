using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>One thread with an event loop of its own: it opens, reads, counts, and between two reads sends what is due.</summary>
internal sealed class LoopIo : LoadIo
{
    // What is left of a processor goes to the target in any case. A load that needs more is at its limit, and says so.
    private const double RealTimeShareMax = 0.9;

    private static readonly TimeSpan AskedWithin = TimeSpan.FromSeconds(5);

    private readonly EventLoop _loop;
    private readonly bool _isRealTime;

    public LoopIo(string name, EventTrigger trigger, bool isRealTime)
    {
        Name = name;
        _isRealTime = isRealTime;
        _loop = new EventLoop(new EventLoopOptions
        {
            Name = "load-loop", Trigger = trigger, Priority = ThreadPriority.AboveNormal, RealTimeShareMax = isRealTime ? RealTimeShareMax : null,
        });
        _loop.Start();
    }

    /// <inheritdoc/>
    // The thread asks the system as its first act.
    public override bool IsRealTime =>
        _isRealTime && SpinWait.SpinUntil(() => _loop.Counters is { } c && c.RealTimeGrants + c.RealTimeRefusals > 0, AskedWithin) && _loop.Counters.RealTimeGrants > 0;

    /// <inheritdoc/>
    public override string Name { get; }

    /// <inheritdoc/>
    public override Exception? Failure => _loop.Completed.Exception?.InnerException;

    /// <inheritdoc/>
    public override async Task<Transport[]> OpenAllAsync(
        ScenarioWire wire, EndPoint target, int count, IControlOutput output, CancellationToken cancellationToken) =>
        [.. (await new LoopOpener(_loop, wire, target).OpenAllAsync(count, output, cancellationToken)).Select(s => new LoopTransport(_loop, s))];

    /// <inheritdoc/>
    public override void StartPacing(IPacer pacer) => _loop.Post(new PacingTimer(_loop, pacer));

    /// <inheritdoc/>
    public override void Stop() => _loop.Stop();

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        _loop.Dispose();
    }

    /// <summary>Calls the pacer by a timer of the loop.</summary>
    private sealed class PacingTimer(EventLoop loop, IPacer pacer) : ILoopWork, ITimerHandler
    {
        // Bounds how long the end of sending waits to be seen.
        private const long LongestSleepNs = 5_000_000;

        public void Run() => loop.CreateTimer(this).Set(MonotonicClock.NowNs());

        public long OnDue(long nowNs) => Math.Min(pacer.Turn(), nowNs + LongestSleepNs);

        public void OnFault(Exception exception) => pacer.Fail(exception);
    }
}
