using Google.Protobuf;

namespace PlayHouse.Engine.Stages;

/// <summary>A reply that its handler has left to other code. Holds the session for as long as it is held.</summary>
internal sealed class DeferredReply(ActorLink link, ReplyTarget target, bool isAwaited) : IDeferredReply
{
    private int _isGiven = isAwaited ? 0 : 1;

    public void Reply(IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (TryGive())
        {
            link.WriteReply(target, message);
        }
    }

    public void Reply(string msgId, ReadOnlySpan<byte> payload)
    {
        ArgumentException.ThrowIfNullOrEmpty(msgId);
        if (TryGive())
        {
            link.WriteReply(target, msgId, ErrorCodes.Success, payload);
        }
    }

    public void Reply(ushort errorCode)
    {
        if (TryGive())
        {
            link.WriteReply(target, target.MsgId, errorCode, default);
        }
    }

    private bool TryGive()
    {
        if (Interlocked.Exchange(ref _isGiven, 1) == 0)
        {
            return true;
        }

        link.CountReplyWithoutRequest();
        return false;
    }
}
