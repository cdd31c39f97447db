using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Sessions;

namespace PlayHouse.FastPort.Tests.Sessions;

/// <summary>Back-pressure and failures, made certain by a handler that waits at a gate.</summary>
public sealed class SessionTests
{
    public static TheoryData<string> All => Selections.All;

    [Theory]
    [MemberData(nameof(All))]
    public async Task HandlerThatWaits_EveryLimit_HoldsBackTheOneBefore(string name)
    {
        const int Packets = 300;
        FastPortLimits limits = new() { FrameBytesMax = 1000, ReceiveBufferBytesMax = 2000, QueueBytesMax = 1064 };
        await using GatedSession gated = await GatedSession.CreateAsync(Selections.Parse(name), limits);
        gated.Session.Start(_ => { });
        byte[] stream = [.. Enumerable.Range(1, Packets).SelectMany(i => RawPeer.Request((ulong)i, 600))];
        Task sending = SendAsync(gated.Peer, stream);
        await gated.UntilAsync("queue.pauses", 1);
        await gated.UntilAsync("receive-buffer.pauses", 1);

        // One packet at the gate, one in the queue, one in the parser's hand, the rest in buffers that are full.
        Assert.Equal(0, gated.Count("messages.completed"));
        Assert.InRange(gated.Count("seam.receive-buffer"), 1, 3);
        Assert.InRange(gated.Count("bytes.in"), 1, (3 * 1000) + 2000 + 8192);
        gated.Gate.Set();
        await sending;
        await gated.UntilAsync("messages.completed", Packets);
        Assert.Equal(stream.Length, gated.Count("bytes.in"));
        Assert.Equal(CloseReason.None, gated.Session.Reason);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Close_WhileEveryLoopWaits_EndsThemAll(string name)
    {
        FastPortLimits limits = new() { FrameBytesMax = 1000, ReceiveBufferBytesMax = 2000, QueueBytesMax = 1064 };
        GatedSession gated = await GatedSession.CreateAsync(Selections.Parse(name), limits);
        int ends = 0;
        gated.Session.Start(_ => Interlocked.Increment(ref ends));
        Task sending = SendAsync(gated.Peer, [.. Enumerable.Range(1, 20).SelectMany(i => RawPeer.Request((ulong)i, 600))]);
        await gated.UntilAsync("receive-buffer.pauses", 1);
        await sending;

        await gated.DisposeAsync();
        Assert.Equal(1, ends);
        Assert.Equal(CloseReason.Disposed, gated.Session.Reason);
        Assert.False(gated.Session.TrySend([1], null));
    }

    [Fact]
    public async Task Handler_ThatThrows_ClosesAsFaulted()
    {
        await using GatedSession gated = await GatedSession.CreateAsync(StrategySelection.Default, new FastPortLimits(), isFailing: true);
        gated.Gate.Set();
        gated.Session.Start(_ => { });
        await SendAsync(gated.Peer, RawPeer.Request(1, 5));
        await gated.Session.Completion.WaitAsync(Wait.Deadline);
        Assert.Equal(CloseReason.Faulted, gated.Session.Reason);
    }

    [Fact]
    public async Task Socket_ThatCannotSend_ClosesAsSendFailed()
    {
        await using GatedSession gated = await GatedSession.CreateAsync(StrategySelection.Default, new FastPortLimits());
        gated.Ours.Shutdown(SocketShutdown.Send);
        gated.Session.Start(_ => { });
        Assert.True(gated.Session.TrySend([1, 2, 3], null));
        await gated.Session.Completion.WaitAsync(Wait.Deadline);
        Assert.Equal(CloseReason.SendFailed, gated.Session.Reason);
    }

    [Fact]
    public async Task Close_Twice_KeepsTheFirstReason()
    {
        await using GatedSession gated = await GatedSession.CreateAsync(StrategySelection.Default, new FastPortLimits());
        gated.Session.Start(_ => { });
        gated.Session.Close(CloseReason.UnknownPacket);
        gated.Session.Close(CloseReason.Faulted);
        await gated.Session.Completion.WaitAsync(Wait.Deadline);
        Assert.Equal(CloseReason.UnknownPacket, gated.Session.Reason);
    }

    private static async Task SendAsync(Socket socket, byte[] bytes)
    {
        using CancellationTokenSource deadline = new(Wait.Deadline);
        int sent = 0;
        while (sent < bytes.Length)
        {
            sent += await socket.SendAsync(bytes.AsMemory(sent), deadline.Token);
        }
    }
}
