using System.Text;
using Net.Zmq;

namespace PlayHouse.Zmq.Tests;

/// <summary>Sockets against the installed library. Without it they fail with the message that says what to install.</summary>
public sealed class SocketTests
{
    private const int EAGAIN = 11;
    private const int EHOSTUNREACH = 113;
    private const int ETERM = 156_384_765;

    [Fact]
    public void Library_Version_IsFourOrNewer() => Assert.True(Context.Version.Major >= 4, $"libzmq {Context.Version}");

    [Fact]
    public void Context_Has_KnowsWhatTheLibraryWasBuiltWith()
    {
        Assert.True(Context.Has("ipc"));
        Assert.False(Context.Has("teleport"));
        Assert.Contains(Context.Has("curve"), new[] { true, false });
    }

    [Fact]
    public void Context_Options_AreSet()
    {
        using Context context = new(ioThreads: 2, maxSockets: 17);

        Assert.Equal(2, context.GetOption(ContextOption.Io_Threads));
        Assert.Equal(17, context.GetOption(ContextOption.Max_Sockets));
    }

    [Fact]
    public void Router_ThreeFrames_ArriveAsOneMessage()
    {
        using Context context = new();
        using Socket receiver = Router(context, "b");
        using Socket sender = Router(context, "a");
        receiver.Bind("tcp://127.0.0.1:0");
        sender.Connect(receiver.GetOptionString(SocketOption.Last_Endpoint));
        Reach(sender, "b");
        sender.Send([1, 2], SendFlags.SendMore);
        sender.Send(ReadOnlySpan<byte>.Empty);

        byte[] buffer = new byte[16];
        Assert.Equal(1, receiver.Recv(buffer));
        Assert.Equal((byte)'a', buffer[0]);
        Assert.True(receiver.HasMore);
        Assert.Equal(2, receiver.Recv(buffer));
        Assert.Equal([1, 2], buffer[..2]);
        Assert.True(receiver.HasMore);
        Assert.Equal(0, receiver.Recv(buffer));
        Assert.False(receiver.HasMore);
    }

