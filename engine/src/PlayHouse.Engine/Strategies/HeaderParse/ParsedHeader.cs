using System.Text;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Protocol.Protos;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>What a header may hold, judged on a generated message. Pure.</summary>
internal static class ParsedHeader
{
    /// <summary>
    /// What the library puts in place of bytes that are not UTF-8. A message id that holds it is refused, because nothing
    /// tells a replaced byte from a real one afterwards.
    /// </summary>
    private const char Replacement = '\uFFFD';

    /// <summary>Takes the fields over, or says why the header is none.</summary>
    public static RouteHeaderStatus Judge(RouteHeaderProto message, string from, out RouteHeader header, out uint payloadSize)
    {
        header = default;
        payloadSize = 0;
        if (message.ErrorCode > ushort.MaxValue)
        {
            return RouteHeaderStatus.ErrorCodeTooLarge;
        }

        if (message.MsgId.Contains(Replacement, StringComparison.Ordinal))
        {
            return RouteHeaderStatus.MsgIdNotUtf8;
        }

        if (message.MsgId.Length > RequestFrame.MsgIdBytesMax || Encoding.UTF8.GetByteCount(message.MsgId) > RequestFrame.MsgIdBytesMax)
        {
            return RouteHeaderStatus.MsgIdTooLong;
        }

        payloadSize = message.PayloadSize;
        header = new RouteHeader(
            message.MsgId, message.MsgSeq, message.ServiceId, (ushort)message.ErrorCode, from, message.StageId,
            message.AccountId, message.Sid, message.IsReply, message.IsSystem,
            TraceContext.Read(message.Trace.Span));
        return RouteHeaderStatus.Ok;
    }
}
