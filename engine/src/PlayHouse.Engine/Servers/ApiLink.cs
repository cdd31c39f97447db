using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Servers;

/// <summary>The link of one message to an Api or system handler. A default header makes a link that belongs to no message.</summary>
internal sealed class ApiLink(ServerGateway gateway, RouteHeader request) : ServerLink(gateway), IApiLink
{
    private int _isReplied;

    public string From => request.From ?? "";

    public long StageId => request.StageId;

    public long SessionId => request.Sid;

    public bool IsRequest => request.MsgSeq != 0;

    protected override RouteHeader Origin => new("", StageId: request.StageId, Sid: request.Sid);

    public void Reply(IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (!TryOpenReply())
        {
            return;
        }

        try
        {
            Gateway.Send(request.From, ServerGateway.ReplyTo(request), message);
        }
        catch
        {
            ReopenReply();
            throw;
        }
    }

    public void Reply(string msgId, ReadOnlySpan<byte> payload)
    {
        ArgumentException.ThrowIfNullOrEmpty(msgId);
        if (!TryOpenReply())
        {
            return;
        }

        try
        {
            Gateway.Send(request.From, ServerGateway.ReplyTo(request) with { MsgId = msgId }, payload);
        }
        catch
        {
            ReopenReply();
            throw;
        }
    }

    public void Reply(ushort errorCode)
    {
        if (TryOpenReply())
        {
            Gateway.ReplyError(request, errorCode);
        }
    }

    /// <summary>Answers a request whose handler failed; nothing when it has its reply.</summary>
    public void Fail(ushort errorCode)
    {
        if (IsRequest && Interlocked.Exchange(ref _isReplied, 1) == 0)
        {
            Gateway.ReplyError(request, errorCode);
        }
    }

    /// <summary>
    /// A reply that could not be written leaves the request open: the handler's failure is reported to the requester then.
    /// </summary>
    private void ReopenReply() => Volatile.Write(ref _isReplied, 0);

    private bool TryOpenReply()
    {
        if (IsRequest && Interlocked.Exchange(ref _isReplied, 1) == 0)
        {
            return true;
        }

        Gateway.Counters.Count(EngineCounter.RepliesWithoutRequest);
        return false;
    }
}
