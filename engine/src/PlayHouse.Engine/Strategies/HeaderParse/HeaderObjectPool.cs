using Google.Protobuf;
using PlayHouse.Engine.Protocol.Protos;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>Free generated headers of one receiving thread. Never holds more than were in use at once, which is one.</summary>
internal sealed class HeaderObjectPool
{
    private readonly Stack<RouteHeaderProto> _free = new();

    public int Count => _free.Count;

    public long Reused { get; private set; }

    public long Made { get; private set; }

    /// <summary>A header whose fields are all unset.</summary>
    public RouteHeaderProto Rent()
    {
        if (_free.TryPop(out RouteHeaderProto? free))
        {
            Reused++;
            return free;
        }

        Made++;
        return new RouteHeaderProto();
    }

    /// <summary>Unsets every field and takes the object back: the next message merges into it and sets only what it holds.</summary>
    public void Return(RouteHeaderProto header)
    {
        header.MsgSeq = 0;
        header.ServiceId = 0;
        header.MsgId = "";
        header.ErrorCode = 0;
        header.From = "";
        header.StageId = 0;
        header.AccountId = 0;
        header.Sid = 0;
        header.IsReply = false;
        header.PayloadSize = 0;
        header.IsSystem = false;
        header.Trace = ByteString.Empty;
        _free.Push(header);
    }
}
