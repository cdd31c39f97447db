using System.Net.Sockets;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Bytes per recipient of a push, per step of a game loop and per call of a timer. Alone: allocation is counted for the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class StageAllocationTests(ITestOutputHelper output)
{
    private const int Rounds = 3;
    private const int RoundsMax = 10;

    [Theory]
    [InlineData(64)]
    [InlineData(1_000)]
    public async Task FanOut_ToAHundredSessions_EncodesOnceAndAllocatesNothing(int textBytes)
    {
        const int Clients = 100;
        const int Pushes = 200;
        StringValue news = new() { Value = new string('n', textBytes) };
        RoomScript script = new()
        {
            Handle = (room, member, packet) =>
            {
                room.Link.Broadcast(news);
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        Socket[] clients = [.. Enumerable.Range(0, Clients).Select(i => Join(server, "c" + i))];
        byte[] request = RawClient.Frame("News", 0, 1, default);
        byte[] push = new byte[21 + "StringValue".Length + news.CalculateSize()];
        FanOutLoop loop = new(clients, request, push);
        loop.Run(100);
        long writesBefore = server.Counter("socket.writes");
        long encodedBefore = server.Counter("seam.reply-codec");
        long allocated = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            long before = GC.GetTotalAllocatedBytes(true);
            loop.Run(Pushes);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(true) - before);
        }

        double perRecipient = allocated / (double)(Pushes * Clients);
        double writes = (server.Counter("socket.writes") - writesBefore) / (double)(Rounds * Pushes * Clients);
        output.WriteLine($"push of {push.Length} B to {Clients}: {perRecipient:F3} B and {writes:F2} writes per recipient");
        Assert.True(perRecipient <= 0.5, $"{perRecipient:F3} B per recipient");
        Assert.Equal(Rounds * Pushes, server.Counter("seam.reply-codec") - encodedBefore);
        Assert.Equal((100 + (Rounds * Pushes)) * Clients, server.Counter("pushes"));
        foreach (Socket client in clients)
        {
            client.Dispose();
        }
    }

    [Fact]
    public async Task StepsAndTimers_InSteadyState_AllocateNothing()
    {
        const int Steps = 5_000;
        ManualClock clock = new();
        int steps = 0;
        int calls = 0;
        RoomScript script = new()
        {
            Created = room =>
            {
                room.Link.StartGameLoop(TimeSpan.FromMilliseconds(1), _ =>
                {
                    Interlocked.Increment(ref steps);
                    return default;
                });
                room.Link.AddRepeatTimer(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1), () =>
                {
                    Interlocked.Increment(ref calls);
                    return default;
                });
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, new EngineLimits { HandlerHangTimeout = TimeSpan.FromDays(1) }, clock: clock);
        using Socket client = Join(server, "alice");
        await server.UntilAsync(() => server.Server.Engine.Timers.Count == 3, "loop, timer and watch are set");
        void Run(int count)
        {
            for (int i = 0; i < count; i++)
            {
                int next = Volatile.Read(ref steps) + 1;
                clock.Advance(TimeSpan.FromMilliseconds(1));
                SpinWait spin = default;
                while (Volatile.Read(ref steps) < next || Volatile.Read(ref calls) < next || server.Server.Engine.Timers.Count < 3)
                {
                    spin.SpinOnce(sleep1Threshold: -1);
                }
            }
        }

        Run(500);
        long allocated = long.MaxValue;
        // What the test host allocates during the test only ever adds: the least of the rounds is the engine's.
        for (int round = 0; round < RoundsMax && allocated > Steps / 2; round++)
        {
            long before = GC.GetTotalAllocatedBytes(true);
            Run(Steps);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(true) - before);
        }

        output.WriteLine($"{allocated / (double)Steps:F3} B per step and call");
        Assert.True(allocated / (double)Steps <= 0.5, $"{allocated / (double)Steps:F3} B per step and call");
    }

    /// <summary>A socket that is only ever used synchronously.</summary>
    private static Socket Join(RoomServer server, string account)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 30_000 };
        socket.Connect(server.Server.TcpEndPoint);
        socket.Send(RawClient.Frame(GameServer.AuthenticateId, 1, 1, System.Text.Encoding.UTF8.GetBytes(account)));
        byte[] received = new byte[256];
        int count = 0;
        while (ClientFrame.TryReadReply(received.AsSpan(0, count), out ReplyView reply, out _) != ClientFrameStatus.Done || reply.ErrorCode != 0)
        {
            int bytes = socket.Receive(received.AsSpan(count));
            Assert.True(bytes > 0, "not authenticated");
            count += bytes;
        }

        return socket;
    }

    /// <summary>One request, one push for everybody, and again.</summary>
    private sealed class FanOutLoop(Socket[] clients, byte[] request, byte[] push)
    {
        public void Run(int rounds)
        {
            for (int i = 0; i < rounds; i++)
            {
                clients[i % clients.Length].Send(request);
                foreach (Socket client in clients)
                {
                    Receive(client);
                }
            }
        }

        private void Receive(Socket client)
        {
            for (int count = 0; count < push.Length;)
            {
                int bytes = client.Receive(push.AsSpan(count));
                Assert.True(bytes > 0, "the server closed the connection");
                count += bytes;
            }

            if (ClientFrame.TryReadReply(push, out ReplyView view, out int consumed) != ClientFrameStatus.Done || consumed != push.Length || view.MsgSeq != 0)
            {
                Assert.Fail("not the push");
            }
        }
    }
}
