using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>What one scenario says on the wire.</summary>
internal sealed class ScenarioWire
{
    /// <summary>Stage id of the first connection; each further one has the next.</summary>
    public const long FirstStageId = 1000;

    private readonly byte[] _requestId;
    private readonly byte[] _replyId;

    private ScenarioWire(ReadOnlySpan<byte> requestId, ReadOnlySpan<byte> replyId, bool isOneWay, PayloadShape payload)
    {
        _requestId = requestId.ToArray();
        _replyId = replyId.ToArray();
        IsOneWay = isOneWay;
        Payload = payload;
    }

    public static ReadOnlySpan<byte> AuthenticateRequestId => "AuthenticateRequest"u8;

    public static ReadOnlySpan<byte> AuthenticateReplyId => "AuthenticateReply"u8;

    public ReadOnlySpan<byte> RequestId => _requestId;

    public ReadOnlySpan<byte> ReplyId => _replyId;

    /// <summary>Requests carry no sequence number and are answered by pushes.</summary>
    public bool IsOneWay { get; }

    public PayloadShape Payload { get; }

    /// <summary>The wire of a scenario; null when this load does not know it.</summary>
    public static ScenarioWire? Find(string scenario, int payloadBytes, ulong seed, bool stampsTime = false) => scenario switch
    {
        ScenarioCatalog.Echo => new("EchoRequest"u8, "EchoReply"u8, false, PayloadShape.Raw(payloadBytes, seed, stampsTime)),
        ScenarioCatalog.ProtoEcho => new("LabEchoRequest"u8, "LabEchoReply"u8, false, PayloadShape.Proto(payloadBytes, seed, stampsTime)),
        ScenarioCatalog.Send => new("SendRequest"u8, "SendReply"u8, true, PayloadShape.Raw(payloadBytes, seed, stampsTime)),
        _ => null,
    };

    /// <summary>Sequence number of the request with this index: 1 … 65535 and round again; 0 when one-way.</summary>
    public ushort SequenceOf(long index) => IsOneWay ? (ushort)0 : (ushort)(index % ushort.MaxValue + 1);

    /// <summary>The index, not before <paramref name="first"/>, that a reply speaks of.</summary>
    public long IndexOf(ushort msgSeq, ReadOnlySpan<byte> payload, long first)
    {
        if (IsOneWay)
        {
            return msgSeq == 0 ? Payload.IndexIn(payload, first) : long.MaxValue;
        }

        if (msgSeq == 0)
        {
            return long.MaxValue;
        }

        int distance = msgSeq - SequenceOf(first);
        return first + (distance < 0 ? distance + ushort.MaxValue : distance);
    }
}
