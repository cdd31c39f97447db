using System.Net;
using System.Text.Json;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A stage that speaks JSON and protobuf to clients that speak bytes.</summary>
public sealed class SerializationTests
{
    [Fact]
    public async Task Json_RequestReplyAndPush_AreWhatAJsonParserReads()
    {
        await using PlayServer server = await StartAsync();
        await using RawClient client = await JoinAsync(server);

        Reply reply = await client.RequestAsync("JsonRequest", 2, """{"Name":"sword","Count":3}""");
        Reply push = await client.ReadAsync();

        Assert.Equal("Item", reply.MsgId);
        Assert.Equal(4, JsonDocument.Parse(reply.Payload).RootElement.GetProperty("Count").GetInt32());
        Assert.Equal("ItemChanged", push.MsgId);
        Assert.Equal("sword", JsonDocument.Parse(push.Payload).RootElement.GetProperty("Name").GetString());
    }

    [Fact]
    public async Task Json_Malformed_FailsOnlyThatMessage()
    {
        await using PlayServer server = await StartAsync();
        await using RawClient client = await JoinAsync(server);

        Assert.Equal(ErrorCodes.UncheckedContentsError, (await client.RequestAsync("JsonRequest", 2, "{")).ErrorCode);
        Assert.Equal("Item", (await client.RequestAsync("JsonRequest", 3, """{"Name":"a","Count":1}""")).MsgId);
    }

    [Fact]
    public async Task Protobuf_ReadAndReadInto_GiveTheClientsMessage()
    {
        await using PlayServer server = await StartAsync();
        await using RawClient client = await JoinAsync(server);
        // Field 1, varint 150: the example of the protobuf documentation.
        await client.SendAsync("ProtoRequest", 2, Convert.FromHexString("089601"));

        Reply reply = await client.ReadAsync();

        Assert.Equal("Int64Value", reply.MsgId);
        Assert.Equal("08ac02", Convert.ToHexStringLower(reply.Payload));
    }

    private static async Task<PlayServer> StartAsync()
    {
        PlayServer server = new(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = GameServer.AuthenticateId,
            Stages = [new StageRegistration("Shop", link => new ShopStage(link), link => new EchoActor(link, new GameLog()))],
            DefaultStageType = "Shop",
        });
        await server.StartAsync();
        return server;
    }

    private static async Task<RawClient> JoinAsync(PlayServer server)
    {
        System.Net.Sockets.Socket socket = new(System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Tcp);
        await socket.ConnectAsync(server.TcpEndPoint);
        RawClient client = new(socket);
        await client.SendAsync(GameServer.AuthenticateId, 1, "buyer");
        Assert.Equal(ErrorCodes.Success, (await client.ReadAsync()).ErrorCode);
        return client;
    }

    private sealed record Item(string Name, int Count);

    private sealed class ShopStage(IStageLink link) : IStage
    {
        public ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            IActorLink client = ((EchoActor)actor).Link;
            if (packet.MsgId == "JsonRequest")
            {
                Item item = packet.ReadJson<Item>()!;
                client.ReplyJson(item with { Count = item.Count + 1 });
                Assert.Equal(1, link.BroadcastJson(item, "ItemChanged"));
                return default;
            }

            Int64Value sum = packet.Read(Int64Value.Parser);
            Int64Value again = new();
            packet.ReadInto(again);
            client.Reply(new Int64Value { Value = sum.Value + again.Value });
            return default;
        }
    }
}
