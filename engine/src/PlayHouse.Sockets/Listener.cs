using System.Net.Sockets;

namespace PlayHouse.Sockets;

/// <summary>
/// Takes in what waits at a listening socket, so many a turn, and hands it on. Loop's thread, but for what says otherwise.
/// </summary>
/// <remarks>
/// When the system has no descriptor or memory left, or gives an error that is not known here, it rests for <see cref="RestNs"/> and tries
/// again; what waits stays in the backlog meanwhile. The error of one connection costs that connection. Only a socket that cannot accept
/// at all ends it.
/// </remarks>
public sealed class Listener : IDescriptorHandler, ITimerHandler
{
    /// <summary>Most connections that are accepted before other descriptors have their turn.</summary>
    public const int AcceptsPerTurn = 64;

    /// <summary>How long it rests after a shortage, nanoseconds.</summary>
    public const long RestNs = 10_000_000;

    private readonly EventLoop _loop;
    private readonly NonBlockingSocket _socket;
    private readonly Action<NonBlockingSocket> _accepted;
    private readonly Action<Exception?> _ended;
    private readonly LoopTimer _rest;
    private Registration? _registration;
    private long _shortages;
    private long _refusals;
    private long _faults;

    /// <summary>Makes a listener that does not accept yet.</summary>
    /// <param name="loop">Its loop.</param>
    /// <param name="socket">Listens already; closed by this at the end.</param>
    /// <param name="accepted">Gets each connection and owns it from then on; one for which it throws is closed and counted.</param>
    /// <param name="ended">Is told once that nothing more is accepted: null at the end of the loop, otherwise why.</param>
    public Listener(EventLoop loop, NonBlockingSocket socket, Action<NonBlockingSocket> accepted, Action<Exception?> ended)
    {
        ArgumentNullException.ThrowIfNull(loop);
        (_loop, _socket, _accepted, _ended) = (loop, socket, accepted, ended);
        _rest = loop.CreateTimer(this);
    }

    /// <summary>How often the system had nothing left to accept with; any thread.</summary>
    public long Shortages => Volatile.Read(ref _shortages);

    /// <summary>How often accepting failed otherwise: one connection's own error, or an error not known here; any thread.</summary>
    public long Refusals => Volatile.Read(ref _refusals);

    /// <summary>Connections that were closed because their owner threw when it was given them; any thread.</summary>
    public long Faults => Volatile.Read(ref _faults);

    /// <summary>Begins to accept; on the loop's thread, or before the loop starts.</summary>
    public void Start() => _registration = _loop.Add(_socket, this);

    /// <inheritdoc/>
    public void OnReady(Readiness ready)
    {
        for (int i = 0; i < AcceptsPerTurn; i++)
        {
            NonBlockingSocket? accepted = _socket.Accept(out SocketError error);
            if (accepted is not null)
            {
                HandOn(accepted);
                continue;
            }

            switch (error)
            {
                case SocketError.WouldBlock:
                    return;
                case SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable:
                    Rest(ref _shortages);
                    return;
                case SocketError.InvalidArgument or SocketError.NotSocket or SocketError.OperationNotSupported or SocketError.Fault:
                    throw new SocketException((int)error);
                case SocketError.ConnectionReset or SocketError.TimedOut or SocketError.ProtocolNotSupported
                    or SocketError.NetworkDown or SocketError.NetworkUnreachable or SocketError.HostDown or SocketError.HostUnreachable:
                    // accept(2) reports what happened to the connection that it takes out: the next one waits behind it.
                    Interlocked.Increment(ref _refusals);
                    continue;
                default:
                    Rest(ref _refusals);
                    return;
            }
        }

        _registration!.RunAgain();
    }

    /// <summary>The rest is over.</summary>
    /// <param name="nowNs">Not used.</param>
    public long OnDue(long nowNs)
    {
        Start();
        return LoopTimer.Never;
    }

    /// <inheritdoc/>
    public void OnFault(Exception exception) => End(exception);

    /// <inheritdoc/>
    public void OnLoopEnded() => End(null);

    private void HandOn(NonBlockingSocket accepted)
    {
        try
        {
            _accepted(accepted);
        }
        catch (Exception)
        {
            Interlocked.Increment(ref _faults);
            _loop.CountFault();
            accepted.Dispose();
        }
    }

    // Out of the loop meanwhile: a level would be reported all the time.
    private void Rest(ref long why)
    {
        Interlocked.Increment(ref why);
        _registration!.Remove();
        _rest.Set(EventLoop.NowNs() + RestNs);
    }

    private void End(Exception? exception)
    {
        _rest.Set(LoopTimer.Never);
        _registration?.Remove();
        _socket.Dispose();
        _ended(exception);
    }
}
