using Google.Protobuf;

namespace PlayHouse.Engine.Servers;

/// <summary>
/// System messages of the engine itself: ids, and payloads in protobuf wire format (docs/guide/server-to-server.md). Off
/// the message path.
/// </summary>
internal static class SystemMessages
{
    public const string CreateStage = "CreateStageReq";
    public const string CreateStageReply = "CreateStageRes";
    public const string GetOrCreateStage = "GetOrCreateStageReq";
    public const string GetOrCreateStageReply = "GetOrCreateStageRes";
    public const string DestroyStage = "DestroyStageReq";

    /// <summary>
    /// Reserved by the protocol and used by no server: games tell their Api servers themselves what they want them to know.
    /// </summary>
    public const string Timer = "TimerMsg";

    /// <inheritdoc cref="Timer"/>
    public const string DisconnectNotice = "DisconnectNoticeMsg";

    /// <inheritdoc cref="Timer"/>
    public const string Reconnect = "ReconnectMsg";

    /// <summary>True for an id that system controllers must leave to the engine.</summary>
    public static bool IsReserved(string msgId) => msgId is CreateStage or CreateStageReply or GetOrCreateStage or GetOrCreateStageReply
        or DestroyStage or Timer or DisconnectNotice or Reconnect;

    public static byte[] Encode(in StageRequest request)
    {
        using MemoryStream bytes = new();
        using CodedOutputStream output = new(bytes, leaveOpen: true);
        WriteString(output, 1, request.StageType);
        WriteString(output, 2, request.MsgId);
        WriteBytes(output, 3, request.Payload);
        output.Flush();
        return bytes.ToArray();
    }

    public static bool TryDecode(ReadOnlyMemory<byte> payload, out StageRequest request)
    {
        string stageType = "";
        string msgId = "";
        byte[] content = [];
        bool isRead = TryRead(payload, (input, field) =>
        {
            switch (field)
            {
                case 1:
                    stageType = input.ReadString();
                    return true;
                case 2:
                    msgId = input.ReadString();
                    return true;
                case 3:
                    content = input.ReadBytes().ToByteArray();
                    return true;
                default:
                    return false;
            }
        });
        request = new StageRequest(stageType, msgId, content);
        return isRead;
    }

    public static byte[] Encode(StageCreation creation)
    {
        using MemoryStream bytes = new();
        using CodedOutputStream output = new(bytes, leaveOpen: true);
        if (creation.ErrorCode != 0)
        {
            output.WriteTag(1, WireFormat.WireType.Varint);
            output.WriteUInt32(creation.ErrorCode);
        }

        if (creation.IsCreated)
        {
            output.WriteTag(2, WireFormat.WireType.Varint);
            output.WriteBool(true);
        }

        WriteString(output, 3, creation.ReplyMsgId);
        WriteBytes(output, 4, creation.ReplyPayload);
        output.Flush();
        return bytes.ToArray();
    }

    public static bool TryDecode(ReadOnlyMemory<byte> payload, out StageCreation creation)
    {
        uint errorCode = 0;
        bool isCreated = false;
        string msgId = "";
        byte[] content = [];
        bool isRead = TryRead(payload, (input, field) =>
        {
            switch (field)
            {
                case 1:
                    errorCode = input.ReadUInt32();
                    return true;
                case 2:
                    isCreated = input.ReadBool();
                    return true;
                case 3:
                    msgId = input.ReadString();
                    return true;
                case 4:
                    content = input.ReadBytes().ToByteArray();
                    return true;
                default:
                    return false;
            }
        });
        creation = new StageCreation((ushort)errorCode, isCreated, msgId, content);
        return isRead && errorCode <= ushort.MaxValue;
    }

    private static bool TryRead(ReadOnlyMemory<byte> payload, Func<CodedInputStream, int, bool> readField)
    {
        try
        {
            using CodedInputStream input = new(payload.ToArray());
            uint tag;
            while ((tag = input.ReadTag()) != 0)
            {
                if (!readField(input, WireFormat.GetTagFieldNumber(tag)))
                {
                    input.SkipLastField();
                }
            }

            return true;
        }
        catch (Exception exception) when (exception is InvalidProtocolBufferException or IOException)
        {
            return false;
        }
    }

    private static void WriteString(CodedOutputStream output, int field, string value)
    {
        if (value.Length > 0)
        {
            output.WriteTag(field, WireFormat.WireType.LengthDelimited);
            output.WriteString(value);
        }
    }

    private static void WriteBytes(CodedOutputStream output, int field, ReadOnlyMemory<byte> value)
    {
        if (value.Length > 0)
        {
            output.WriteTag(field, WireFormat.WireType.LengthDelimited);
            output.WriteBytes(UnsafeByteOperations.UnsafeWrap(value));
        }
    }
}

/// <summary>What a request for a stage holds besides the stage's id, which is in the header.</summary>
/// <param name="StageType">Registered type.</param>
/// <param name="MsgId">Message id of the packet for <see cref="IStage.OnCreate"/>.</param>
/// <param name="Payload">Its payload.</param>
internal readonly record struct StageRequest(string StageType, string MsgId, ReadOnlyMemory<byte> Payload);
