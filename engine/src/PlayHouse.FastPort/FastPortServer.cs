using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Sessions;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort;

/// <summary>
/// An echo server with FastPort's loops, built over a selection of strategies. Owns its accept loop and its connections and
/// awaits them all when disposed. Any thread.
/// </summary>
public sealed class FastPortServer : IAsyncDisposable
{
    private const int Backlog = 512;

    private readonly FastPortLimits _limits;
    private readonly IReadOnlyList<StrategyCounter> _counters;
    private readonly HopRecorder? _recorder;
    private readonly SessionFactory<ServerEcho> _factory;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly HashSet<Session> _open = [];
    private readonly SessionCounts _ended = new();
    private readonly Task _accepting;
    private Task? _disposing;
    private long _accepted;
    private long _refused;
    private long _acceptErrors;

    private FastPortServer(IPEndPoint endPoint, SessionParts parts)
    {
        _limits = parts.Limits;
        _counters = parts.Counters;
        _recorder = parts.Recorder;
        _factory = SessionFactory<ServerEcho>.Compose(parts);
        _listener = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _listener.Bind(endPoint);
            _listener.Listen(Backlog);
            EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        }
        catch
        {
            _listener.Dispose();
            throw;
        }

        _accepting = AcceptAllAsync();
    }

    /// <summary>Where it listens.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>; a seam of which nothing was built is absent.</summary>
    public IReadOnlyDictionary<string, string> BuiltStrategies => _factory.Built;

    /// <summary>Builds and starts a server.</summary>
    /// <param name="endPoint">Where to listen; port 0 lets the system choose.</param>
    /// <param name="selection">Strategies; a seam not named has its default.</param>
    /// <param name="limits">What is bounded.</param>
    /// <param name="recordHops">True stamps every message and keeps histograms; costs an object and a lock per message.</param>
    /// <exception cref="ArgumentException">Selection or limits are not legal; the message holds every error.</exception>
    /// <exception cref="SocketException">The address is in use or not this machine's.</exception>
    public static FastPortServer Start(IPEndPoint endPoint, StrategySelection selection, FastPortLimits limits, bool recordHops)
    {
        ArgumentNullException.ThrowIfNull(endPoint);
        ArgumentNullException.ThrowIfNull(limits);
        limits.ThrowIfInvalid();
        return new FastPortServer(
            endPoint,
            new SessionParts(FastPortRules.Resolve(selection), limits, recordHops ? HopRecorder.ForServer() : null));
    }

    /// <summary>All counters, open and ended connections together, by name.</summary>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        SessionCounts counts = new();
        foreach (string reason in CloseReasons.Names.Skip(1))
        {
            counts.Add(reason, 0);
        }

        foreach (StrategyCounter counter in _counters)
        {
            counts.Add(counter, 0);
        }

        lock (_gate)
        {
            counts.Add(_ended);
            foreach (Session session in _open)
            {
                session.AddTo(counts);
            }

            counts.Add("connections.open", _open.Count);
            counts.Add("connections.accepted", _accepted);
            counts.Add("connections.refused", _refused);
            counts.Add("accept.errors", _acceptErrors);
        }

        return counts.ToDictionary();
    }

    /// <summary>The server's hops so far; empty when they are not recorded.</summary>
    public IReadOnlyList<HopSummary> ReadHops() => _recorder?.Read() ?? [];

    /// <summary>Stops listening, closes every connection and awaits every loop. Any number of times.</summary>
    public ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _disposing ??= StopAsync();
            return new ValueTask(_disposing);
        }
    }

    /// <summary>The last traces, oldest first; empty when they are not recorded.</summary>
    internal IReadOnlyList<HopTrace> ReadTraces() => _recorder?.ReadTraces() ?? [];

    private async Task StopAsync()
    {
        // Off the lock that the caller holds.
        await Task.Yield();
        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting;
        Session[] sessions;
        lock (_gate)
        {
            sessions = [.. _open];
        }

        foreach (Session session in sessions)
        {
            session.Close(CloseReason.Disposed);
        }

        await Task.WhenAll(sessions.Select(s => s.Completion));
        _stop.Dispose();
    }

    private async Task AcceptAllAsync()
    {
        AcceptPause pause = new();
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                Admit(await _listener.AcceptAsync(_stop.Token));
                pause.Reset();
            }
            catch (Exception) when (!_stop.IsCancellationRequested)
            {
                // Whatever one connection does, the next one is accepted.
                lock (_gate)
                {
                    _acceptErrors++;
                }

                await pause.WaitAsync(_stop.Token);
            }
            catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException or SocketException)
            {
                return;
            }
        }
    }

    private void Admit(Socket socket)
    {
        lock (_gate)
        {
            _accepted++;
            if (_open.Count >= _limits.ConnectionsMax)
            {
                _refused++;
                socket.Dispose();
                return;
            }

            SocketSetup.Apply(socket);
            Session session = _factory.Create(socket, new ServerEcho(_limits.FrameBytesMax));
            _open.Add(session);
            session.Start(End);
        }
    }

    private void End(Session session)
    {
        // Counts move from open to ended in one step: no reader sees them twice or not at all.
        lock (_gate)
        {
            _open.Remove(session);
            session.AddTo(_ended);
            _ended.Add(CloseReasons.Names[(int)session.Reason], 1);
        }
    }
}
