using System.Net;
using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages.Timing;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// An actor's connection to its client, without the reply codec. Frames written while the stage runs join the session's
/// batch without a lock; from any other thread they are enqueued at once.
/// </summary>
internal abstract partial class ActorLink(EngineContext engine) : IActorLink
{
    private string _accountId = "";
    private bool _isAccountIdFixed;
    private volatile Session? _session;
    private Stage? _stage;
    private long _sessionId;
    private int _lastCloseReason;

    public IActor Actor { get; set; } = null!;

    /// <summary>Groups of the stage the actor is in; null for none. On the stage.</summary>
    public List<ActorGroup>? Groups { get; set; }

    /// <summary>The grace period that runs; null for none. On the stage.</summary>
    public GraceTimer? Grace { get; set; }

    /// <summary>The authentication behind the session, numbered in order of their beginning. On the stage.</summary>
    public long Authentication { get; set; } = engine.NextAuthentication();

    /// <summary>The client's current session; null when not connected.</summary>
    public Session? Session => _session;

    public string AccountId
    {
        get => _accountId;
        set
        {
            if (_isAccountIdFixed)
            {
                throw new InvalidOperationException("The account id is set during authentication and stays.");
            }

            _accountId = value ?? "";
        }
    }

    public long SessionId => Volatile.Read(ref _sessionId);

    public IPAddress? RemoteAddress { get; private set; }

    public CloseReason LastCloseReason => (CloseReason)Volatile.Read(ref _lastCloseReason);

    public bool IsConnected => _session is { IsClosed: false };

    protected EngineContext Engine { get; } = engine;

    /// <exception cref="InvalidOperationException">The actor has joined no stage yet.</exception>
    public Stage Stage => _stage ?? throw NotJoined();

    /// <summary>The actor is about to join.</summary>
    public void Bind(Stage stage) => _stage = stage;

    /// <summary>Ends the time in which the account id may be set.</summary>
    public void FixAccountId() => _isAccountIdFixed = true;

    /// <summary>Says whose authentication begins, so that a game can tell connections apart before the actor has joined.</summary>
    public void Introduce(Session session)
    {
        RemoteAddress = session.RemoteAddress;
        Volatile.Write(ref _sessionId, session.Id);
    }

    /// <summary>Gives the actor a session; returns the one it had. Called on the stage.</summary>
    public Session? Attach(Session session)
    {
        Introduce(session);
        Session? replaced = _session;
        _session = session;
        return replaced;
    }

    /// <summary>Takes <paramref name="session"/> away; false when the actor has another one already. Called on the stage.</summary>
    public bool Detach(Session session)
    {
        if (!ReferenceEquals(_session, session))
        {
            return false;
        }

        _session = null;
        Volatile.Write(ref _lastCloseReason, (int)session.CloseReason);
        return true;
    }

    public abstract void Reply(IMessage message);

    public abstract void SendToClient(IMessage message);

    public void Reply(string msgId, ReadOnlySpan<byte> payload)
    {
        if (Stage.TryGetReplyTarget(this, out ReplyTarget target))
        {
            WriteReply(target, msgId, ErrorCodes.Success, payload);
            Stage.CloseReply();
        }
    }

    public void Reply(ushort errorCode)
    {
        if (Stage.TryGetReplyTarget(this, out ReplyTarget target))
        {
            WriteReply(target, target.MsgId, errorCode, default);
            Stage.CloseReply();
        }
    }

    public IDeferredReply TakeReply()
    {
        bool isAwaited = Stage.TryGetReplyTarget(this, out ReplyTarget target);
        Stage.CloseReply();
        return new DeferredReply(this, target, isAwaited);
    }

    /// <summary>Writes a reply. Any thread.</summary>
    public void WriteReply(in ReplyTarget target, string msgId, ushort errorCode, ReadOnlySpan<byte> payload) =>
        Write(target.Session, msgId, target.MsgSeq, target.StageId, errorCode, payload);

