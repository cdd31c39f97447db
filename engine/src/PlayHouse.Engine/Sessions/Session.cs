using System.Diagnostics.CodeAnalysis;
using System.Net;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Diagnostics.Hops;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// One client connection: life cycle here, deadlines in <c>Session.Deadlines.cs</c>, pauses of the reader in
/// <c>Session.Pauses.cs</c>, frames in <c>Session.Frames.cs</c>, authentication in <c>Session.Authentication.cs</c>. It is
/// retired when the reader has ended and no write is in flight.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "TryRetire disposes reader and sender: only it knows when no operation uses them.")]
internal sealed partial class Session : IFrameSink, ICounterSource
{
    private readonly SessionContext _engine;
    private readonly Connection _connection;
    private readonly Admission _admission;
    private readonly Receiver _receiver;
    private readonly Sender _sender;
    private int _closeReason;
    private int _drainReason;
    private int _isRetired;
    private volatile bool _hasReaderEnded;

    public Session(SessionContext engine, Connection connection, Admission admission)
    {
        _engine = engine;
        _connection = connection;
        _admission = admission;
        _acceptedMs = _lastReceiveMs = engine.Clock.NowMs;
        _framesPerItemMax = engine.FramesPerItemMax;
        _stageBatchBytesMax = Math.Min(engine.Transport.SendPump.SegmentBytesMax, engine.Limits.SendQueueBytesMax / 4);
        _segmentBytesMax = engine.Transport.SendPump.SegmentBytesMax;
        _rate = RateLimiter.For(engine.Limits, admission.Address, _acceptedMs);
        _messageIdUse.NewIdsLeft = engine.MessageIds.NewIdsPerSessionMax;
        Hops = engine.Hops is { } hops ? new HopTrack(hops) : null;
        _receiver = connection.CreateReceiver(this, new ReceiveBuffer(engine.Pool, engine.Limits.ReceiveBufferBytes));
        _sender = connection.CreateSender(this, engine.Pool, engine.Limits, engine.Transport.SendPump);
    }

    /// <summary>Unique in the server, whatever the transport.</summary>
    public long Id => _admission.Id;

    /// <summary>Messages under way; null unless the server records hops.</summary>
    public HopTrack? Hops { get; }

    /// <summary>Address of the client; null where the system does not tell.</summary>
    public IPAddress? RemoteAddress => _admission.Remote is { IsIPv4MappedToIPv6: true } mapped ? mapped.MapToIPv4() : _admission.Remote;

    /// <summary>Bytes that have come from the client, frames and records below its messages included.</summary>
    public long BytesArrived => _receiver.BytesArrived;

    /// <summary>Why the connection was closed; <see cref="CloseReason.None"/> while it is open.</summary>
    public CloseReason CloseReason => (CloseReason)Volatile.Read(ref _closeReason);

    public bool IsClosed => Volatile.Read(ref _closeReason) != 0;

    /// <summary>
    /// Makes a session of a connection and starts it. What fails, for want of memory or by a defect, ends this connection and frees its
    /// place: false.
    /// </summary>
    public static bool TryStart(SessionContext engine, Connection connection, Admission admission)
    {
        try
        {
            new Session(engine, connection, admission).Start();
            return true;
        }
        catch (Exception exception)
        {
            engine.ReportFault(exception);
            engine.Sessions.Abandon(admission);
            connection.Abort();
            connection.Retire();
            return false;
        }
    }

    private void Start()
    {
        _engine.Counters.Register(this);
        _engine.Sessions.Add(this);
        if (_engine.IsStopping)
        {
            // The stop has perhaps gone through the table already.
            CloseAfterSending(CloseReason.ServerStopping);
        }

        _receiver.Resume();
    }

    /// <summary>Closes the connection at once. The first reason counts. Any thread.</summary>
    public void Close(CloseReason reason) => Close(reason, isDrained: false);

