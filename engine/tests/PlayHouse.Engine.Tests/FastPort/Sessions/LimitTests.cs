using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Sessions;

namespace PlayHouse.FastPort.Tests.Sessions;

/// <summary>Every limit and every reason to close, on the default strategies.</summary>
public sealed class LimitTests
{
    [Theory]
    [InlineData("0000", "closed.frame-too-small")]
    [InlineData("0100", "closed.frame-too-small")]
    [InlineData("0500", "closed.frame-too-small")]
    [InlineData("6500", "closed.frame-too-large")]
    [InlineData("ffff", "closed.frame-too-large")]
    [InlineData("060002000000", "closed.unknown-packet")]
    [InlineData("070001000000ff", "closed.malformed-body")]
    public async Task Bytes_ThatAreNoRequest_CloseThisConnectionOnly(string hex, string reason)
    {
        await using FastPortServer server = Servers.Start(StrategySelection.Default, new FastPortLimits { FrameBytesMax = 100 });
        await using FastPortClient bystander = await Servers.ConnectAsync(server, StrategySelection.Default);
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        await peer.SendAsync(RawPeer.Request(1, 20));
        await peer.ReadAsync(1, 20);
        await peer.SendAsync(Convert.FromHexString(hex));

        Assert.True(await peer.IsEndedAsync());
        await server.UntilAsync(reason, 1);
        Assert.True((await bystander.EchoAsync(new byte[] { 1 })).IsOk);
        Assert.Equal(1, server.ReadCounters()["connections.open"]);
    }

    [Fact]
    public async Task Connections_AboveTheLimit_AreRefusedAndCounted()
    {
        await using FastPortServer server = Servers.Start(StrategySelection.Default, new FastPortLimits { ConnectionsMax = 2 });
        using RawPeer first = await RawPeer.ConnectAsync(server.EndPoint);
        using RawPeer second = await RawPeer.ConnectAsync(server.EndPoint);
        await server.UntilAsync("connections.open", 2);
        using RawPeer third = await RawPeer.ConnectAsync(server.EndPoint);

        Assert.True(await third.IsEndedAsync());
        Assert.Equal(1, server.ReadCounters()["connections.refused"]);
        first.Dispose();
        await server.UntilAsync("closed.peer-closed", 1);
        using RawPeer fourth = await RawPeer.ConnectAsync(server.EndPoint);
        await fourth.SendAsync(RawPeer.Request(1, 3));
        Assert.NotNull(await fourth.ReadAsync(1, 3));
    }

    [Fact]
    public async Task LargestRequest_WhoseResponseDoesNotFit_IsAnsweredWithoutData()
    {
        FastPortLimits limits = new();
        await using FastPortServer server = Servers.Start(StrategySelection.Default, limits);
        await using FastPortClient client = await Servers.ConnectAsync(server, StrategySelection.Default);
        int largest = 65_535;
        while (true)
        {
            // What the client may send at most depends on the length of its time stamp.
            try
            {
                EchoReply reply = await client.EchoAsync(new byte[largest]);
                Assert.False(reply.IsOk);
                Assert.True(reply.Data.IsEmpty);
                break;
            }
            catch (ArgumentException)
            {
                largest--;
            }
        }

        EchoReply smaller = await client.EchoAsync(new byte[65_000]);
        Assert.True(smaller.IsOk);
        Assert.Equal(65_000, smaller.Data.Length);
        Assert.True(largest > 65_450, $"{largest} bytes");
    }

