using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A stage that falls behind is counted, at the limit and at each doubling of it.</summary>
public sealed class OverloadWarningTests
{
    [Fact]
    [Reaches(nameof(EngineLimits.MailboxOverloadMessages))]
    public async Task WaitingMessages_ReachTheLimit_AreCountedOncePerDoubling()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MailboxOverloadMessages = 100 });
        await using RawClient client = await server.JoinAsync(1000, "alice");
        await client.SendAsync("WaitRequest", 1);
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);

        // One frame at a time, each seen before the next: the load passes 100, 200 and 400 exactly once.
        await SendOneByOneAsync(server, client, 90);
        Assert.Equal(0, server.Counter("mailbox.overloads"));
        await SendOneByOneAsync(server, client, 360);

        Assert.Equal(3, server.Counter("mailbox.overloads"));
        server.Log.Gate.SetResult();
        await server.UntilAsync(() => server.Counter("messages.completed") == 451, "everything is handled");
        Assert.Equal(0, server.Counter("reader.pauses"));
    }

    private static async Task SendOneByOneAsync(GameServer server, RawClient client, int messages)
    {
        for (int i = 0; i < messages; i++)
        {
            long before = server.Counter("seam.hand-over");
            await client.SendAsync("SendRequest", 0);
            await server.UntilAsync(() => server.Counter("seam.hand-over") == before + 1, "the message waits");
        }
    }
}
