using System.Net.Sockets;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Counts of the default path. Alone in its collection: allocation is counted for the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class HotPathTests(ITestOutputHelper output)
{
    private const int Depth = 10;
    private const int Batches = 2_000;
    private const int Rounds = 3;

    [Theory]
    [InlineData("EchoRequest", 64)]
    [InlineData("EchoRequest", 1024)]
    [InlineData("SendRequest", 64)]
    public async Task DefaultPath_SteadyState_AllocatesNothingAndBatchesItsWrites(string msgId, int payloadBytes)
    {
        await using GameServer server = await GameServer.StartAsync();
        using Socket client = Join(server);
        byte[] batch = [.. Enumerable.Range(1, Depth).SelectMany(seq => RawClient.Frame(msgId, (ushort)seq, 1, new byte[payloadBytes]))];
        string replyId = msgId.Replace("Request", "Reply", StringComparison.Ordinal);
        int replyBytes = Depth * (21 + replyId.Length + payloadBytes);
        ClosedLoop loop = new(client, batch, replyBytes);
        loop.Run(2_000);
        long writesBefore = server.Counter("socket.writes");
        long readsBefore = server.Counter("socket.reads");
        long allocated = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            // The test host allocates during the test now and then, which only ever adds: the least of the rounds is the path's.
            long before = GC.GetTotalAllocatedBytes(true);
            loop.Run(Batches);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(true) - before);
        }

        const double Messages = Batches * Depth;
        double writes = (server.Counter("socket.writes") - writesBefore) / (Messages * Rounds);
        double reads = (server.Counter("socket.reads") - readsBefore) / (Messages * Rounds);
        output.WriteLine($"{msgId} {payloadBytes} B, 1 connection, depth {Depth}: {allocated / Messages:F3} B, {writes:F3} writes, {reads:F3} reads per message");
        Assert.True(allocated / Messages <= 0.5, $"{allocated / Messages:F3} B per message");
        Assert.True(writes <= 0.15, $"{writes:F3} writes per message");
        Assert.True(reads <= 0.15, $"{reads:F3} reads per message");
    }

    [Fact]
    public async Task RecordedHops_InSteadyState_AllocateNothing()
    {
        await using GameServer server = await GameServer.StartAsync(
            configure: o => o with { RecordHops = true, HopStamp = static payload => BitConverter.ToInt64(payload) });
        using Socket client = Join(server);
        byte[] payload = new byte[64];
        BitConverter.TryWriteBytes(payload, HopClock.NowNs);
        byte[] batch = [.. Enumerable.Range(1, Depth).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, payload))];
        ClosedLoop loop = new(client, batch, Depth * (21 + "EchoReply".Length + 64));
        loop.Run(2_000);
        long allocated = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            long before = GC.GetTotalAllocatedBytes(true);
            loop.Run(Batches);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(true) - before);
        }

        const int Messages = Batches * Depth;
        output.WriteLine($"{allocated / (double)Messages:F3} B per message with recorded hops");
        Assert.True(allocated / (double)Messages <= 1, $"{allocated / (double)Messages:F3} B per message");
        long expected = (2_000 * Depth) + ((long)Rounds * Messages);
        await server.UntilAsync(() => server.Server.ReadHops()[^1].Count == expected, "the last replies are booked");
        Assert.All(server.Server.ReadHops(), h => Assert.Equal(expected, h.Count));
    }

    /// <summary>The queue of a loop that awaits: what the wait allocates is all there is, and only BufferBlock's does.</summary>
    [Theory]
    [InlineData("channel-unbounded", 0)]
    [InlineData("channel-bounded", 0)]
    [InlineData("concurrent-queue", 0)]
    [InlineData("mpsc-ring", 0)]
    [InlineData("buffer-block", 400)]
    public async Task AwaitingLoop_SteadyState_AllocatesItsMailboxesWaits(string mailbox, int bytesPerWait)
    {
        StrategySelection selection = StrategySelection.Default.With("stage-loop", "awaiting-loop").With("mailbox", mailbox);
        await using GameServer server = await GameServer.StartAsync(strategies: selection);
        using Socket client = Join(server);
        byte[] batch = [.. Enumerable.Range(1, Depth).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, new byte[64]))];
        ClosedLoop loop = new(client, batch, Depth * (21 + "EchoReply".Length + 64));
        loop.Run(2_000);
        long allocated = long.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            long before = GC.GetTotalAllocatedBytes(true);
            loop.Run(Batches);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(true) - before);
        }

        // A batch is at most a few items, each of which finds the loop waiting or not: no less than none, no more than a wait and a task each.
        double perMessage = allocated / (double)(Batches * Depth);
        output.WriteLine($"{mailbox}: {perMessage:F3} B per message at depth {Depth}");
        Assert.InRange(perMessage, 0, 0.5 + (bytesPerWait * 1.5));
    }

    [Fact]
    public async Task Counters_OfSeams_AreOnePerMessageWhateverTheBatch()
    {
        await using GameServer server = await GameServer.StartAsync();
        using Socket client = Join(server);
        byte[] batch = [.. Enumerable.Range(1, Depth).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, new byte[8]))];
        new ClosedLoop(client, batch, Depth * (21 + "EchoReply".Length + 8)).Run(500);

        await server.UntilAsync(() => server.Counter("seam.scheduler") == 500 * Depth, "the last run is booked");
        foreach (string seam in new[] { "mailbox", "scheduler", "hand-over", "stage-loop", "route-object", "dispatch-result" })
        {
            Assert.Equal(500 * Depth, server.Counter("seam." + seam));
        }

        Assert.Equal(0, server.Counter("seam.message-pool"));
        Assert.Equal(0, server.Counter("seam.reply-codec"));
        Assert.Equal(500 * Depth, server.Counter("messages.completed"));
    }

    /// <summary>A socket that is only ever used synchronously: the first asynchronous call would make every later one allocate.</summary>
    private static Socket Join(GameServer server)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(server.Server.TcpEndPoint);
        socket.Send(RawClient.Frame(GameServer.AuthenticateId, 1, 1, "alice"u8));
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

    /// <summary>Sends a prebuilt batch, reads all its replies, and again; blocking calls on the caller's thread, no allocation.</summary>
    private sealed class ClosedLoop(Socket socket, byte[] batch, int replyBytes)
    {
        private readonly byte[] _received = new byte[replyBytes];

        public void Run(int rounds)
        {
            for (int i = 0; i < rounds; i++)
            {
                socket.Send(batch);
                for (int count = 0; count < replyBytes;)
                {
                    int bytes = socket.Receive(_received.AsSpan(count));
                    Assert.True(bytes > 0, "the server closed the connection");
                    count += bytes;
                }

                Check();
            }
        }

        private void Check()
        {
            ReadOnlySpan<byte> rest = _received;
            int replies = 0;
            while (ClientFrame.TryReadReply(rest, out ReplyView reply, out int bytes) == ClientFrameStatus.Done)
            {
                replies++;
                if (reply.MsgSeq != 0 && reply.MsgSeq != replies)
                {
                    Assert.Fail("replies out of order");
                }

                rest = rest[bytes..];
            }

            if (replies != Depth)
            {
                Assert.Fail($"{replies} replies");
            }
        }
    }
}
