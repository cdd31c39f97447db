using System.Buffers.Binary;
using System.Globalization;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Real processes: nothing is lost, and what a stopped or killed one costs is named.</summary>
[Collection(nameof(Alone))]
public sealed class TwoProcessTests
{
    [Fact]
    public async Task TwoProcesses_100000MessagesAnd10000Requests_NothingIsLost()
    {
        const int OneWay = 100_000;
        const int Requests = 10_000;
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode parent = await MeshNode.StartAsync("parent", directory);
        using PeerProcess child = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent));
        await AnnounceAsync(directory, child.Entry);
        int next = 0;
        parent.Handle = message =>
        {
            next = message.Header.MsgId == "order" && Number(message.Payload.Span) == next ? next + 1 : next;
            message.Release();
            return true;
        };
        await parent.UntilReachableAsync("child");
        long unreachable = parent.Counter("mesh.unreachable");

        ValueTask<ServerReply> flood = parent.RequestAsync("child", "flood", NumberBytes(OneWay));
        await SendOrderedAsync(parent, "child", OneWay);
        await RequestManyAsync(parent, "child", Requests);

        Assert.Equal($"{OneWay} 0", await StatsAsync(parent, "child"));
        (await flood).Dispose();
        Assert.Equal(OneWay, next);
        Assert.Equal(0, parent.Mesh.PendingRequests);
        Assert.Equal(0, parent.Counter("mesh.lost") + parent.Counter("mesh.malformed") + parent.Counter("mesh.unreachable") - unreachable);
        Assert.Equal(0, await child.QuitAsync());
    }

    [Fact]
    public async Task TwoProcesses_RepliesFindTheQueueFull_EveryRequestHasItsReply()
    {
        const int Flood = 30_000;
        const int FloodBytes = 4_096;
        const int Requests = 500;
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode parent = await MeshNode.StartAsync("parent", directory);
        await using MeshNode watcher = await MeshNode.StartAsync("watcher", directory);
        using PeerProcess child = await PeerProcess.StartAsync("child", $"{PeerProcess.PeersOf(parent)},{PeerProcess.PeersOf(watcher)}");
        await AnnounceAsync(directory, child.Entry);
        await parent.UntilReachableAsync("child");
        await watcher.UntilReachableAsync("child");
        using ManualResetEventSlim reads = new();
        int next = 0;
        parent.Handle = message =>
        {
            Assert.True(reads.Wait(MeshNode.Deadline), "never told to read");
            next = message.Header.MsgId == "order" && Number(message.Payload.Span) == next ? next + 1 : next;
            message.Release();
            return true;
        };

        // The parent reads nothing: what the child sends it fills the network, then the child's queue.
        ValueTask<ServerReply> flood = parent.RequestAsync("child", "flood", [.. NumberBytes(Flood), .. NumberBytes(FloodBytes)]);
        await watcher.UntilAsync(async () => long.Parse(await AskAsync(watcher, "child", "refused"), CultureInfo.InvariantCulture) > 0, "the child's queue is full");
        Task<ServerReply>[] replies = [.. Enumerable.Range(0, Requests).Select(i => parent.RequestAsync("child", "echo", NumberBytes(i)).AsTask())];
        await SendOrderedAsync(parent, "child", 1);
        await watcher.UntilAsync(async () => await StatsAsync(watcher, "child") == "1 0", "the child has handled the requests");
        reads.Set();

        foreach ((Task<ServerReply> reply, int number) in replies.Select((r, i) => (r, i)))
        {
            using ServerReply received = await reply;
            Assert.Equal(number, Number(received.Payload.Span));
        }

        (await flood).Dispose();
        Assert.Equal(Flood, next);
        Assert.Equal(0, parent.Mesh.PendingRequests);
        Assert.Equal(0, parent.Counter("mesh.lost") + parent.Counter("requests.late-replies"));
        Assert.Equal(0, await child.QuitAsync());
    }

    [Fact]
    [Reaches(nameof(EngineLimits.PeerQueueMessagesMax))]
    public async Task Defect9_StoppedPeer_QueueFull_SentIsDeliveredPlusRefusedPlusLostAndOthersGoOn()
    {
        EngineLimits limits = EngineLimits.Default with { PeerQueueMessagesMax = 200, ServerRequestTimeout = MeshNode.Deadline };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode parent = await MeshNode.StartAsync("parent", directory, limits, o => o with { SendHighWaterMark = 10 });
        using PeerProcess stopped = await PeerProcess.StartAsync("stopped", PeerProcess.PeersOf(parent));
        using PeerProcess live = await PeerProcess.StartAsync("live", PeerProcess.PeersOf(parent));
        await AnnounceAsync(directory, stopped.Entry, live.Entry);
        await parent.UntilReachableAsync("stopped");
        await parent.UntilReachableAsync("live");
        stopped.Stop();

        int accepted = 0;
        int refused = 0;
        byte[] payload = new byte[64 * 1024];
        for (int attempt = 0; refused < 2_000; attempt++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(payload, accepted);
            SendResult result = parent.Mesh.Send("stopped", new RouteHeader("order"), payload);
            accepted += result == SendResult.Accepted ? 1 : 0;
            refused += result == SendResult.RefusedFull ? 1 : 0;
            Assert.NotEqual(SendResult.Unreachable, result);
            if (attempt % 100 == 0)
            {
                await Task.Yield();
            }
        }

        ServerRequestException? busy = await parent.FailureOfAsync("stopped", "echo");
        await SendOrderedAsync(parent, "live", 5_000);
        await parent.UntilReachableAsync("live");
        await RequestManyAsync(parent, "live", 500);
        Assert.Equal("5000 0", await StatsAsync(parent, "live"));
        Assert.True(parent.Counter("mesh.refused-full") > refused);
        Assert.Equal(ErrorCodes.ServerBusy, busy?.ErrorCode);

        stopped.Continue();
        await parent.UntilAsync(async () => await parent.FailureOfAsync("stopped", "echo") is null, "the peer takes requests again");
        Assert.Equal($"{accepted} 0", await StatsAsync(parent, "stopped"));
        Assert.Equal(0, parent.Counter("mesh.lost"));
    }

    [Fact]
    public async Task Defect9_KilledPeer_QueueFull_EveryAcceptedMessageCountsAsLostAndRequestsFailByName()
    {
        EngineLimits limits = EngineLimits.Default with { PeerQueueMessagesMax = 100 };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode parent = await MeshNode.StartAsync("parent", directory, limits, o => o with { SendHighWaterMark = 10 });
        using PeerProcess child = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent));
        await AnnounceAsync(directory, child.Entry);
        await parent.UntilReachableAsync("child");
        await StatsAsync(parent, "child");
        child.Stop();
        ValueTask<ServerReply> pending = parent.RequestAsync("child", "mute");
        int accepted = 1;
        byte[] payload = new byte[64 * 1024];
        while (parent.Mesh.Send("child", new RouteHeader("order"), payload) == SendResult.Accepted)
        {
            accepted++;
        }

        child.Kill();
        ServerRequestException failure = await Assert.ThrowsAsync<ServerRequestException>(async () => await pending);
        Assert.Equal(ErrorCodes.ServerNotFound, failure.ErrorCode);
        await parent.UntilAsync(() => parent.Mesh.Send("child", new RouteHeader("order"), payload.AsSpan(0, 4)) == SendResult.Unreachable, "the peer is unreachable");

        // A process of the same name says what never reached it. What the dead one answered just before is not known to be handled.
        using PeerProcess again = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent), child.Address);
        await parent.UntilReachableAsync("child");
        await parent.UntilAsync(() => parent.Counter("mesh.lost") >= accepted, "the losses are counted");
        Assert.InRange(parent.Counter("mesh.lost"), accepted, parent.Counter("mesh.sent") + 200);
        Assert.Equal("0 0", await StatsAsync(parent, "child"));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ServerRequestTimeout))]
    public async Task LateReply_AfterTimeOut_IsCountedAndDropped()
    {
        EngineLimits limits = EngineLimits.Default with { ServerRequestTimeout = TimeSpan.FromMilliseconds(300) };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode parent = await MeshNode.StartAsync("parent", directory, limits);
        using PeerProcess child = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent));
        await AnnounceAsync(directory, child.Entry);
        await parent.UntilReachableAsync("child");
        child.Stop();
        long timeouts = parent.Counter("requests.timeouts");
        long late = parent.Counter("requests.late-replies");

        Task<ServerRequestException?>[] requests = [.. Enumerable.Range(0, 100).Select(i => parent.FailureOfAsync("child", "echo", NumberBytes(i)))];
        ServerRequestException?[] failures = await Task.WhenAll(requests);
        child.Continue();

        Assert.All(failures, f => Assert.Equal(ErrorCodes.RequestTimeout, f?.ErrorCode));
        await parent.UntilAsync(() => parent.Counter("requests.late-replies") - late == 100, "all late replies are counted");
        Assert.Equal(100, parent.Counter("requests.timeouts") - timeouts);
        Assert.Equal(0, parent.Mesh.PendingRequests);
        await parent.UntilAsync(() => parent.Pool.Rented == parent.Pool.Returned, "every buffer is back");
    }

    internal static async Task AnnounceAsync(InMemoryServerDirectory directory, params ServerEntry[] servers)
    {
        foreach (ServerEntry server in servers)
        {
            await directory.ExchangeAsync(server, CancellationToken.None);
        }
    }

    internal static byte[] NumberBytes(int number) => BitConverter.GetBytes(number);

    /// <summary>Sends numbered messages, waiting where the queue is full.</summary>
    private static async Task SendOrderedAsync(MeshNode node, string serverId, int count)
    {
        byte[] payload = new byte[4];
        for (int i = 0; i < count; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(payload, i);
            while (node.Mesh.Send(serverId, new RouteHeader("order"), payload) == SendResult.RefusedFull)
            {
                await Task.Yield();
            }
        }
    }

    /// <summary>Requests, waiting where the queue is full; every reply must be that of its request.</summary>
    internal static async Task RequestManyAsync(MeshNode node, string serverId, int count)
    {
        const int Parallel = 64;
        int next = -1;
        await Task.WhenAll(Enumerable.Range(0, Parallel).Select(async _ =>
        {
            for (int i = Interlocked.Increment(ref next); i < count; i = Interlocked.Increment(ref next))
            {
                using ServerReply reply = await RequestWithRoomAsync(node, serverId, NumberBytes(i));
                Assert.Equal(i, Number(reply.Payload.Span));
            }
        }));
    }

    // What was sent before may still fill the queue: a refused request was not sent, and is asked again.
    private static async Task<ServerReply> RequestWithRoomAsync(MeshNode node, string serverId, byte[] payload)
    {
        while (true)
        {
            try
            {
                return await node.RequestAsync(serverId, "echo", payload);
            }
            catch (ServerRequestException refused) when (refused.ErrorCode == ErrorCodes.ServerBusy)
            {
                await Task.Yield();
            }
        }
    }

    private static Task<string> StatsAsync(MeshNode node, string serverId) => AskAsync(node, serverId, "stats");

    private static async Task<string> AskAsync(MeshNode node, string serverId, string msgId)
    {
        using ServerReply reply = await node.RequestAsync(serverId, msgId);
        return System.Text.Encoding.UTF8.GetString(reply.Payload.Span);
    }

    private static int Number(ReadOnlySpan<byte> payload) => BinaryPrimitives.ReadInt32LittleEndian(payload);
}
