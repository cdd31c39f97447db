using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class OverloadTests
{
    [Fact]
    [Reaches(nameof(EngineLimits.SendQueueBytesMax))]
    public async Task OneFrameLargerThanTheCap_IsAdmittedToAnEmptyQueue()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { SendQueueBytesMax = 1024 });
        await using RawClient client = await server.JoinAsync(2, "alice");
        await client.SendAsync("LargeRequest", 1, BitConverter.GetBytes(1 << 20));

        Reply reply = await client.ReadAsync();

        Assert.Equal(1 << 20, reply.Payload.Length);
        Assert.Equal(0, server.Counter("closes.slow-client"));
    }

    [Theory]
    [InlineData("concurrent-queue", null, "scheduled")]
    [InlineData("channel-bounded", 1, "scheduled")]
    [InlineData("channel-bounded", 7, "scheduled")]
    [InlineData("buffer-block", 3, "scheduled")]
    [InlineData("mpsc-ring", 1, "scheduled")]
    [InlineData("mpsc-ring", 7, "scheduled")]
    [InlineData("concurrent-queue", null, "awaiting-loop")]
    [InlineData("channel-bounded", 1, "awaiting-loop")]
    [InlineData("buffer-block", 3, "awaiting-loop")]
    [InlineData("mpsc-ring", 7, "awaiting-loop")]
    [Reaches(nameof(EngineLimits.MailboxMessagesMax))]
    public async Task FullMailbox_PausesReaders_AndLosesNothing(string mailbox, int? capacity, string loop)
    {
        const int Clients = 4;
        const int Messages = 3000;
        StrategyChoice choice = new(mailbox, capacity is { } value ? new Dictionary<string, double> { ["capacity"] = value } : []);
        EngineLimits limits = new() { MailboxMessagesMax = 64 };
        StrategySelection selection = StrategySelection.Default.With("mailbox", choice).With("hand-over", "per-message").With("stage-loop", loop);
        await using GameServer server = await GameServer.StartAsync(limits, selection);
        List<RawClient> clients = [];
        for (int i = 0; i < Clients; i++)
        {
            clients.Add(await server.JoinAsync(1, "c" + i));
        }

        await clients[0].SendAsync("WaitRequest", 1, "");
        Assert.Equal("WaitStarted", (await clients[0].ReadAsync()).MsgId);
        Task[] sending = [.. clients.Select(c => SendAsync(c, Messages))];
        await server.UntilAsync(() => server.Counter("reader.pauses") >= Clients, "every reader has paused");
        server.Log.Gate.SetResult();

        Assert.Equal("WaitReply", (await clients[0].ReadAsync()).MsgId);
        foreach (RawClient client in clients)
        {
            for (int seq = 1; seq <= Messages; seq++)
            {
                Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
            }

            await client.DisposeAsync();
        }

        await Task.WhenAll(sending);
        Assert.Equal(0, server.Counter("late.drops"));
        Assert.Equal((Clients * Messages) + 1, server.Counter("messages.completed"));
    }

    [Fact]
    public async Task SessionLostWhilePaused_IsRetiredAndItsMessagesAreCounted()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MailboxMessagesMax = 8 });
        await using RawClient holder = await server.JoinAsync(1, "holder");
        RawClient client = await server.JoinAsync(1, "leaver");
        await holder.SendAsync("WaitRequest", 1, "");
        Assert.Equal("WaitStarted", (await holder.ReadAsync()).MsgId);
        await SendAsync(client, 100);
        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the reader has paused");
        await client.DisposeAsync();

        server.Log.Gate.SetResult();

        await server.UntilAsync(() => server.Counter("sessions") == 1, "the lost session is gone");
        await server.UntilAsync(() => server.Log.CountOf("stage.connection leaver False") == 1, "exactly one disconnect");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ConnectionsMax), nameof(CloseReason.ConnectionLimit))]
    public async Task ConnectionLimit_RefusesTheNextAndRecovers()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsMax = 2 });
        await using RawClient first = await server.JoinAsync(1, "a");
        RawClient second = await server.JoinAsync(1, "b");
        await using RawClient third = await server.ConnectAsync();
        Assert.Null(await third.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.connection-limit"));
        await second.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 1, "a place is free");
        await using RawClient fourth = await server.JoinAsync(1, "c");
        Assert.Equal("in", (await fourth.RequestAsync("EchoRequest", 1, "in")).Text);
    }

    private static async Task SendAsync(RawClient client, int messages)
    {
        for (int seq = 1; seq <= messages; seq++)
        {
            await client.SendAsync("EchoRequest", (ushort)seq, new byte[200]);
        }
    }
}
