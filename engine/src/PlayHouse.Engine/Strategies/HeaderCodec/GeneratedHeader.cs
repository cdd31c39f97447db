using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Protocol.Protos;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>The generated message of a header, for the strategies that encode with the protobuf library. Pure.</summary>
internal static class GeneratedHeader
{
    public static RouteHeaderProto Of(in RouteHeader header, uint msgSeq, string from, int payloadBytes) => new()
    {
        MsgSeq = msgSeq,
        ServiceId = header.ServiceId,
        MsgId = header.MsgId,
        ErrorCode = header.ErrorCode,
        From = from,
        StageId = header.StageId,
        AccountId = header.AccountId,
        Sid = header.Sid,
        IsReply = header.IsReply,
        PayloadSize = (uint)payloadBytes,
        IsSystem = header.IsSystem,
        Trace = header.Trace is null ? ByteString.Empty : UnsafeByteOperations.UnsafeWrap(header.Trace),
    };
}
