using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class BroadcastTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Broadcast_ToTheStage_ReachesEveryOtherConnectedActor_EncodedOnce(bool hasAwaited)
    {
        const int Clients = 10;
        RoomScript script = new();
        int recipients = -1;
        script.Handle = async (room, member, packet) =>
        {
            if (hasAwaited)
            {
                await Task.Yield();
            }

            recipients = room.Link.Broadcast(new StringValue { Value = "news" }, member);
            member.Link.Reply("Done", default);
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        RawClient[] clients = await JoinAsync(server, Clients);
        await clients[9].DisposeAsync();
        await server.UntilAsync(() => script.CountOf("connection c9 False") == 1, "one client is lost");

        await clients[0].SendAsync("News", 1);

        Assert.Equal("Done", (await clients[0].ReadAsync()).MsgId);
        Assert.Equal(Clients - 2, recipients);
        for (int i = 1; i < 9; i++)
        {
            Reply push = await clients[i].ReadAsync();
            Assert.Equal(("StringValue", (ushort)0, 1L), (push.MsgId, push.MsgSeq, push.StageId));
            Assert.Equal("news", StringValue.Parser.ParseFrom(push.Payload).Value);
        }

        await server.UntilAsync(() => server.Counter("pushes") == Clients - 2, "every push is booked");
        Assert.Equal(1, server.Counter("seam.reply-codec"));
        await DisposeAsync(clients);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(20_000)]
    [InlineData(65_503)]
    [InlineData(65_510)]
    [InlineData(1_000_000)]
    public async Task Broadcast_OfAnySize_KeepsItsPlaceBetweenOtherFrames(int payloadBytes)
    {
        const int Rounds = 5;
        byte[] payload = [.. Enumerable.Range(0, payloadBytes).Select(i => (byte)(i * 7))];
        RoomScript script = new()
        {
            Handle = (room, member, packet) =>
            {
                member.Link.SendToClient("Before", default);
                Assert.Equal(2, room.Link.Broadcast("Big", payload));
                member.Link.SendToClient("Between", default);
                Assert.Equal(2, room.Link.Broadcast("Big", payload));
                member.Link.Reply("After", default);
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, new EngineLimits { SendQueueBytesMax = 64 * 1024 * 1024 });
        RawClient[] clients = await JoinAsync(server, 2);
        for (int round = 1; round <= Rounds; round++)
        {
            await clients[0].SendAsync("Send", (ushort)round);
        }

        for (int round = 1; round <= Rounds; round++)
        {
            foreach (string id in new[] { "Before", "Big", "Between", "Big", "After" })
            {
                Reply reply = await clients[0].ReadAsync();
                Assert.Equal(id, reply.MsgId);
                Assert.True(id != "Big" || reply.Payload.AsSpan().SequenceEqual(payload), "the payload differs");
            }
        }

        for (int i = 0; i < 2 * Rounds; i++)
        {
            Assert.True((await clients[1].ReadAsync()).Payload.AsSpan().SequenceEqual(payload), "the payload differs");
        }

        await DisposeAsync(clients);
    }

    /// <summary>Clients that do not read make their queues hold what is shared and what is theirs alone.</summary>
    [Theory]
    [InlineData(2_000)]
    [InlineData(20_000)]
    [InlineData(65_510)]
    [InlineData(70_000)]
    public async Task Broadcast_ToClientsThatDoNotReadYet_MixesNothing(int payloadBytes)
    {
        int rounds = 12_000_000 / payloadBytes;
        byte[] payload = new byte[payloadBytes];
        RoomScript script = new();
        script.Handle = (room, member, packet) =>
        {
            for (int round = 0; round < rounds; round++)
            {
                payload.AsSpan().Fill((byte)round);
                room.Link.Broadcast("Shared", payload);
                foreach (Member recipient in room.Members.Values)
                {
                    recipient.Link.SendToClient("Own", System.Text.Encoding.UTF8.GetBytes($"{recipient.Account} {round}"));
                }
            }

            return default;
        };
        await using RoomServer server = await RoomServer.StartAsync(script, new EngineLimits { SendQueueBytesMax = 64 * 1024 * 1024 });
        RawClient[] clients = await JoinAsync(server, 3);
        await clients[0].SendAsync("Go", 0);
        await server.UntilAsync(() => server.Counter("messages.completed") == 1, "everything is queued");

        for (int i = 0; i < clients.Length; i++)
        {
            for (int round = 0; round < rounds; round++)
            {
                Reply shared = await clients[i].ReadAsync();
                Assert.Equal(("Shared", payloadBytes), (shared.MsgId, shared.Payload.Length));
                Assert.Equal(-1, shared.Payload.AsSpan().IndexOfAnyExcept((byte)round));
                Assert.Equal($"c{i} {round}", (await clients[i].ReadAsync()).Text);
            }
        }

        await DisposeAsync(clients);
    }

    [Fact]
    public async Task Broadcast_OffTheStage_Throws()
    {
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript());
        await using RawClient client = await server.JoinAsync(1, "alice");
        Room room = server.RoomOf(1);
        await server.UntilAsync(() => server.Counter("replies") == 1, "the stage rests");

        foreach (Action call in new Action[] { () => room.Link.Broadcast("News", default), () => room.Link.Broadcast(new StringValue()), () => room.Link.CreateGroup() })
        {
            Assert.Contains("Post", Assert.Throws<InvalidOperationException>(call).Message, StringComparison.Ordinal);
        }

        Assert.Equal(1, await room.OnStageAsync(() => room.Link.Broadcast("News", default)));
        Assert.Equal("News", (await client.ReadAsync()).MsgId);
    }

    /// <summary>A handler may continue before the run that began it has noticed that it awaits.</summary>
    [Fact]
    public async Task Broadcast_RightAfterAnAwait_IsAlwaysOnTheStage()
    {
        const int Messages = 10_000;
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                await Task.Yield();
                room.Link.Broadcast("News", default);
                member.Link.Reply("Done", default);
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");
        byte[] batch = [.. Enumerable.Range(0, 100).SelectMany(_ => RawClient.Frame("Go", 1, 1, default))];
        for (int i = 0; i < Messages / 100; i++)
        {
            await client.SendBytesAsync(batch);
            for (int j = 0; j < 100; j++)
            {
                Assert.Equal("News", (await client.ReadAsync()).MsgId);
                Assert.Equal("Done", (await client.ReadAsync()).MsgId);
            }
        }

        Assert.Equal(0, server.Counter("handler.failures"));
    }

    [Fact]
    public async Task Broadcast_LargerThanClientsAccept_FailsOnlyItsMessage()
    {
        RoomScript script = new();
        script.Handle = (room, member, packet) =>
        {
            room.Link.Broadcast(packet.MsgId == "Bad" ? new string('x', 256) : "Big", new byte[packet.MsgId == "Big" ? 10 * 1024 * 1024 : 1]);
            return Room.EchoAsync(room, member, packet);
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");

        Assert.Equal(ErrorCodes.UncheckedContentsError, (await client.RequestAsync("Big", 1)).ErrorCode);
        Assert.Equal(ErrorCodes.UncheckedContentsError, (await client.RequestAsync("Bad", 2)).ErrorCode);
        Assert.Equal("Big", (await client.RequestAsync("Good", 3)).MsgId);
        Assert.Equal("EchoReply", (await client.ReadAsync()).MsgId);
    }

    [Fact]
    public async Task Group_OfMembers_GetsItsPushes_AndLosesWhoLeaves()
    {
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript());
        RawClient[] clients = await JoinAsync(server, 4);
        Room room = server.RoomOf(1);
        Member[] members = [.. Enumerable.Range(0, 4).Select(i => room.Members["c" + i])];
        IActorGroup team = await room.OnStageAsync(room.Link.CreateGroup);

        Assert.True(await room.OnStageAsync(() => team.Add(members[0]) && team.Add(members[1]) && team.Add(members[2])));
        Assert.False(await room.OnStageAsync(() => team.Add(members[1])));
        Assert.Equal(2, await room.OnStageAsync(() => team.SendToClients(new StringValue { Value = "one" }, members[1])));
        Assert.True(await room.OnStageAsync(() => team.Remove(members[0]) && !team.Remove(members[0]) && !team.Contains(members[0])));
        Assert.Equal(2, await room.OnStageAsync(() => team.SendToClients("Two", [2])));
        await members[1].Link.LeaveStageAsync();
        await server.UntilAsync(() => server.Script.CountOf("destroy c1") == 1, "a member has left");
        Assert.Equal((1, false), await room.OnStageAsync(() => (team.Count, team.Contains(members[1]))));
        await Assert.ThrowsAsync<ArgumentException>(() => room.OnStageAsync(() => team.Add(members[1])));

        Assert.Equal("StringValue", (await clients[0].ReadAsync()).MsgId);
        Assert.Equal("Two", (await clients[1].ReadAsync()).MsgId);
        Assert.Null(await clients[1].TryReadAsync());
        Assert.Equal("StringValue", (await clients[2].ReadAsync()).MsgId);
        Assert.Equal("Two", (await clients[2].ReadAsync()).MsgId);
        Assert.Equal("nothing before", (await clients[3].RequestAsync("Echo", 1, "nothing before")).Text);
        await DisposeAsync(clients);
    }

    private static async Task<RawClient[]> JoinAsync(RoomServer server, int clients)
    {
        RawClient[] joined = new RawClient[clients];
        for (int i = 0; i < clients; i++)
        {
            joined[i] = await server.JoinAsync(1, "c" + i);
        }

        return joined;
    }

    private static async Task DisposeAsync(RawClient[] clients)
    {
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }
    }
}
