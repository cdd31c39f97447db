using System.Text;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Stages;

/// <summary>Replies of the current message, and the sessions to flush when the run ends.</summary>
internal abstract partial class Stage
{
    private readonly byte[] _encodedIdUtf8 = new byte[RequestFrame.MsgIdBytesMax];
    private string? _encodedId;
    private int _encodedIdBytes;
    private Session[] _unflushed = new Session[1];
    private int _unflushedCount;
    private int _runningThreadId;
    private long _repliesWithoutRequest;
    private long _slotBatches;
    private long _runBatches;

    /// <summary>True on the thread that runs the stage right now.</summary>
    public bool IsRunningHere => _runningThreadId == Environment.CurrentManagedThreadId;

    /// <summary>
    /// The id's UTF-8 bytes; the last id is remembered, as most replies of a stage carry the same. On the running thread only.
    /// </summary>
    public ReadOnlySpan<byte> EncodeId(string msgId)
    {
        if (!ReferenceEquals(msgId, _encodedId))
        {
            _encodedId = null;
            _encodedIdBytes = MsgIdEncoder.Encode(msgId, _encodedIdUtf8);
            _encodedId = msgId;
        }

        return _encodedIdUtf8.AsSpan(0, _encodedIdBytes);
    }

    /// <summary>Remembers that the session's batch has frames. On the running thread only.</summary>
    public void MarkUnflushed(Session session)
    {
        if (_unflushedCount == _unflushed.Length)
        {
            Array.Resize(ref _unflushed, _unflushed.Length * 2);
        }

        _unflushed[_unflushedCount++] = session;
    }

    /// <summary>
    /// Whom and what a reply of <paramref name="link"/> answers. False, and counted, when the message wants no reply or
    /// has one already. Called by the handler, before or after an await.
    /// </summary>
    /// <exception cref="InvalidOperationException">No message of this actor is being handled.</exception>
    public bool TryGetReplyTarget(ActorLink link, out ReplyTarget target)
    {
        if (!ReferenceEquals(_currentLink, link))
        {
            link.CountReplyWithoutRequest();
            ThrowNoCurrentMessage();
        }

        target = new ReplyTarget(_currentSession!, _packet.MsgSeq, _packet.StageId, _packet.MsgId);
        if (_isReplyOpen)
        {
            return true;
        }

        _repliesWithoutRequest++;
        return false;
    }

    /// <summary>The reply is written: the current message gets no second one.</summary>
    public void CloseReply() => _isReplyOpen = false;

    /// <summary>Enqueues everything written since the last call.</summary>
    protected void FlushSessions()
    {
        for (int i = 0; i < _unflushedCount; i++)
        {
            _unflushed[i].FlushStageBatch();
            _unflushed[i] = null!;
        }

        _unflushedCount = 0;
    }

    /// <summary>
    /// Flushes when this is the thread that runs the stage. An action whose awaits go elsewhere continues there, perhaps while the
    /// run that began it still flushes: then the end of that run has flushed.
    /// </summary>
    protected void FlushIfRunningHere()
    {
        if (IsRunningHere)
        {
            FlushSessions();
        }
    }

    /// <summary>The action in work is over; called on the running thread, with everything it wrote enqueued.</summary>
    protected void FinishAction(IStageAction action)
    {
        FlushSessions();
        action.Finish();
    }

    /// <summary>The calling thread runs the stage from here on.</summary>
    protected void EnterRun()
    {
        _runningThreadId = Environment.CurrentManagedThreadId;
        EnterContext();
        if (EngineTracing.IsListened != (_observer is not null))
        {
            SwitchObserver();
        }
    }

    /// <summary>Flushes; the calling thread does not run the stage any more.</summary>
    protected void LeaveRun()
    {
        _runBatches += _unflushedCount;
        LeaveContext();
        FlushSessions();
        _runningThreadId = 0;
    }

    private void ReplyError(ushort errorCode)
    {
        if (_serverMessage is not null)
        {
            Reply(errorCode);
            return;
        }

        _currentLink!.Reply(errorCode);
    }

    private static void ThrowNoCurrentMessage() =>
        throw new InvalidOperationException("A reply belongs to the handler of a message of the same actor.");
}

/// <summary>Whom a reply answers.</summary>
internal readonly record struct ReplyTarget(Session Session, ushort MsgSeq, long StageId, string MsgId);

/// <summary>Turns message ids into bytes.</summary>
internal static class MsgIdEncoder
{
    /// <summary>Writes the id and returns the number of its bytes.</summary>
    /// <exception cref="ArgumentException">More than 255 UTF-8 bytes.</exception>
    public static int Encode(string msgId, Span<byte> destination)
    {
        ArgumentNullException.ThrowIfNull(msgId);
        if (!Encoding.UTF8.TryGetBytes(msgId, destination, out int bytes))
        {
            throw new ArgumentException($"A message id has at most {RequestFrame.MsgIdBytesMax} UTF-8 bytes.", nameof(msgId));
        }

        return bytes;
    }
}
