using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>Opens, reads, writes and waits in memory and virtual time. A server listens at the port that is its place, from 1.</summary>
internal sealed class SimulatedIo(VirtualTime time, IReadOnlyList<SimulatedServer> servers) : LoadIo
{
    private Turns? _pacing;
    private Turns? _watch;

    /// <inheritdoc/>
    public override string Name => "simulated";

    /// <inheritdoc/>
    public override TimeProvider SimulatedTime => time;

    /// <summary>The window that is measured is not at its end.</summary>
    public bool IsWatching => _watch is { IsEnded: false };

    /// <inheritdoc/>
    public override Task<Transport[]> OpenAllAsync(ScenarioWire wire, EndPoint target, int count, IControlOutput output, CancellationToken cancellationToken)
    {
        SimulatedServer server = At(target);
        SimulatedTransport[] transports = [.. Enumerable.Range(0, count).Select(i => new SimulatedTransport(time, server, i))];
        server.Open(time, transports);
        return Task.FromResult<Transport[]>(transports);
    }

    /// <inheritdoc/>
    public override async Task<Opening> VisitAsync(ScenarioWire wire, IPEndPoint target, IPAddress? source, int connection, CancellationToken cancellationToken)
    {
        SimulatedServer server = At(target);
        await Task.Delay(TimeSpan.FromMicroseconds(server.DelayNs / 1_000), time, cancellationToken);
        if (server.RefusesVisits)
        {
            throw new SocketException((int)SocketError.ConnectionRefused);
        }

        OpeningExchange exchange = wire.CreateOpening(connection)!;
        var session = new EchoSession(server.Faults);
        session.Answer(exchange.Request.Span, out _);
        ReadOnlyMemory<byte> reply = session.TakeOutput();
        if (reply.IsEmpty && !session.MustClose)
        {
            var never = new TaskCompletionSource();
            await using CancellationTokenRegistration end = cancellationToken.Register(() => never.TrySetCanceled(cancellationToken));
            await never.Task;
        }

        while (true)
        {
            int count = Math.Min(exchange.Wanted.Length, reply.Length);
            reply[..count].CopyTo(exchange.Wanted);
            reply = reply[count..];
            if (exchange.Take(count) is { } opening)
            {
                return opening;
            }
        }
    }

    /// <inheritdoc/>
    public override void StartPacing(IPacer pacer) => _pacing = new Turns(time, pacer, endsByItself: false);

    /// <inheritdoc/>
    public override IDisposable StartWatching(IPacer watch) => _watch = new Turns(time, watch, endsByItself: true);

    // What the tests' own process uses says nothing.
    /// <inheritdoc/>
    public override ProcessSample Sample(long nowNs) => new(nowNs, 0, 0, 0);

    /// <summary>A server's process has the number of its place; the tests' own uses nothing.</summary>
    public override long? CpuNsOf(int pid) => pid <= servers.Count ? servers[pid - 1].CpuNs : null;

    /// <inheritdoc/>
    public override void Stop() => _pacing?.Dispose();

    private SimulatedServer At(EndPoint target) => servers[((IPEndPoint)target).Port - 1];

    /// <summary>Gives turns at exactly the times that are asked for.</summary>
    private sealed class Turns : IEvent, IDisposable
    {
        // As by the loop: bounds how long the end of sending waits to be seen.
        private const long LongestSleepNs = 5_000_000;

        private readonly VirtualTime _time;
        private readonly IPacer _pacer;
        private readonly bool _endsByItself;

        public Turns(VirtualTime time, IPacer pacer, bool endsByItself)
        {
            (_time, _pacer, _endsByItself) = (time, pacer, endsByItself);
            time.Plan(time.NowNs, this);
        }

        public bool IsEnded { get; private set; }

        public void Happen()
        {
            if (IsEnded)
            {
                return;
            }

            long nextNs = _pacer.Turn();
            IsEnded |= _endsByItself && nextNs == long.MaxValue;
            _time.Plan(Math.Min(nextNs, _time.NowNs + LongestSleepNs), this);
        }

        public void Dispose() => IsEnded = true;
    }
}
