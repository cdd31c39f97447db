using System.Net;
using System.Net.Sockets;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>Real connections against sockets of the system's own library: what comes back is byte for byte what was sent.</summary>
public sealed class EchoTests
{
    [Fact]
    public async Task Echo_ThousandsOfConnections_EachGetsItsOwnBytes()
    {
        const int Connections = 2_000;
        using var server = new EchoServer();
        var sockets = new Socket[Connections];
        try
        {
            for (int i = 0; i < Connections; i++)
            {
                sockets[i] = await ConnectAsync(server);
                await sockets[i].SendAsync(BitConverter.GetBytes(i));
            }

            for (int i = 0; i < Connections; i++)
            {
                Assert.Equal(i, BitConverter.ToInt32(await ReceiveAsync(sockets[i], sizeof(int))));
            }

            Assert.Equal(Connections, await server.CountAsync());
            Assert.Equal(Connections + 1, server.Loop.Counters.Registrations);
        }
        finally
        {
            foreach (Socket? socket in sockets)
            {
                socket?.Dispose();
            }
        }

        Until.True(() => server.Farewells == Connections, "every session saw its client leave");
    }

    [Fact]
    public async Task Echo_ClientThatDoesNotRead_FillsTheSocketAndGetsEveryByteInTheEnd()
    {
        const int Bytes = 32 * 1024 * 1024;
        using var server = new EchoServer(receiveBytes: 64 * 1024);
        using Socket client = await ConnectAsync(server);
        byte[] sent = new byte[Bytes];
        new Random(1).NextBytes(sent);

        Task sending = SendAllAsync(client, sent);
        Until.True(() => server.Blocked > 0, "the client's window is full");
        byte[] received = await ReceiveAsync(client, Bytes);
        await sending;

        Assert.Equal(sent, received);
    }

    [Fact]
    public async Task Echo_OneByteAtATime_ArrivesInOrder()
    {
        using var server = new EchoServer(receiveBytes: 1);
        using Socket client = await ConnectAsync(server);
        byte[] text = "in pieces, and in order"u8.ToArray();

        foreach (byte b in text)
        {
            await client.SendAsync(new[] { b });
        }

        Assert.Equal(text, await ReceiveAsync(client, text.Length));
    }

    [Fact]
    public async Task HalfClose_BehindBytes_AnswersThemAndThenEnds()
    {
        using var server = new EchoServer();
        using Socket client = await ConnectAsync(server);

        await client.SendAsync("last words"u8.ToArray());
        client.Shutdown(SocketShutdown.Send);

        Assert.Equal("last words"u8.ToArray(), await ReceiveAsync(client, 10));
        Assert.Equal(0, await client.ReceiveAsync(new byte[1]));
        Until.True(() => server.Farewells == 1, "the end was seen once");
    }

    [Fact]
    public async Task Reset_ByThePeer_EndsThatSessionAlone()
    {
        using var server = new EchoServer();
        using Socket other = await ConnectAsync(server);
        for (int i = 0; i < 100; i++)
        {
            using Socket client = await ConnectAsync(server);
            await client.SendAsync(new byte[1]);
            client.LingerState = new LingerOption(true, 0);
        }

        Until.True(() => server.Resets + server.Farewells == 100, "every session was told");
        await other.SendAsync("alive"u8.ToArray());
        Assert.Equal("alive"u8.ToArray(), await ReceiveAsync(other, 5));
        Assert.Equal(1, await server.CountAsync());
        Assert.Equal(0, server.Loop.Counters.Faults);
    }