    [Theory]
    [InlineData("buffer-block")]
    [InlineData("channel-bounded")]
    public async Task Queue_OfOneItem_LosesNothing(string id)
    {
        StrategySelection selection = StrategySelection.Default.With("mailbox", Selections.Choice(id, ("capacity", 1)));
        await using FastPortServer server = Servers.Start(selection);
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        Task sending = peer.SendAsync(Enumerable.Range(1, 3_000).SelectMany(i => RawPeer.Request((ulong)i, 10)).ToArray());
        for (int i = 1; i <= 3_000; i++)
        {
            Assert.NotNull(await peer.ReadAsync((ulong)i, 10));
        }

        await sending;
        Assert.Contains("capacity=1", server.BuiltStrategies["mailbox"], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Peer_ThatBreaksTheConnection_IsCountedOnce()
    {
        await using FastPortServer server = Servers.Start(StrategySelection.Default);
        using RawPeer peer = await RawPeer.ConnectAsync(server.EndPoint);
        await peer.SendAsync(RawPeer.Request(1, 3));
        await peer.ReadAsync(1, 3);
        peer.Socket.LingerState = new LingerOption(true, 0);
        peer.Dispose();

        await server.UntilAsync("closed.receive-failed", 1);
        Assert.Equal(0, server.ReadCounters()["connections.open"]);
    }

    [Fact]
    public async Task Client_WhoseServerIsGone_FailsItsWaitAndItsNextRequest()
    {
        FastPortServer server = Servers.Start(StrategySelection.Default);
        await using FastPortClient client = await Servers.ConnectAsync(server, StrategySelection.Default);
        Assert.True((await client.EchoAsync(new byte[] { 1 })).IsOk);
        await server.DisposeAsync();

        await Assert.ThrowsAsync<IOException>(async () =>
        {
            while (true)
            {
                await client.EchoAsync(new byte[] { 2 }).WaitAsync(Wait.Deadline);
            }
        });
        await Assert.ThrowsAsync<IOException>(() => client.EchoAsync(new byte[] { 3 }).WaitAsync(Wait.Deadline));
    }

    [Fact]
    public async Task Echo_Cancelled_DropsItsResponseAndTheConnectionGoesOn()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        await using FastPortClient client = await FastPortClient.ConnectAsync((IPEndPoint)listener.LocalEndPoint!, StrategySelection.Default, new FastPortLimits(), recordHops: false);
        using Socket server = await listener.AcceptAsync();
        using CancellationTokenSource cancelling = new();
        Task<EchoReply> first = client.EchoAsync(new byte[] { 1 }, cancelling.Token);
        Assert.False(first.IsCompleted);
        await cancelling.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first.WaitAsync(Wait.Deadline));

        // The server answers both, the cancelled one too.
        Task<EchoReply> second = client.EchoAsync(new byte[] { 2 });
        await server.SendAsync(Convert.FromHexString("0c00010000000a02080110010c00010000000a0208021001"));
        Assert.Equal(2UL, (await second.WaitAsync(Wait.Deadline)).RequestId);
        Assert.Equal(1, client.ReadCounters()["responses.unmatched"]);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => client.EchoAsync(new byte[] { 3 }, cancelling.Token));
    }

    [Fact]
    public async Task Counters_BeforeTheFirstConnection_AreThereAndZero()
    {
        await using FastPortServer fresh = Servers.Start(StrategySelection.Default);
        await using FastPortServer used = Servers.Start(StrategySelection.Default);
        await using FastPortClient client = await Servers.ConnectAsync(used, StrategySelection.Default);
        await client.EchoAsync(new byte[] { 1 });

        Assert.All(fresh.ReadCounters(), c => Assert.Equal(0, c.Value));
        Assert.Equal(used.ReadCounters().Keys, fresh.ReadCounters().Keys);
    }

    [Fact]
    public void Limits_Illegal_AreAllReportedAtStart()
    {
        FastPortLimits limits = new() { ConnectionsMax = 0, FrameBytesMax = 70_000, ReceiveBufferBytesMax = 10, QueueBytesMax = 10, SendBufferBytesMax = -1 };
        ArgumentException error = Assert.Throws<ArgumentException>(() => Servers.Start(StrategySelection.Default, limits));
        foreach (string name in new[] { "ConnectionsMax", "FrameBytesMax", "ReceiveBufferBytesMax", "QueueBytesMax", "SendBufferBytesMax" })
        {
            Assert.Contains(name, error.Message, StringComparison.Ordinal);
        }

        Assert.Empty(new FastPortLimits().Validate());
    }

    [Fact]
    public void CloseReasons_Names_AreOnePerReason()
    {
        Assert.Equal(Enum.GetValues<CloseReason>().Length, CloseReasons.Names.Count);
        Assert.Equal(CloseReasons.Names.Count, CloseReasons.Names.Distinct().Count());
    }
}