    [Fact]
    public void Send_NobodyThere_ThrowsHostUnreachable()
    {
        using Context context = new();
        using Socket sender = Router(context, "a");

        ZmqException failure = Assert.Throws<ZmqException>(() => sender.Send("missing", SendFlags.SendMore | SendFlags.DontWait));

        Assert.Equal(EHOSTUNREACH, failure.ErrorNumber);
        Assert.Contains("113", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void SendAndReceive_WouldWait_SaysSoWithoutAnException()
    {
        using Context context = new();
        using Socket pair = new(context, SocketType.Pair);
        using Message message = new("kept");
        byte[] buffer = new byte[1];

        Assert.False(pair.Send(buffer, SendFlags.DontWait));
        Assert.Equal(-1, pair.Recv(buffer, RecvFlags.DontWait));
        Assert.Equal(-1, pair.Recv(message, RecvFlags.DontWait));
        Assert.False(pair.TryRecv(buffer, out _));
        using Message other = new("kept");
        ZmqException failure = Assert.Throws<ZmqException>(() => pair.Send(other, SendFlags.DontWait));
        Assert.Equal(EAGAIN, failure.ErrorNumber);
        Assert.Equal("kept", Encoding.UTF8.GetString(other.Data));
    }

    [Fact]
    public void Recv_BufferTooSmall_TellsTheWholeSize()
    {
        using Context context = new();
        (Socket left, Socket right) = Pair(context);
        using Socket first = left;
        using Socket second = right;
        byte[] buffer = new byte[3];
        left.Send("longer than three");

        Assert.Equal(17, right.Recv(buffer));
        Assert.Equal("lon"u8.ToArray(), buffer);
    }

    [Fact]
    public void Options_OfEveryType_ComeBack()
    {
        using Context context = new();
        using Socket socket = new(context, SocketType.Router);
        socket.SetOption(SocketOption.Sndhwm, 7);
        socket.SetOption(SocketOption.Maxmsgsize, 5_000_000_000L);
        socket.SetOption(SocketOption.Routing_Id, "name");

        Assert.Equal(7, socket.GetOption<int>(SocketOption.Sndhwm));
        Assert.Equal(5_000_000_000L, socket.GetOption<long>(SocketOption.Maxmsgsize));
        Assert.Equal("name"u8.ToArray(), socket.GetOption<byte[]>(SocketOption.Routing_Id));
        Assert.Equal("name", socket.GetOption<string>(SocketOption.Routing_Id));
        Assert.NotEqual(0, socket.GetOption<nint>(SocketOption.Fd));
        Assert.Throws<NotSupportedException>(() => socket.GetOption<float>(SocketOption.Sndhwm));
        Assert.Throws<ZmqException>(() => socket.SetOption(SocketOption.Sndhwm, -2));
    }

    [Fact]
    public void Disposed_EveryCall_ThrowsObjectDisposed()
    {
        Context context = new();
        Socket socket = new(context, SocketType.Pair);
        Message message = new(4);
        Poller poller = new(1);
        poller.Add(socket, PollEvents.In);
        socket.Dispose();
        socket.Dispose();
        message.Dispose();
        message.Dispose();

        Assert.Throws<ObjectDisposedException>(() => socket.Send([1]));
        Assert.Throws<ObjectDisposedException>(() => socket.Recv(new byte[1]));
        Assert.Throws<ObjectDisposedException>(() => socket.Bind("tcp://127.0.0.1:0"));
        Assert.Throws<ObjectDisposedException>(() => socket.GetOption<int>(SocketOption.Events));
        Assert.Throws<ObjectDisposedException>(() => poller.Poll(0));
        Assert.Throws<ObjectDisposedException>(() => message.Size);
        Assert.Throws<ObjectDisposedException>(() => message.Data.Length);
        Assert.Throws<ObjectDisposedException>(message.Rebuild);
        context.Dispose();
        context.Dispose();
        poller.Dispose();
        Assert.Throws<ObjectDisposedException>(() => new Socket(context, SocketType.Pair));
        Assert.Throws<ObjectDisposedException>(context.Shutdown);
        Assert.Throws<ObjectDisposedException>(() => poller.Poll(0));
    }

    [Fact]
    public void Context_DisposedBeforeItsSockets_WaitsForNobody()
    {
        Context context = new();
        (Socket left, Socket right) = Pair(context);
        context.Dispose();

        left.Send("still here");
        Assert.Equal("still here", right.RecvString());

        left.Dispose();
        right.Dispose();
    }

    [Fact]
    public async Task Shutdown_FromAnotherThread_EndsAWait()
    {
        using Context context = new();
        using SemaphoreSlim isWaiting = new(0);
        Task<int> waiting = Task.Run(() =>
        {
            using Socket socket = new(context, SocketType.Pair);
            using Poller poller = new(1);
            poller.Add(socket, PollEvents.In);
            isWaiting.Release();
            return Assert.Throws<ZmqException>(() => poller.Poll()).ErrorNumber;
        });
        await isWaiting.WaitAsync();

        context.Shutdown();

        Assert.Equal(ETERM, await waiting);
    }

    [Fact]
    public void Poller_TwoSockets_TellsWhichIsReady()
    {
        using Context context = new();
        (Socket left, Socket right) = Pair(context);
        using Socket first = left;
        using Socket second = right;
        using Poller poller = new(2);
        int l = poller.Add(left, PollEvents.In);
        int r = poller.Add(right, PollEvents.In);
        Assert.Throws<InvalidOperationException>(() => poller.Add(left, PollEvents.In));
        Assert.Equal(0, poller.Poll(0));

        left.Send([1]);

        Assert.Equal(1, poller.Poll(TimeSpan.FromSeconds(20)));
        Assert.True(poller.IsReadable(r));
        Assert.False(poller.IsReadable(l));
        poller.Update(r, PollEvents.None);
        poller.Update(l, PollEvents.Out);
        Assert.Equal(1, poller.Poll(20_000));
        Assert.True(poller.IsWritable(l));
        Assert.False(poller.HasError(l));
    }

    [Fact]
    public void Monitor_Connection_IsReported()
    {
        using Context context = new();
        using Socket receiver = new(context, SocketType.Router);
        using Socket watcher = new(context, SocketType.Pair);
        receiver.Monitor("inproc://watch", SocketMonitorEvent.Listening);
        watcher.Connect("inproc://watch");

        receiver.Bind("tcp://127.0.0.1:0");

        byte[] frame = new byte[6];
        Assert.Equal(6, watcher.Recv(frame));
        Assert.Equal((ushort)SocketMonitorEvent.Listening, BitConverter.ToUInt16(frame));
        Assert.StartsWith("tcp://127.0.0.1:", watcher.RecvString(), StringComparison.Ordinal);
        receiver.Monitor(null, SocketMonitorEvent.All);
    }

    private static Socket Router(Context context, string id)
    {
        Socket socket = new(context, SocketType.Router);
        socket.SetOption(SocketOption.Routing_Id, id);
        socket.SetOption(SocketOption.Router_Mandatory, 1);
        socket.SetOption(SocketOption.Linger, 0);
        return socket;
    }

    private static (Socket Left, Socket Right) Pair(Context context)
    {
        Socket left = new(context, SocketType.Pair);
        Socket right = new(context, SocketType.Pair);
        left.Bind("inproc://pair");
        right.Connect("inproc://pair");
        return (left, right);
    }

    /// <summary>Sends the address frame as soon as the connection is up.</summary>
    private static void Reach(Socket sender, string id)
    {
        long deadline = Environment.TickCount64 + 20_000;
        while (true)
        {
            try
            {
                sender.Send(id, SendFlags.SendMore);
                return;
            }
            catch (ZmqException failure) when (failure.ErrorNumber == EHOSTUNREACH && Environment.TickCount64 < deadline)
            {
                Thread.Yield();
            }
        }
    }
}
