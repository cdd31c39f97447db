using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Owns the sending socket and the one thread that touches it. A peer that does not take its messages keeps them in its
/// own queue and is tried again later; no other peer waits for it.
/// </summary>
internal sealed partial class MeshSender<THeaderCodec, TMeshFrame> : IMeshSender
    where THeaderCodec : struct, IHeaderCodec<THeaderCodec>
    where TMeshFrame : struct, IMeshFrame
{
    private const int MessagesPerTurnMax = 256;
    private const int TurnsMax = 64;
    private const int BlockedRetryMs = 2;

    /// <summary>
    /// So long after a message left, a link whose network queue is full is tried again at once: the network takes its next messages
    /// within microseconds, and does not report it. A peer that takes nothing costs no processor time.
    /// </summary>
    private static readonly long FlowingTicks = Stopwatch.Frequency / 1_000;

    private const int FirstProbeMs = 10;
    private const int ProbeMsMax = 500;
    private const int FaultPauseMs = 100;

    private readonly MeshOptions _options;
    private readonly EngineLimits _limits;
    private readonly EngineCounters _counters;
    private readonly Action<Exception> _fault;
    private readonly Action<Exception> _report;
    private readonly EngineClock _clock;
    private readonly MeshLinks _links;
    private readonly IPendingRequests _requests;
    private readonly Thread _thread;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _changesGate = new();
    private readonly Queue<(OutboundPeer Peer, string? Address)> _changes = new();
    private readonly List<OutboundPeer> _connected = [];
    private readonly List<OutboundPeer> _blocked = [];
    private readonly THeaderCodec _codec;
    private readonly Context _context;
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
    private TMeshFrame _frame;
#pragma warning restore IDE0044
    private Socket? _shared;
    private volatile bool _isStopping;
    private long _stopAtMs = long.MaxValue;
    private long _tickAtMs;
    private long _sent;
    private long _sentAtTicks;
    private bool _hasReadyLeft;

    public MeshSender(
        MeshParts parts,
        MeshLinks links,
        IPendingRequests requests,
        Context context,
        THeaderCodec codec,
        TMeshFrame frame)
    {
        _options = parts.Options;
        _limits = parts.Limits;
        _counters = parts.Counters;
        _fault = parts.Fault;
        _report = parts.Report;
        _clock = parts.Clock;
        _links = links;
        _requests = requests;
        _context = context;
        _codec = codec;
        _frame = frame;
        _thread = new Thread(Run) { IsBackground = true, Name = "mesh-send" };
    }

    public void AddTo(CounterBlock block)
    {
        long sent = Volatile.Read(ref _sent);
        block[EngineCounter.MeshSent] += sent;
        block[EngineCounter.SeamMeshFrame] += sent;
        _frame.AddTo(block);
    }

    public Task StartAsync()
    {
        _thread.Start();
        return _started.Task;
    }

    public void Connect(OutboundPeer peer, string address) => Change(peer, address);

    public void Disconnect(OutboundPeer peer) => Change(peer, null);

    public Task StopAsync(TimeSpan drainTime)
    {
        // The system's time: a stop ends also where the host's clock stands still.
        Volatile.Write(ref _stopAtMs, Environment.TickCount64 + (long)drainTime.TotalMilliseconds);
        _isStopping = true;
        _links.Wake();
        return _ended.Task;
    }

    private void Change(OutboundPeer peer, string? address)
    {
        lock (_changesGate)
        {
            _changes.Enqueue((peer, address));
        }

        _links.Wake();
    }

    private void Run()
    {
        try
        {
            _shared = _options.Protection.IsCurve ? null : MeshSocket.OpenSending(_context, _options, peerKey: null);
            _started.SetResult();
        }
        catch (Exception exception)
        {
            _started.SetException(exception);
            _ended.SetResult();
            return;
        }

        while (!MayEnd())
        {
            try
            {
                RunOnce();
            }
            catch (Exception exception)
            {
                _fault(exception);
                _links.Sleep(FaultPauseMs);
            }
        }

        _shared?.Dispose();
        // What is no longer listed is known here only.
        foreach (OutboundPeer peer in _connected)
        {
            CloseOwn(peer);
            _counters.Count(EngineCounter.MeshLost, peer.SetGone(LinkState.Removed));
        }

        _ended.SetResult();
    }

    private void RunOnce()
    {
        bool isFlowing = IsFlowing();
        _links.Sleep(isFlowing ? 0 : SleepMs());
        if (isFlowing)
        {
            Thread.Yield();
        }

        ApplyChanges();
        if (_blocked.Count > 0)
        {
            RetryBlocked();
        }

        // A bounded number of turns: peers that always have more must not keep the tick from its time.
        _hasReadyLeft = true;
        for (int turn = 0; turn < TurnsMax && _hasReadyLeft; turn++)
        {
            _hasReadyLeft = _links.TryTakeReady(out OutboundPeer? peer);
            if (peer is not null)
            {
                ServeAlone(peer);
            }
        }

        if (_clock.NowMs >= _tickAtMs)
        {
            Tick(_clock.NowMs);
        }
    }

    /// <summary>True when nothing is left to do but to wait for a network that took messages just now.</summary>
    private bool IsFlowing() => !_hasReadyLeft && _blocked.Count > 0 && Stopwatch.GetTimestamp() - _sentAtTicks < FlowingTicks;

    private int SleepMs()
    {
        if (_hasReadyLeft)
        {
            return 0;
        }

        if (_blocked.Count > 0 || _isStopping)
        {
            return BlockedRetryMs;
        }

        return (int)Math.Clamp(_tickAtMs - _clock.NowMs, 0, ProbeMsMax);
    }

    /// <summary>True when stopping and every message is confirmed or refused, or the time for that is over.</summary>
    private bool MayEnd()
    {
        if (!_isStopping)
        {
            return false;
        }

        if (Environment.TickCount64 >= Volatile.Read(ref _stopAtMs))
        {
            return true;
        }

        bool mayEnd = true;
        foreach (OutboundPeer peer in _connected)
        {
            mayEnd &= peer.State == LinkState.Lost || IsFinished(peer);
        }

        return mayEnd;
    }

    private bool IsFinished(OutboundPeer peer)
    {
        lock (peer.Gate)
        {
            if (peer.Queue.Messages > 0)
            {
                return false;
            }

            if (peer.Account.Confirmed == peer.Account.Handed)
            {
                return true;
            }
        }

        // The last messages are confirmed by a checkpoint behind them.
        if (peer.State == LinkState.Connected && peer.Account.CheckpointAt < peer.Account.Handed)
        {
            SendCheckpoint(peer);
        }

        return false;
    }

    private void ApplyChanges()
    {
        while (TryTakeChange(out OutboundPeer? peer, out string? address))
        {
            _tickAtMs = 0;
            if (_connected.Contains(peer))
            {
                CloseLink(peer);
            }

            if (address is null)
            {
                _connected.Remove(peer);
                Lose(peer, LinkState.Removed, "it is not listed any more.");
                continue;
            }

            if (!_connected.Contains(peer))
            {
                _connected.Add(peer);
                peer.GraceEndsMs = _clock.NowMs + (long)_options.ConnectGracePeriod.TotalMilliseconds;
            }

            peer.Address = address;
            peer.ProbeAtMs = 0;
            OpenLink(peer);
        }
    }

    /// <summary>
    /// Without keys all peers share a socket. With keys each has its own: the id that a peer says in the handshake then leads to
    /// that peer or to none, and never takes another one's messages.
    /// </summary>
    private void OpenLink(OutboundPeer peer)
    {
        if (_shared is not null)
        {
            peer.Socket = _shared;
            _shared.Connect(peer.Address);
            return;
        }

        try
        {
            peer.Socket = MeshSocket.OpenSending(_context, _options, peer.PublicKey);
            peer.Socket.Connect(peer.Address);
        }
        catch (ZmqException exception)
        {
            // No file left, or no address: the next probe tries again.
            CloseOwn(peer);
            _report(exception);
        }
    }

    private void CloseLink(OutboundPeer peer)
    {
        CloseOwn(peer);
        try
        {
            _shared?.Disconnect(peer.Address);
        }
        catch (ZmqException exception)
        {
            // An address that was refused when connecting is refused here again.
            _report(exception);
        }
    }

    private void CloseOwn(OutboundPeer peer)
    {
        if (_shared is null)
        {
            peer.Socket?.Dispose();
            peer.Socket = null;
        }
    }

    private bool TryTakeChange([NotNullWhen(true)] out OutboundPeer? peer, out string? address)
    {
        lock (_changesGate)
        {
            bool isTaken = _changes.TryDequeue(out (OutboundPeer Peer, string? Address) change);
            (peer, address) = change;
            return isTaken;
        }
    }

    private void Lose(OutboundPeer peer, LinkState state, string why)
    {
        bool wasGone = peer.State is LinkState.Lost or LinkState.Removed;
        _counters.Count(EngineCounter.MeshLost, peer.SetGone(state));
        peer.ProbeDelayMs = FirstProbeMs;
        peer.ProbeAtMs = _clock.NowMs + FirstProbeMs;
        if (!wasGone)
        {
            _requests.FailAll(peer.Id, ErrorCodes.ServerNotFound, why);
        }
    }
}
