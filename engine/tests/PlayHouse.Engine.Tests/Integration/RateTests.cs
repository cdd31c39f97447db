using System.Net;
using System.Net.WebSockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Rates of sessions and addresses, and the least rate a frame must come in with.</summary>
public sealed class RateTests
{
    private static EngineLimits With(string limit) => limit switch
    {
        nameof(EngineLimits.MessagesPerSecondMax) => new EngineLimits { MessagesPerSecondMax = 100 },
        nameof(EngineLimits.MessagesPerSecondPerAddressMax) => new EngineLimits { MessagesPerSecondPerAddressMax = 100 },
        nameof(EngineLimits.BytesPerSecondMax) => new EngineLimits { BytesPerSecondMax = 4_400 },
        _ => new EngineLimits { BytesPerSecondPerAddressMax = 4_400 },
    };

    [Theory]
    [InlineData(nameof(EngineLimits.MessagesPerSecondMax))]
    [InlineData(nameof(EngineLimits.MessagesPerSecondPerAddressMax))]
    [InlineData(nameof(EngineLimits.BytesPerSecondMax))]
    [InlineData(nameof(EngineLimits.BytesPerSecondPerAddressMax))]
    [Reaches(nameof(EngineLimits.MessagesPerSecondMax), nameof(EngineLimits.MessagesPerSecondPerAddressMax))]
    [Reaches(nameof(EngineLimits.BytesPerSecondMax), nameof(EngineLimits.BytesPerSecondPerAddressMax), nameof(EngineLimits.RateLimitPolicy))]
    public async Task AboveTheRate_Pause_SlowsTheClientDownAndLosesNothing(string limit)
    {
        const int Messages = 250;
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(With(limit), clock: clock);
        await using RawClient client = await server.JoinAsync(1, "hasty");
        byte[] burst = [.. Enumerable.Range(1, Messages).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, new byte[18]))];
        await client.SendBytesAsync(burst);
        Task reading = ReadAsync();
        await server.PassUntilAsync(20, () => reading.IsCompleted, "every reply is here");
        await reading;

        // 44 bytes a message: each limit allows 100 at once, one on credit, and 100 a second. Sooner is impossible, later is no error.
        Assert.True(clock.ElapsedMs >= 1_400, "the burst went through unhindered");
        Assert.True(server.Counter("rate.pauses") > 0);
        Assert.Equal(0, server.Counter("closes.rate-limit"));

        async Task ReadAsync()
        {
            for (int seq = 1; seq <= Messages; seq++)
            {
                Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
            }
        }
    }

    [Theory]
    [InlineData(nameof(EngineLimits.MessagesPerSecondMax))]
    [InlineData(nameof(EngineLimits.MessagesPerSecondPerAddressMax))]
    [InlineData(nameof(EngineLimits.BytesPerSecondMax))]
    [InlineData(nameof(EngineLimits.BytesPerSecondPerAddressMax))]
    [Reaches(nameof(EngineLimits.RateLimitPolicy), nameof(CloseReason.RateLimit))]
    public async Task AboveTheRate_Close_EndsTheClient(string limit)
    {
        await using GameServer server = await GameServer.StartAsync(With(limit) with { RateLimitPolicy = RateLimitPolicy.Close });
        await using RawClient client = await server.JoinAsync(1, "hasty");
        byte[] burst = [.. Enumerable.Range(1, 500).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, new byte[18]))];
        await client.SendBytesAsync(burst);

        while (await client.TryReadAsync() is not null)
        {
        }

        Assert.Equal((1, 0), (server.Counter("closes.rate-limit"), server.Counter("rate.pauses")));
    }

    [Fact]
    public async Task SessionRate_OfOneHastyClient_LeavesItsNeighbourAlone()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MessagesPerSecondMax = 50 });
        await using RawClient hasty = await server.JoinAsync(1, "hasty");
        byte[] burst = [.. Enumerable.Range(1, 500).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, default))];
        await hasty.SendBytesAsync(burst);
        await server.UntilAsync(() => server.Counter("rate.pauses") > 0, "the hasty client waits");
        await using RawClient neighbour = await server.JoinAsync(1, "neighbour");
        for (ushort seq = 1; seq <= 20; seq++)
        {
            Assert.Equal(seq, (await neighbour.RequestAsync("EchoRequest", seq)).MsgSeq);
        }

        Assert.True(server.Counter("messages.completed") < 500, "the neighbour waited for the hasty client");
    }

    [Theory]
    [InlineData(nameof(EngineLimits.MessagesPerSecondPerAddressMax))]
    [InlineData(nameof(EngineLimits.BytesPerSecondPerAddressMax))]
    public async Task AddressRate_OfOneHastyAddress_LeavesOtherAddressesAlone(string limit)
    {
        const int Requests = 60;
        await using GameServer server = await GameServer.StartAsync(With(limit) with { RateLimitPolicy = RateLimitPolicy.Close });
        await using RawClient neighbour = await GameServer.JoinAsync(await server.ConnectAsync(IPAddress.Parse("127.0.0.2")), 1, "neighbour");
        byte[] burst = [.. Enumerable.Range(1, 500).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, new byte[18]))];
        byte[] modest = burst[..(burst.Length * Requests / 500)];
        await using RawClient hasty = await server.JoinAsync(1, "hasty");
        await hasty.SendBytesAsync(burst);
        while (await hasty.TryReadAsync() is not null)
        {
        }

        // What is left for the hasty address would not do for a message: only a rate of its own lets the neighbour through.
        await neighbour.SendBytesAsync(modest);
        for (int seq = 1; seq <= Requests; seq++)
        {
            Assert.Equal(seq, (await neighbour.ReadAsync()).MsgSeq);
        }

        Assert.Equal(1, server.Counter("closes.rate-limit"));
        await server.UntilAsync(() => server.Counter("sessions") == 1, "only the hasty session is gone");
    }

    [Fact]
    public async Task Heartbeats_CountAsMessages()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MessagesPerSecondMax = 20, RateLimitPolicy = RateLimitPolicy.Close });
        await using RawClient client = await server.JoinAsync(1, "hasty");
        byte[] beat = RawClient.Frame("@Heart@Beat@", 0, 1, default);
        await client.SendBytesAsync((byte[])[.. Enumerable.Range(0, 200).SelectMany(_ => beat)]);

        while (await client.TryReadAsync() is not null)
        {
        }

        Assert.Equal(1, server.Counter("closes.rate-limit"));
        Assert.InRange(server.Counter("heartbeats"), 1, 199);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.MinimumReceiveRate), nameof(EngineLimits.MinimumReceiveRateGrace), nameof(CloseReason.ReceiveTooSlow))]
    public async Task FrameThatStandsStill_IsClosed_AndASteadyOneIsNot()
    {
        EngineLimits limits = new() { MinimumReceiveRate = 200, MinimumReceiveRateGrace = TimeSpan.FromMilliseconds(600) };
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(limits, configure: Transports.All, clock: clock);
        await using RawClient still = await server.JoinAsync(1, "still");
        await using RawClient steady = await server.JoinAsync(1, "steady");
        await using RawClient stranger = await server.ConnectAsync();
        using ClientWebSocket socket = await server.OpenWebSocketAsync();
        byte[] large = RawClient.Frame("EchoRequest", 1, 1, new byte[500_000]);
        byte[] authentication = RawClient.Frame(GameServer.AuthenticateId, 1, 1, new byte[100]);
        await still.SendBytesAsync(large.AsMemory(0, 50));
        await stranger.SendBytesAsync(authentication.AsMemory(0, 50));
        await socket.SendAsync(authentication.AsMemory(0, 50), WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
        int sent = 0;
        while (server.Counter("closes.receive-too-slow") < 3)
        {
            Assert.True(sent < 400_000, "the clients that stand still are not closed");
            long bytesIn = server.Counter("bytes.in");
            await steady.SendBytesAsync(large.AsMemory(sent, 1_000));
            sent += 1_000;
            await server.UntilAsync(() => server.Counter("bytes.in") >= bytesIn + 1_000, "the steady client's part is here");
            clock.Advance(150);
            Assert.True(clock.ElapsedMs > 600 || server.Counter("closes.receive-too-slow") == 0, "closed within the grace");
        }

        await steady.SendBytesAsync(large.AsMemory(sent));
        Assert.Equal(500_000, (await steady.ReadAsync()).Payload.Length);
        Assert.Equal(3, server.Counter("closes.receive-too-slow"));
    }

    /// <summary>Below a WebSocket and TLS a client can deliver one frame or record byte by byte: what is above gets it whole or not at all.</summary>
    [Theory]
    [InlineData(Wire.Tls)]
    [InlineData(Wire.WebSocket)]
    [InlineData(Wire.SecureWebSocket)]
    public async Task RecordThatStandsStill_IsClosed_AndASteadyOneIsNot(Wire wire)
    {
        EngineLimits limits = new() { MinimumReceiveRate = 200, MinimumReceiveRateGrace = TimeSpan.FromMilliseconds(600) };
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(limits, configure: Transports.All, clock: clock);
        await using DrippingClient slow = await DrippingClient.JoinAsync(server, wire, "still");
        await using DrippingClient steady = await DrippingClient.JoinAsync(server, wire, "steady");
        await slow.HoldAsync(new byte[12_000]);
        await steady.HoldAsync(new byte[12_000]);
        for (int step = 0; server.Counter("closes.receive-too-slow") == 0; step++)
        {
            Assert.True(step < 100, "the client that stands still is not closed");
            await slow.DripAsync(1);
            await steady.DripAsync(40);
            clock.Advance(150);
            Assert.True(clock.ElapsedMs > 600 || server.Counter("closes.receive-too-slow") == 0, "closed within the grace");
        }

        while (steady.HeldBytes > 0)
        {
            await steady.DripAsync(40);
            clock.Advance(150);
        }

        Assert.Equal(12_000, (await steady.Client.ReadAsync()).Payload.Length);
        Assert.Null(await slow.Client.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.receive-too-slow"));
    }

    /// <summary>Frames of the WebSocket itself are whole one by one, however little they bring.</summary>
    [Fact]
    public async Task PingsAlone_AreNotTooSlow()
    {
        EngineLimits limits = new() { MinimumReceiveRate = 200, MinimumReceiveRateGrace = TimeSpan.FromMilliseconds(600) };
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(limits, configure: Transports.All, clock: clock);
        await using DrippingClient client = await DrippingClient.JoinAsync(server, Wire.WebSocket, "pings");
        for (int step = 0; step < 20; step++)
        {
            client.Hold([0x89, 0x80, 0, 0, 0, 0]);
            await client.DripAsync(6);
            clock.Advance(150);
        }

        Assert.Equal("fine", (await client.Client.RequestAsync("EchoRequest", 1, "fine")).Text);
        Assert.Equal(0, server.Counter("closes.receive-too-slow"));
    }
}
