using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Limits of sessions that have no test class of their own.</summary>
public sealed class LimitTests
{
    [Fact]
    [Reaches(nameof(EngineLimits.ConnectionsPerAddressMax), nameof(CloseReason.AddressLimit))]
    public async Task AddressLimit_RefusesTheNextOnEveryTransport_AndRecovers()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsPerAddressMax = 2 }, configure: Transports.All);
        await using RawClient first = await server.JoinAsync(Wire.Tls, 1, "a");
        RawClient second = await server.JoinAsync(Wire.WebSocket, 1, "b");
        await using RawClient third = await server.ConnectAsync();
        await using RawClient neighbour = await GameServer.JoinAsync(await server.ConnectAsync(IPAddress.Parse("127.0.0.2")), 1, "neighbour");

        Assert.Null(await third.TryReadAsync());
        await Assert.ThrowsAnyAsync<Exception>(() => server.ConnectAsync(Wire.WebSocket));
        Assert.Equal((2, 0), (server.Counter("closes.address-limit"), server.Counter("closes.connection-limit")));
        Assert.Equal("in", (await neighbour.RequestAsync("EchoRequest", 1, "in")).Text);
        await second.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 2, "a place is free");
        await using RawClient fourth = await server.JoinAsync(1, "d");
        Assert.Equal("in", (await fourth.RequestAsync("EchoRequest", 1, "in")).Text);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ConnectionsMax))]
    public async Task ConnectionFlood_FarAboveTheLimit_IsRefusedAtOnce_AndHarmsNobody()
    {
        const int Flood = 500;
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsMax = 1 });
        await using RawClient member = await server.JoinAsync(1, "member");
        for (int i = 0; i < Flood; i++)
        {
            await using RawClient refused = await server.ConnectAsync();
            Assert.Null(await refused.TryReadAsync());
        }

        Assert.Equal((Flood, 1), (server.Counter("closes.connection-limit"), server.Counter("sessions")));
        Assert.Equal("here", (await member.RequestAsync("EchoRequest", 1, "here")).Text);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.MailboxBytesMax))]
    public async Task MailboxBytes_AboveTheLimit_PauseTheReaderAndLoseNothing()
    {
        const int Messages = 300;
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MailboxBytesMax = 16 * 1024 });
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1, "");
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);
        Task sending = SendAsync(client, Messages);
        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the reader has paused");
        long taken = server.Counter("seam.hand-over");
        Assert.InRange(taken * 1000, 0, 2 * 64 * 1024);

        server.Log.Gate.SetResult();

        Assert.Equal("WaitReply", (await client.ReadAsync()).MsgId);
        for (int seq = 1; seq <= Messages; seq++)
        {
            Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
        }

        await sending;
    }

    [Fact]
    [Reaches(nameof(EngineLimits.RetainedBufferBytesMax))]
    public async Task RetainedBuffers_AtZero_AreMadeAnewEachTime()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { RetainedBufferBytesMax = 0 });
        for (int i = 0; i < 5; i++)
        {
            await using RawClient client = await server.JoinAsync(1, "alice");
            Assert.Equal("x", (await client.RequestAsync("EchoRequest", 1, "x")).Text);
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "all are gone");
        Assert.Equal(server.Counter("buffers.rented"), server.Counter("buffers.created"));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ReceiveBufferBytes))]
    public async Task ReceiveBuffer_OfTheSmallestSize_TakesTheLargestFrame()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ReceiveBufferBytes = 1024 });
        await using RawClient client = await server.JoinAsync(1, "alice");
        byte[] payload = new byte[(2 * 1024 * 1024) - 22];
        Task<Reply> reading = client.ReadAsync();
        await client.SendAsync("EchoRequest", 1, payload);

        Assert.Equal(payload.Length, (await reading).Payload.Length);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.MessageIdsMax))]
    public async Task InventedMessageIds_OfOneSession_LeaveRoomForOthers()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MessageIdsMax = 64 });
        await using RawClient inventor = await server.JoinAsync(1, "inventor");
        for (ushort seq = 1; seq <= 200; seq++)
        {
            await inventor.RequestAsync("Invented" + seq, seq);
        }

        long uncached = server.Counter("message-ids.uncached");
        Assert.Equal((17, 200 - 16), (server.Counter("message-ids"), uncached));
        await using RawClient honest = await server.JoinAsync(1, "honest");
        await honest.RequestAsync("EchoRequest", 1);
        await honest.RequestAsync("EchoRequest", 2);
        Assert.Equal((18, uncached), (server.Counter("message-ids"), server.Counter("message-ids.uncached")));
    }

    [Fact]
    [Reaches(nameof(CloseReason.ReceiveFailed))]
    public async Task ResetByTheClient_IsAFailedReceive()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        client.Socket.LingerState = new LingerOption(true, 0);
        client.Socket.Close();

        await server.UntilAsync(() => server.Counter("closes.receive-failed") == 1, "the reset is seen");
        await server.UntilAsync(() => server.Log.CountOf("stage.connection alice False") == 1, "the stage is told once");
    }

    [Fact]
    [Reaches(nameof(CloseReason.SendFailed), nameof(CloseReason.ReceiveFailed))]
    public async Task ResetWhileBytesWait_EndsTheSessionOnce()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        IActorLink link = server.Log.Links["alice"];
        for (int i = 0; i < 3; i++)
        {
            link.SendToClient("Push", new byte[1 << 20]);
        }

        client.Socket.LingerState = new LingerOption(true, 0);
        client.Socket.Close();

        // The write in flight and the pending receive both fail: which is first is the system's choice.
        await server.UntilAsync(() => server.Counter("closes.send-failed") + server.Counter("closes.receive-failed") == 1, "the reset is seen");
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        await server.UntilAsync(() => server.Counter("buffers.rented") == server.Counter("buffers.returned"), "every buffer is back");
    }

    private static async Task SendAsync(RawClient client, int messages)
    {
        for (int seq = 1; seq <= messages; seq++)
        {
            await client.SendAsync("EchoRequest", (ushort)seq, new byte[1000]);
        }
    }
}
