using System.Net;
using System.Net.Sockets;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>One bad connection does not end what accepts the others.</summary>
public sealed class ListenerTests
{
    [Fact]
    public async Task Accepted_ThatThrows_ClosesThatConnectionAndTakesTheNext()
    {
        using var loop = new EventLoop();
        NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        EndPoint address = socket.LocalEndPoint!;
        int open = OpenDescriptors.Count;
        List<NonBlockingSocket> taken = [];
        int calls = 0;
        int ends = 0;
        var listener = new Listener(loop, socket, s => { if (++calls == 1) { throw new InvalidOperationException("not this one"); } taken.Add(s); }, _ => ends++);
        listener.Start();
        loop.Start();
        using var bad = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        using var good = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

        await bad.ConnectAsync(address);
        Assert.Equal(0, await Until.DoneAsync(bad.ReceiveAsync(new byte[1].AsMemory()).AsTask()));
        await good.ConnectAsync(address);
        Until.True(() => OpenDescriptors.Count == open + 1, "the next is taken, the first one's descriptor is closed");

        Assert.Equal((2, 1, 0), await loop.RunAsync(() => (calls, taken.Count, ends)));
        Assert.Equal((1, 1), (listener.Faults, loop.Counters.Faults));
        taken[0].Dispose();
    }

    [Theory]
    [InlineData(71, "a protocol error of one connection")]
    [InlineData(100, "a network that is down")]
    [InlineData(101, "an unreachable network")]
    [InlineData(113, "an unreachable host")]
    [InlineData(1, "a firewall's refusal")]
    [InlineData(133, "an error that is not known here")]
    public void AcceptThatFails_ForOneConnection_IsCountedAndTriedAgain(int errno, string what)
    {
        using var loop = new EventLoop();
        NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        EndPoint address = socket.LocalEndPoint!;
        int ends = 0;
        var listener = new Listener(loop, socket, s => s.Dispose(), _ => ends++);
        listener.Start();
        var denied = DeniedCall.Accept(errno);
        Assert.True(loop.Post(denied));
        loop.Start();
        Until.True(() => denied.IsSet, "accepting fails");
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

        client.Connect(address);

        Until.True(() => listener.Refusals > 2, $"{what} is counted and accepting tried again");
        Assert.Equal((0, 0), (Volatile.Read(ref ends), loop.Counters.Faults));
        Assert.Equal(0, listener.Shortages);
    }

    [Fact]
    public void AcceptThatFails_BecauseTheSocketDoesNotListen_EndsTheListenerAndSaysWhy()
    {
        using var loop = new EventLoop();
        NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        EndPoint address = socket.LocalEndPoint!;
        Exception? end = null;
        var listener = new Listener(loop, socket, s => s.Dispose(), e => Volatile.Write(ref end, e));
        listener.Start();
        var denied = DeniedCall.Accept(22);
        Assert.True(loop.Post(denied));
        loop.Start();
        Until.True(() => denied.IsSet, "accepting fails");
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

        client.Connect(address);

        Until.True(() => Volatile.Read(ref end) is not null, "the owner is told");
        Assert.Equal(SocketError.InvalidArgument, Assert.IsType<SocketException>(end).SocketErrorCode);
    }
}
