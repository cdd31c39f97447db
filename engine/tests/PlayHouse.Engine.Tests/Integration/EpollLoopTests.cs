using System.Collections.Concurrent;
using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Connections of event loops, beyond what every session promises. Alone in its collection: descriptors are counted for the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class EpollLoopTests
{
    [Fact]
    public async Task Connections_GoToTheLoopWithTheFewest_AndTheirStagesRunThereInline()
    {
        ConcurrentDictionary<string, string> threads = new();
        RoomScript script = new()
        {
            Handle = (_, member, packet) =>
            {
                threads[packet.MsgId] = Thread.CurrentThread.Name ?? "pool";
                member.Link.Reply("Done", default);
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, strategies: Loops(2).With("scheduler", "inline"));
        List<RawClient> clients = [];
        for (int i = 1; i <= 4; i++)
        {
            RawClient client = await server.JoinAsync(i, "c" + i);
            clients.Add(client);

            // While another thread ends the run that admitted the client, the room stays with that thread: asked again, it is idle.
            await RequestUntilAsync(client, "Where" + i, () => threads["Where" + i].StartsWith("PlayHouse sockets", StringComparison.Ordinal));
        }

        Assert.Equal([("PlayHouse sockets 0", 2), ("PlayHouse sockets 1", 2)], threads.Values.CountBy(t => t).Select(t => (t.Key, t.Value)).Order());
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }
    }

    [Fact]
    public async Task ClientsThatComeAndVanish_GetNothingOfEachOther_AndLeaveNoDescriptor()
    {
        const int Lanes = 8;
        const int Lives = 60;
        await using GameServer server = await GameServer.StartAsync(strategies: Loops(2));
        await using (RawClient first = await server.JoinAsync(999, "first"))
        {
            await first.RequestAsync("EchoRequest", 1, "warm");
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "the first client is gone");
        int before = OpenSockets();
        await Task.WhenAll(Enumerable.Range(0, Lanes).Select(lane => LiveAsync(server, lane, Lives)));
        await server.UntilAsync(() => server.Counter("sessions") == 0, "every session is gone");
        await server.UntilAsync(() => OpenSockets() <= before, "every descriptor is closed");
        Assert.Equal((0, 0), (server.Counter("engine.faults"), server.Counter("strategy.session.epoll-loop.lost")));
    }

    [Fact]
    public async Task HandlerThatBlocksItsLoop_CostsTheStopItsTimeout_AndNoMore()
    {
        using ManualResetEventSlim release = new();
        using ManualResetEventSlim entered = new();
        RoomScript script = new()
        {
            Handle = (_, member, packet) =>
            {
                if (packet.MsgId == "Block")
                {
                    entered.Set();
                    release.Wait();
                }

                member.Link.Reply("Done", default);
                return default;
            },
        };
        EngineLimits limits = new() { StopTimeout = TimeSpan.FromMilliseconds(300), DrainTimeout = TimeSpan.Zero };
        RoomServer server = await RoomServer.StartAsync(script, limits, Loops(1).With("scheduler", "inline"));
        server.ExpectsAbandoned = true;
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("Block", 1);
        Assert.True(entered.Wait(Wait.Deadline), "the handler runs");

        await server.Server.StopAsync().WaitAsync(Wait.Deadline);
        Assert.True(server.Counter("stop.abandoned") > 0);
        release.Set();
        await server.DisposeAsync();
    }

    private static StrategySelection Loops(int loops) =>
        StrategySelection.Default.With("session", new StrategyChoice("epoll-loop", new Dictionary<string, double> { ["loops"] = loops }));

    private static async Task RequestUntilAsync(RawClient client, string id, Func<bool> isThere)
    {
        for (int asked = 0; asked == 0 || !isThere(); asked++)
        {
            Assert.True(asked < 1_000, "the stage never ran on the loop's thread");
            Assert.Equal("Done", (await client.RequestAsync(id, 1)).MsgId);
        }
    }

    /// <summary>One client after the other, each with a name that it finds in all it is sent; they leave in every way, some in the middle of a reply.</summary>
    private static async Task LiveAsync(GameServer server, int lane, int lives)
    {
        for (int life = 0; life < lives; life++)
        {
            string name = $"lane {lane} life {life}";
            RawClient client = await server.JoinAsync(100 + lane, name);
            for (ushort seq = 1; seq <= 5; seq++)
            {
                Assert.Equal((seq, name), (await client.RequestAsync("EchoRequest", seq, name)) switch { var r => (r.MsgSeq, r.Text) });
            }

            switch (life % 4)
            {
                case 1:
                    await client.SendAsync("LargeRequest", 6, BitConverter.GetBytes(1_000_000));
                    break;
                case 2:
                    client.Socket.LingerState = new LingerOption(true, 0);
                    server.Log.Links[name].SendToClient("Push", new byte[300_000]);
                    break;
                case 3:
                    client.Socket.Shutdown(SocketShutdown.Send);
                    break;
            }

            await client.DisposeAsync();
        }
    }

    private static int OpenSockets() => Directory.GetFiles("/proc/self/fd").Count(IsSocket);

    private static bool IsSocket(string descriptor)
    {
        try
        {
            return File.ResolveLinkTarget(descriptor, false)?.Name.StartsWith("socket:", StringComparison.Ordinal) == true;
        }
        catch (IOException)
        {
            // Closed since the folder was read, as that of the folder itself is.
            return false;
        }
    }
}
