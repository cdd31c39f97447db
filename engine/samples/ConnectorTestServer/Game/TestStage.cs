using System.Globalization;
using System.Text;
using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Samples.ConnectorTestServer.Messages;

namespace PlayHouse.Samples.ConnectorTestServer.Game;

/// <summary>Answers what the connector tests ask.</summary>
internal sealed class TestStage : IStage
{
    private const int LargePayloadBytes = 1024 * 1024;
    private const int ResponseBytesMax = 9 * 1024 * 1024;

    private static readonly ByteString LargePayload = Pattern(LargePayloadBytes);

    /// <summary>Registered name of the stage's type.</summary>
    public const string TypeName = "TestStage";

    public ValueTask<CreationResult> OnCreate(IPacket packet) => ValueTask.FromResult(CreationResult.Accept("CreateStageReply", default));

    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        TestActor client = (TestActor)actor;
        try
        {
            Answer(client, packet);
        }
        catch (InvalidProtocolBufferException)
        {
            client.Link.Reply(ErrorCodes.InvalidMessage);
        }

        return default;
    }

    private static void Answer(TestActor client, IPacket packet)
    {
        ReadOnlySpan<byte> payload = packet.Payload.Span;
        switch (packet.MsgId)
        {
            case "EchoRequest":
                EchoRequest echo = EchoRequest.Parser.ParseFrom(payload);
                client.Link.Reply(new EchoReply { Content = echo.Content, Sequence = echo.Sequence, ProcessedAt = NowMs() });
                break;
            case "FailRequest":
                FailRequest fail = FailRequest.Parser.ParseFrom(payload);
                client.Link.Reply(new FailReply { ErrorCode = fail.ErrorCode, Message = fail.ErrorMessage });
                break;
            case "NoResponseRequest":
                break;
            case "LargePayloadRequest":
                client.Link.Reply(new BenchmarkReply { ProcessedAt = NowMs(), Payload = LargePayload });
                break;
            case "BroadcastRequest":
                Notify(client, BroadcastRequest.Parser.ParseFrom(payload).Content);
                break;
            case "BenchmarkRequest":
                Benchmark(client, BenchmarkRequest.Parser.ParseFrom(payload));
                break;
            default:
                client.Link.Reply(ReplyIdOf(packet.MsgId), default);
                break;
        }
    }

    /// <summary>An id has at most 255 bytes: one that "Reply" does not fit behind is answered under itself.</summary>
    private static string ReplyIdOf(string msgId) => Encoding.UTF8.GetByteCount(msgId) <= byte.MaxValue - 5 ? msgId + "Reply" : msgId;

    private static void Notify(TestActor client, string content) => client.Link.SendToClient(new BroadcastNotify
    {
        EventType = "broadcast",
        Data = content,
        FromAccountId = long.Parse(client.Link.AccountId, CultureInfo.InvariantCulture),
        SenderId = client.UserId,
    });

    private static void Benchmark(TestActor client, BenchmarkRequest request)
    {
        if (request.ResponseSize is < 0 or > ResponseBytesMax)
        {
            client.Link.Reply(ErrorCodes.InvalidMessage);
            return;
        }

        client.Link.Reply(new BenchmarkReply { Sequence = request.Sequence, ProcessedAt = NowMs(), Payload = Pattern(request.ResponseSize) });
    }

    private static long NowMs() => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();

    /// <summary>Byte i is i mod 256.</summary>
    private static ByteString Pattern(int bytes)
    {
        byte[] pattern = new byte[bytes];
        for (int i = 0; i < bytes; i++)
        {
            pattern[i] = (byte)i;
        }

        return UnsafeByteOperations.UnsafeWrap(pattern);
    }
}