    /// <summary>Closes the connection after everything enqueued has been sent, or when the close time-out ends. Any thread.</summary>
    public void CloseAfterSending(CloseReason reason)
    {
        if (Interlocked.CompareExchange(ref _drainReason, (int)reason, 0) != 0)
        {
            return;
        }

        Volatile.Write(ref _drainingSinceMs, _engine.Clock.NowMs);
        _sender.CloseWhenDrained();
    }

    public void CloseDrained()
    {
        Volatile.Write(ref _lingeringSinceMs, _engine.Clock.NowMs);
        Close((CloseReason)Volatile.Read(ref _drainReason), isDrained: true);
    }

    /// <summary>Ends a connection that still waits for its client's end. Any thread.</summary>
    public void Abort()
    {
        Close(CloseReason.ServerStopping);
        _connection.Abort();
    }

    /// <summary>Counts a defect of the engine and gives up this session only.</summary>
    public void ReportFault(Exception exception)
    {
        _engine.ReportFault(exception);
        Close(CloseReason.EngineFault);
    }

    /// <summary>The reader's role has ended: nothing more is posted, so the stage can be told last.</summary>
    public void EndReceive()
    {
        Close(CloseReason.EngineFault);
        _connection.Abort();
        CountUnposted();
        _receiver.Bytes.Release();
        if (Member is not null)
        {
            _stage!.PostDisconnect(this);
        }

        _hasReaderEnded = true;
        TryRetire();
    }

    /// <summary>Forgets the session once reader and sender have ended.</summary>
    public void TryRetire()
    {
        if (!_hasReaderEnded || !_sender.HasEnded || Interlocked.Exchange(ref _isRetired, 1) != 0)
        {
            return;
        }

        _sender.ReleaseSpare();
        _sender.Dispose();
        _receiver.Dispose();
        _engine.Counters.Retire(this);
        _connection.Retire();
        _engine.Sessions.Remove(this, _admission);
        EndHungAuthentication();
    }

    private void EndHungAuthentication()
    {
        if (_engine.HungAuthentications.TryRemove(this, out TaskCompletionSource? ended))
        {
            ended.SetResult();
        }
    }

    public void AddTo(CounterBlock block)
    {
        _receiver.AddTo(block, _handedOver + _heartbeats + _authenticationFrames);
        _sender.AddTo(block);
        block[EngineCounter.Heartbeats] += _heartbeats;
        block[EngineCounter.ReaderPauses] += _readerPauses + _holds;
        block[EngineCounter.RatePauses] += _ratePauses;
        block[EngineCounter.SeamHandOver] += _handedOver;
        _engine.AddHandOver(block, _itemsSingle, _itemsBatched);
        _engine.MessageIds.AddTo(block, _messageIdUse);
    }

    private void Close(CloseReason reason, bool isDrained)
    {
        if (Interlocked.CompareExchange(ref _closeReason, (int)reason, 0) != 0)
        {
            return;
        }

        // Counted before the client can see the end of the stream.
        _engine.Counters.Count(reason, Id);
        _sender.Close();
        Hops?.Close();
        if (isDrained)
        {
            _connection.ShutDownSending();
        }
        else
        {
            _connection.Abort();
        }

        if (_state == SessionState.Authenticating)
        {
            FreePlace();
        }

        WakeReader();
        TryRetire();
    }

    /// <summary>
    /// A check or a stage of the game that hangs must not use up the connections of all others: the place is free as soon
    /// as the connection is closed.
    /// </summary>
    private void FreePlace()
    {
        // For a quarter of all places only, because what is left of such a session takes memory.
        if (_engine.HungAuthentications.Count >= Math.Max(1, _engine.Limits.ConnectionsMax / 4))
        {
            return;
        }

        _engine.HungAuthentications[this] = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _engine.Sessions.Remove(this, _admission);
        if (Volatile.Read(ref _isRetired) != 0)
        {
            // The authentication has ended meanwhile, and no other code would take the entry out.
            EndHungAuthentication();
        }
    }
}