    [Fact]
    public async Task Send_ToAPeerThatIsGone_IsAnErrorAndNoSignal()
    {
        using NonBlockingSocket listening = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(listening.LocalEndPoint!);
        NonBlockingSocket accepted = null!;
        Until.True(() => (accepted = listening.Accept(out _)!) is not null, "the connection waits");
        client.LingerState = new LingerOption(true, 0);
        client.Dispose();

        IoResult result = default;
        Until.True(() => !(result = accepted.Send(new byte[1])).IsDone, "the reset has come");
        IoResult second = accepted.Send(new byte[1]);
        accepted.Dispose();

        Assert.Contains(result.Error, new[] { SocketError.ConnectionReset, SocketError.Shutdown });
        Assert.Equal(SocketError.Shutdown, second.Error);
    }

    [Fact]
    public async Task Connect_ByTheLibrary_ReachesAServerOfTheSystem()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using var loop = new EventLoop();
        loop.Start();
        var connected = new TaskCompletionSource<SocketError>(TaskCreationOptions.RunContinuationsAsynchronously);
        NonBlockingSocket socket = await loop.RunAsync(() => Connect(loop, listener.LocalEndPoint!, connected));

        using Socket accepted = await listener.AcceptAsync();

        Assert.Equal(SocketError.Success, await Until.DoneAsync(connected.Task));
        Assert.Equal(accepted.RemoteEndPoint, socket.LocalEndPoint);
        Assert.Equal(listener.LocalEndPoint, socket.RemoteEndPoint);
        await loop.RunAsync(socket.Dispose);
    }

    [Fact]
    public async Task Connect_ToANamedPipe_CarriesBytes()
    {
        string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.sock");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen();
        using var loop = new EventLoop();
        loop.Start();
        var connected = new TaskCompletionSource<SocketError>(TaskCreationOptions.RunContinuationsAsynchronously);
        NonBlockingSocket socket = await loop.RunAsync(() => Connect(loop, new UnixDomainSocketEndPoint(path), connected));
        using Socket accepted = await listener.AcceptAsync();
        Assert.Equal(SocketError.Success, await Until.DoneAsync(connected.Task));

        await loop.RunAsync(() => socket.Send("through"u8));

        Assert.Equal("through"u8.ToArray(), await ReceiveAsync(accepted, 7));
        await loop.RunAsync(socket.Dispose);
        File.Delete(path);
    }

    [Fact]
    public async Task Connect_WhereNothingListens_IsRefused()
    {
        EndPoint nowhere;
        using (NonBlockingSocket shortLived = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 1))
        {
            nowhere = shortLived.LocalEndPoint!;
        }

        using var loop = new EventLoop();
        loop.Start();
        var connected = new TaskCompletionSource<SocketError>(TaskCreationOptions.RunContinuationsAsynchronously);
        NonBlockingSocket socket = await loop.RunAsync(() => Connect(loop, nowhere, connected));

        Assert.Equal(SocketError.ConnectionRefused, await Until.DoneAsync(connected.Task));
        await loop.RunAsync(socket.Dispose);
    }

    private static NonBlockingSocket Connect(EventLoop loop, EndPoint address, TaskCompletionSource<SocketError> connected)
    {
        NonBlockingSocket socket = NonBlockingSocket.Open(address.AddressFamily);
        Assert.Contains(socket.BeginConnect(address), new[] { SocketError.Success, SocketError.InProgress });
        Registration? registration = null;
        var handler = new Handler();
        handler.Ready = _ =>
        {
            registration!.Remove();
            connected.TrySetResult(socket.TakeError());
        };
        registration = loop.Add(socket, handler);
        return socket;
    }

    private static async Task<Socket> ConnectAsync(EchoServer server)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(server.Address);
        return socket;
    }

    private static async Task SendAllAsync(Socket socket, ReadOnlyMemory<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            bytes = bytes[await socket.SendAsync(bytes)..];
        }
    }

    private static async Task<byte[]> ReceiveAsync(Socket socket, int count)
    {
        byte[] received = new byte[count];
        for (int have = 0; have < count;)
        {
            int more = await Until.DoneAsync(socket.ReceiveAsync(received.AsMemory(have)).AsTask());
            Assert.True(more > 0, "the server ended early");
            have += more;
        }

        return received;
    }
}