    /// <summary>Writes a reply. Any thread.</summary>
    public abstract void WriteReply(in ReplyTarget target, IMessage message);

    /// <summary>A second reply, or one that nothing waits for. Any thread.</summary>
    public void CountReplyWithoutRequest() => Engine.Counters.Count(EngineCounter.RepliesWithoutRequest);

    public void SendToClient(string msgId, ReadOnlySpan<byte> payload)
    {
        if (TryGetSession(out Session? session))
        {
            Write(session, msgId, 0, Stage.StageId, ErrorCodes.Success, payload);
        }
    }

    public ValueTask LeaveStageAsync()
    {
        Stage.PostAction(new LeaveAction(Stage, this));
        return ValueTask.CompletedTask;
    }

    public void Disconnect()
    {
        Session? session = _session;
        if (session is null)
        {
            return;
        }

        if (Stage.IsRunningHere)
        {
            session.FlushStageBatch();
        }

        session.CloseAfterSending(CloseReason.DisconnectedByGame);
    }

    /// <summary>The session a push goes to; without one the push is counted as dropped.</summary>
    protected bool TryGetSession([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out Session? session)
    {
        session = _session;
        if (session is not null)
        {
            return true;
        }

        Engine.Counters.Count(EngineCounter.LateDrops);
        return false;
    }

    /// <exception cref="ArgumentException">More than clients accept.</exception>
    protected static int FrameBytes(int msgIdBytes, int payloadBytes)
    {
        if (payloadBytes > ReplyFrame.PayloadBytesMax)
        {
            throw new ArgumentException("The payload is larger than clients accept.");
        }

        return ReplyFrame.TotalBytes(msgIdBytes, payloadBytes);
    }

    protected void CommitOnStage(Session session, int frameBytes, bool isReply)
    {
        ref SendBatch batch = ref session.StageBatch;
        if (batch.IsEmpty)
        {
            session.OpenStageBatch();
            Stage.MarkUnflushed(session);
        }

        Commit(ref batch, frameBytes, isReply);
    }

    protected static void Commit(ref SendBatch batch, int frameBytes, bool isReply)
    {
        batch.Commit(frameBytes);
        if (isReply)
        {
            batch.Replies++;
        }
        else
        {
            batch.Pushes++;
        }
    }

    private static InvalidOperationException NotJoined() =>
        new("The actor has no stage yet: replies and leaving belong to actors that have joined one.");

    private void Write(Session session, string msgId, ushort msgSeq, long stageId, ushort errorCode, ReadOnlySpan<byte> payload)
    {
        if (!Stage.IsRunningHere)
        {
            WriteDetached(session, msgId, msgSeq, stageId, errorCode, payload);
            return;
        }

        ReadOnlySpan<byte> id = Stage.EncodeId(msgId);
        int frameBytes = FrameBytes(id.Length, payload.Length);
        Span<byte> frame = session.ReserveOnStage(frameBytes);
        payload.CopyTo(ReplyFrame.WriteHeader(frame, id, msgSeq, stageId, errorCode));
        CommitOnStage(session, frameBytes, msgSeq != 0);
    }

    /// <summary>Enqueues one frame at once. Any thread that does not run the session's stage.</summary>
    public static void WriteDetached(
        Session session, string msgId, ushort msgSeq, long stageId, ushort errorCode, ReadOnlySpan<byte> payload)
    {
        Span<byte> id = stackalloc byte[RequestFrame.MsgIdBytesMax];
        id = id[..MsgIdEncoder.Encode(msgId, id)];
        int frameBytes = FrameBytes(id.Length, payload.Length);
        SendBatch batch = default;
        Span<byte> frame = session.Reserve(ref batch, frameBytes);
        payload.CopyTo(ReplyFrame.WriteHeader(frame, id, msgSeq, stageId, errorCode));
        Commit(ref batch, frameBytes, msgSeq != 0);
        session.Enqueue(ref batch);
    }
}
