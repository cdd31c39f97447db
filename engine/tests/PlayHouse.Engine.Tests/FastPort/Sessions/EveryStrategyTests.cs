using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Tests.Sessions;

/// <summary>What holds for a connection whatever it is built from: over every strategy of every seam and every preset.</summary>
public sealed class EveryStrategyTests
{
    private const int DataBytes = 24;

    public static TheoryData<string> All => Selections.All;

    [Theory]
    [MemberData(nameof(All))]
    public async Task TwoFrames_SplitAnywhere_AreAnsweredInOrder(string name)
    {
        await using FastPortServer server = Servers.Start(Selections.Parse(name));
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        byte[] stream = [.. RawPeer.Request(1, DataBytes), .. RawPeer.Request(2, DataBytes)];
        long sent = 0;
        for (int cut = 1; cut < stream.Length; cut++)
        {
            await peer.SendAsync(stream.AsMemory(0, cut));

            // The first part has left the socket before the second is sent: the two never come in one receive.
            await server.UntilAsync("bytes.in", sent + cut);
            await peer.SendAsync(stream.AsMemory(cut));
            sent += stream.Length;
            await peer.ReadAsync(1, DataBytes);
            await peer.ReadAsync(2, DataBytes);
        }

        await server.UntilAsync("messages.completed", 2 * (stream.Length - 1));
        IReadOnlyDictionary<string, long> counters = server.ReadCounters();
        Assert.Equal(2 * (stream.Length - 1), counters["messages.completed"]);
        Assert.Equal(sent, counters["bytes.in"]);
        Assert.Equal(1, counters["connections.open"]);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Firehose_SmallLimits_LosesNothingAndKeepsOrder(string name)
    {
        const int Requests = 4_000;
        FastPortLimits limits = new() { FrameBytesMax = 2048, ReceiveBufferBytesMax = 2048, QueueBytesMax = 4096, SendBufferBytesMax = 64 << 20 };
        await using FastPortServer server = Servers.Start(Selections.Parse(name), limits);
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        byte[] stream = [.. Enumerable.Range(1, Requests).SelectMany(i => RawPeer.Request((ulong)i, i % 100))];
        Task sending = peer.SendAsync(stream);
        for (int i = 1; i <= Requests; i++)
        {
            Assert.NotNull(await peer.ReadAsync((ulong)i, i % 100));
        }

        await sending;
        await server.UntilAsync("messages.completed", Requests);
        IReadOnlyDictionary<string, long> counters = server.ReadCounters();
        Assert.Equal(Requests, counters["messages.completed"]);
        Assert.Equal(stream.Length, counters["bytes.in"]);
        Assert.True(counters["receive-buffer.pauses"] > 0, Servers.Text(counters));
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task PeerThatDoesNotRead_SendBufferFull_IsClosedAndCounted(string name)
    {
        await using FastPortServer server = Servers.Start(Selections.Parse(name), new FastPortLimits { SendBufferBytesMax = 65_535 });
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        byte[] requests = [.. Enumerable.Range(1, 8).SelectMany(i => RawPeer.Request((ulong)i, 32_000))];
        while (server.ReadCounters()["closed.send-buffer-full"] == 0)
        {
            try
            {
                await peer.SendAsync(requests);
            }
            catch (SocketException)
            {
                break;
            }
        }

        await server.UntilAsync("closed.send-buffer-full", 1);
        Assert.Equal(0, server.ReadCounters()["connections.open"]);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task PeerEndsItsStream_BetweenFrames_IsAnsweredAndThenClosed(string name)
    {
        const int Requests = 50;
        await using FastPortServer server = Servers.Start(Selections.Parse(name));
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        await peer.SendAsync(Enumerable.Range(1, Requests).SelectMany(i => RawPeer.Request((ulong)i, DataBytes)).ToArray());
        peer.Socket.Shutdown(SocketShutdown.Send);
        for (int i = 1; i <= Requests; i++)
        {
            Assert.NotNull(await peer.ReadAsync((ulong)i, DataBytes));
        }

        Assert.True(await peer.IsEndedAsync());
        await server.UntilAsync("closed.peer-closed", 1);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task PeerEndsItsStream_WithinAFrame_IsClosedAndCounted(string name)
    {
        await using FastPortServer server = Servers.Start(Selections.Parse(name));
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        await peer.SendAsync(RawPeer.Request(1, DataBytes).AsMemory(0, 9));
        peer.Socket.Shutdown(SocketShutdown.Send);

        Assert.True(await peer.IsEndedAsync());
        await server.UntilAsync("closed.in-frame", 1);
        Assert.Equal(0, server.ReadCounters()["messages.completed"]);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Dispose_WhileBusy_EndsEveryLoopAndFailsEveryWait(string name)
    {
        StrategySelection selection = Selections.Parse(name);
        FastPortServer server = Servers.Start(selection);
        FastPortClient[] clients = [await Servers.ConnectAsync(server, selection), await Servers.ConnectAsync(server, selection)];
        Task<int>[] busy = [.. clients.SelectMany(c => new[] { EchoUntilClosedAsync(c), EchoUntilClosedAsync(c) })];
        await server.UntilAsync("messages.completed", 20);

        await server.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);
        int[] echoes = await Task.WhenAll(busy).WaitAsync(Wait.Deadline);
        foreach (FastPortClient client in clients)
        {
            await client.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);
        }

        IReadOnlyDictionary<string, long> counters = server.ReadCounters();
        Assert.True(counters["messages.completed"] >= echoes.Sum(), Servers.Text(counters));
        Assert.Equal(0, counters["connections.open"]);
        Assert.Equal(2, counters.Where(c => c.Key.StartsWith("closed.", StringComparison.Ordinal)).Sum(c => c.Value));
        Assert.Equal(0, counters["closed.faulted"]);
        await server.DisposeAsync();
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Counters_OfAMessage_ProveEverySeam(string name)
    {
        const int Echoes = 20;
        StrategySelection selection = Selections.Parse(name);
        await using FastPortServer server = Servers.Start(selection);
        await using FastPortClient client = await Servers.ConnectAsync(server, selection);
        for (int i = 0; i < Echoes; i++)
        {
            EchoReply reply = await client.EchoAsync(new byte[] { (byte)i, 7 }).WaitAsync(Wait.Deadline);
            Assert.True(reply.IsOk);
            Assert.Equal([(byte)i, 7], reply.Data.ToArray());
            Assert.Equal((ulong)(i + 1), reply.RequestId);
            Assert.True(reply.ClientSendTicks <= reply.ServerReceivedTicks && reply.ServerReceivedTicks <= reply.ServerSendTicks && reply.ServerSendTicks <= reply.ClientReceivedTicks);
        }

        // A side counts a step after it has taken it: the other one may be further already.
        await server.UntilAsync("messages.completed", Echoes);
        await server.UntilAsync("socket.writes", Echoes);
        await Wait.UntilAsync(() => client.ReadCounters()["socket.writes"] >= Echoes, () => Servers.Text(client.ReadCounters()));
        foreach (IReadOnlyDictionary<string, long> counters in new[] { server.ReadCounters(), client.ReadCounters() })
        {
            foreach (string seam in server.BuiltStrategies.Keys)
            {
                Assert.Equal(Echoes, counters[$"seam.{seam}"]);
            }

            foreach (StrategyDescriptor strategy in FastPortCatalog.Seams.SelectMany(s => s.Strategies))
            {
                bool isBuilt = server.BuiltStrategies.TryGetValue(strategy.Seam, out string? built) && built.Split('{')[0] == strategy.Id;
                Assert.All(strategy.Counters, c => Assert.Equal(isBuilt, counters.GetValueOrDefault(c.Name) >= Math.Max(1, c.MinPerMessage * Echoes)));
            }

            Assert.Equal(server.BuiltStrategies.ContainsKey("lock"), counters["lock.entries"] > 0);
            Assert.Equal(Echoes, counters["socket.writes"]);
            Assert.InRange(counters["socket.reads"], Echoes, counters["bytes.in"]);
        }

        Assert.Equal(Echoes, server.ReadCounters()["messages.completed"]);
        Assert.Equal(server.ReadCounters()["bytes.in"], client.ReadCounters()["bytes.out"]);
        Assert.Equal(server.ReadCounters()["bytes.out"], client.ReadCounters()["bytes.in"]);
    }

    private static async Task<int> EchoUntilClosedAsync(FastPortClient client)
    {
        byte[] data = new byte[100];
        for (int echoes = 0; ; echoes++)
        {
            try
            {
                await client.EchoAsync(data);
            }
            catch (IOException)
            {
                return echoes;
            }
        }
    }
}
