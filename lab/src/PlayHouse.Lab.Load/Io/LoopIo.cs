using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>One thread with an event loop of its own: it opens, reads, counts, and between two reads sends what is due.</summary>
internal sealed class LoopIo : LoadIo
{
    private readonly EventLoop _loop = new(new EventLoopOptions { Name = "load-loop", Priority = ThreadPriority.AboveNormal });

    public LoopIo() => _loop.Start();

    /// <inheritdoc/>
    public override string Name => "epoll";

    /// <inheritdoc/>
    public override Exception? Failure => _loop.Completed.Exception?.InnerException;

    /// <inheritdoc/>
    public override async Task<Transport[]> OpenAllAsync(
        ScenarioWire wire, EndPoint target, int count, IControlOutput output, CancellationToken cancellationToken) =>
        [.. (await new LoopOpener(_loop, wire, target).OpenAllAsync(count, output, cancellationToken)).Select(s => new LoopTransport(_loop, s))];

    /// <inheritdoc/>
    public override async Task<Opening> VisitAsync(ScenarioWire wire, IPEndPoint target, IPAddress? source, int connection, CancellationToken cancellationToken)
    {
        var opening = new LoopOpening(_loop, target, source is null ? null : new IPEndPoint(source, 0), wire.CreateOpening(connection)) { LeavesAtOnce = true };
        if (!_loop.Post(opening))
        {
            opening.OnLoopEnded();
        }

        try
        {
            return await opening.Completed.WaitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            _loop.Post(new LoopClosing([opening]));
            throw;
        }
    }

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
