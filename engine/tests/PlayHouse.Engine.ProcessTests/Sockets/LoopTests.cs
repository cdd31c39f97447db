using System.Net;
using System.Net.Sockets;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>Posts, timers, faults and the end.</summary>
public sealed class LoopTests
{
    private const long Millisecond = 1_000_000;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Post_FromManyThreads_RunsEachOnceAndInTheOrderOfItsThread(bool usesNanosecondWait)
    {
        const int Threads = 8;
        const int Each = 5_000;
        using var loop = new EventLoop(new EventLoopOptions { UsesNanosecondWait = usesNanosecondWait });
        loop.Start();
        int[] last = new int[Threads];
        int outOfOrder = 0;

        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(t => new Thread(() =>
        {
            for (int i = 1; i <= Each; i++)
            {
                int number = i;
                loop.Post(new Work<bool>(() =>
                {
                    outOfOrder += last[t] == number - 1 && loop.IsOnThread ? 0 : 1;
                    last[t] = number;
                    return true;
                }));
            }
        }))];
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());

        Assert.All(await loop.RunAsync(() => last.ToArray()), n => Assert.Equal(Each, n));
        Assert.Equal(0, outOfOrder);
        Assert.Equal(usesNanosecondWait, loop.HasNanosecondWait);
        Assert.Equal((Threads * Each) + 1, loop.Counters.Posted);
    }

    /// <summary>Container profiles that are older than the call answer EPERM instead of ENOSYS.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(38)]
    public void NanosecondWait_RefusedByTheSystem_IsReplacedAndTheLoopRuns(int errno)
    {
        using var loop = new EventLoop();
        var denied = DeniedCall.NanosecondWait(errno);
        int calls = 0;
        loop.CreateTimer(new Alarm(nowNs => ++calls == 3 ? LoopTimer.Never : nowNs + Millisecond)).Set(EventLoop.NowNs() + Millisecond);
        Assert.True(loop.Post(denied));

        loop.Start();

        Until.True(() => denied.IsSet && Volatile.Read(ref calls) == 3, "timers come");
        long posted = loop.Counters.Posted;
        Assert.True(loop.Post(DeniedCall.NanosecondWait(errno)));
        Until.True(() => loop.Counters.Posted == posted + 1, "posts come");
        Assert.False(loop.HasNanosecondWait);
        Assert.False(loop.Completed.IsCompleted);
    }

    [Fact]
    public async Task Post_OverTheLimit_IsRefusedAndCounted()
    {
        using var loop = new EventLoop(new EventLoopOptions { PostedMax = 3 });
        var waiting = new Work<bool>(() => true);

        Assert.All(Enumerable.Range(0, 3), _ => Assert.True(loop.Post(waiting)));
        Assert.False(loop.Post(waiting));
        Assert.Equal(1, loop.Counters.PostsRefused);

        loop.Start();
        await Until.DoneAsync(waiting.Done);
        Until.True(() => loop.Counters.Posted == 3, "the others ran");
        Assert.True(loop.Post(waiting), "there is room again");
    }

    [Fact]
    public async Task Stop_WorkThatNeverRan_LearnsOfIt()
    {
        using var loop = new EventLoop();
        var work = new Work<bool>(() => true);
        Assert.True(loop.Post(work));

        loop.Stop();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => work.Done);
        Assert.False(loop.Post(work));
        await Until.DoneAsync(loop.Completed);
    }

    [Fact]
    public async Task Stop_OnTheLoopsOwnThread_EndsItAfterThatWork()
    {
        using NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        using var loop = new EventLoop();
        var handler = new Handler();
        loop.Add(socket, handler);
        loop.Start();
        int endsAtStop = -1;

        await loop.RunAsync(() =>
        {
            loop.Stop();
            endsAtStop = handler.Ends;
        });
        await Until.DoneAsync(loop.Completed);

        Assert.Equal((0, 1), (endsAtStop, handler.Ends));
    }

    [Fact]
    public async Task Dispose_OnTheLoopsOwnThread_ThrowsAndTheLoopContinues()
    {
        using var loop = new EventLoop();
        loop.Start();

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => loop.RunAsync(loop.Dispose));

        Assert.Contains("own thread", refused.Message, StringComparison.Ordinal);
        Assert.Equal(5, await loop.RunAsync(() => 5));
    }

    [Fact]
    public void Posts_ThatMeetTheEnd_EachRunOrFailOnTheLoopsThreadOrAreRefused()
    {
        const int Rounds = 500;
        int elsewhere = 0;
        for (int round = 0; round < Rounds; round++)
        {
            using var loop = new EventLoop();
            int taken = 0;
            int told = 0;
            var work = new Told(() =>
            {
                told++;
                elsewhere += loop.IsOnThread ? 0 : 1;
            });
            Thread poster = new(() =>
            {
                while (loop.Post(work))
                {
                    taken++;
                }
            });
            loop.Start();
            poster.Start();
            Until.True(() => Volatile.Read(ref taken) > 0, "posts come");

            loop.Stop();
            poster.Join();

            Assert.Equal(taken, told);
        }

        Assert.Equal(0, elsewhere);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Timers_AnyOrderOfSetting_ComeInTheOrderOfTheirTimesAndNeverEarly(bool usesNanosecondWait)
    {
        using var loop = new EventLoop(new EventLoopOptions { UsesNanosecondWait = usesNanosecondWait });
        var random = new Random(7);
        List<int> order = [];
        int early = 0;
        long start = EventLoop.NowNs() + (20 * Millisecond);
        int[] delays = [.. Enumerable.Range(0, 500).Select(_ => random.Next(0, 200))];
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        foreach ((int delay, int number) in delays.Select((d, i) => (d, i)))
        {
            long dueNs = start + (delay * 100_000L);
            loop.CreateTimer(new Alarm(nowNs =>
            {
                early += nowNs < dueNs ? 1 : 0;
                order.Add(number);
                if (order.Count == delays.Length)
                {
                    done.TrySetResult();
                }

                return LoopTimer.Never;
            })).Set(dueNs);
        }

        loop.Start();
        await Until.DoneAsync(done.Task);

        // Equal times keep the order of setting, which a stable sort gives, too.
        Assert.Equal(Enumerable.Range(0, delays.Length).OrderBy(i => delays[i]), order);
        Assert.Equal(0, early);
        Assert.Equal(delays.Length, loop.Counters.TimerCalls);
    }

    [Fact]
    public async Task Timers_StoppedMovedAndRepeated_ComeAsSetLast()
    {
        using var loop = new EventLoop();
        List<string> calls = [];
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        long now = EventLoop.NowNs();
        LoopTimer stopped = loop.CreateTimer(new Alarm(_ => { calls.Add("stopped"); return LoopTimer.Never; }));
        LoopTimer moved = loop.CreateTimer(new Alarm(_ => { calls.Add("moved"); return LoopTimer.Never; }));
        int turns = 0;
        LoopTimer repeated = loop.CreateTimer(new Alarm(nowNs =>
        {
            calls.Add("repeated");
            if (++turns < 3)
            {
                return nowNs;
            }

            done.TrySetResult();
            return LoopTimer.Never;
        }));
        stopped.Set(now);
        moved.Set(now + (3_600_000 * Millisecond));
        repeated.Set(now + Millisecond);
        stopped.Set(LoopTimer.Never);
        moved.Set(now);

        loop.Start();
        await Until.DoneAsync(done.Task);

        Assert.Equal(["moved", "repeated", "repeated", "repeated"], await loop.RunAsync(() => calls.ToArray()));
        Assert.Equal(LoopTimer.Never, repeated.DueNs);
    }

    [Fact]
    public async Task Timer_DueAllTheTime_KeepsNoSocketWaiting()
    {
        using var server = new EchoServer();
        await server.Loop.RunAsync(() => server.Loop.CreateTimer(new Alarm(nowNs => nowNs)).Set(0));
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(server.Address);

        await client.SendAsync(new byte[] { 42 });

        byte[] answer = new byte[1];
        Assert.Equal(1, await Until.DoneAsync(client.ReceiveAsync(answer.AsMemory()).AsTask()));
        Assert.Equal(42, answer[0]);
    }

    [Fact]
    public async Task Faults_OfHandlerTimerAndWork_EndWhatThrewAndAreCounted()
    {
        using var loop = new EventLoop();
        loop.Start();
        using NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        var fault = new TaskCompletionSource<Exception>(TaskCreationOptions.RunContinuationsAsynchronously);
        var handler = new Handler { Ready = _ => throw new InvalidOperationException("handler"), Fault = e => fault.TrySetResult(e) };
        var alarm = new Alarm(_ => throw new InvalidOperationException("timer"));
        Registration registration = await loop.RunAsync(() =>
        {
            loop.CreateTimer(alarm).Set(0);
            return loop.Add(socket, handler);
        });

        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(socket.LocalEndPoint!);

        Assert.Equal("handler", (await Until.DoneAsync(fault.Task)).Message);
        await Assert.ThrowsAsync<InvalidOperationException>(() => loop.RunAsync(() => throw new InvalidOperationException("work")));
        Assert.False(registration.IsActive);
        Assert.Equal("timer", Assert.Single(await loop.RunAsync(() => alarm.Faults.ToArray())).Message);
        Assert.Equal(3, loop.Counters.Faults);
        Assert.False(loop.Completed.IsCompleted);
    }

    [Fact]
    public async Task Fault_OfAFaultHandler_EndsTheLoopAndTellsEveryHandler()
    {
        using var loop = new EventLoop();
        using NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        using NonBlockingSocket other = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        var handler = new Handler { Ready = _ => throw new InvalidOperationException("first"), Fault = _ => throw new InvalidOperationException("second") };
        var bystander = new Handler();
        loop.Add(socket, handler);
        loop.Add(other, bystander);
        loop.Start();
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(socket.LocalEndPoint!);

        InvalidOperationException end = await Assert.ThrowsAsync<InvalidOperationException>(() => Until.DoneAsync(loop.Completed));

        Assert.Equal("second", end.Message);
        Assert.Equal(1, bystander.Ends);
        Assert.False(loop.Post(new Work<bool>(() => true)));
    }

    [Fact]
    public async Task StaleEvents_OfARegistrationRemovedInTheSameBatch_AreDropped()
    {
        using var loop = new EventLoop();
        using NonBlockingSocket listening = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 8);
        using var first = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        using var second = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await first.ConnectAsync(listening.LocalEndPoint!);
        await second.ConnectAsync(listening.LocalEndPoint!);
        NonBlockingSocket[] ends = [listening.Accept(out _)!, listening.Accept(out _)!];
        List<Registration> registrations = [];
        int calls = 0;
        // Both are writable in the first wait: whichever has its turn first takes the other out and puts a new one in its place.
        var newcomer = new Handler { Ready = _ => calls += 100 };
        foreach (NonBlockingSocket end in ends)
        {
            registrations.Add(loop.Add(end, new Handler
            {
                Ready = _ =>
                {
                    calls++;
                    registrations.ForEach(r => r.Remove());
                    loop.Add(listening, newcomer);
                },
            }));
        }

        loop.Start();
        Until.True(() => loop.Counters.StaleEvents == 1, "the other's event was dropped");
        loop.Stop();
        Array.ForEach(ends, e => e.Dispose());

        Assert.Equal(1, calls);
    }

    [Fact]
    public async Task Stop_UnderTraffic_TellsEverySessionOnceAndLeavesNoDescriptor()
    {
        int before = OpenDescriptors.Count;
        int sockets = OpenSockets();
        var server = new EchoServer();
        using var stop = new CancellationTokenSource();
        Socket[] clients = [.. Enumerable.Range(0, 50).Select(_ => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))];
        foreach (Socket client in clients)
        {
            await client.ConnectAsync(server.Address);
        }

        Task[] traffic = [.. clients.Select(c => ChatAsync(c))];
        long events = server.Loop.Counters.Events;
        Until.True(() => server.Loop.Counters.Events > events + 10_000, "traffic runs");
        Assert.True(OpenSockets() >= sockets + (2 * clients.Length), "both ends of each connection are counted");

        server.Dispose();
        await Until.DoneAsync(Task.WhenAll(traffic));
        Array.ForEach(clients, c => c.Dispose());

        Assert.Equal(before, OpenDescriptors.Count);
        Assert.Null(server.ListenerEnd);
        // Pipes, queues and files come and go with the runtime and with the processes that other tests started.
        Until.True(() => OpenSockets() <= sockets, "the system's own books agree");
    }

    private static int OpenSockets() =>
        Directory.GetFiles("/proc/self/fd").Count(f => new FileInfo(f).LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true);

    [Fact]
    public async Task Descriptors_OfThousandsOfConnectionsThatCameAndWent_AreAllClosed()
    {
        using var server = new EchoServer();
        int counted = OpenDescriptors.Count;
        using (var warm = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))
        {
            await warm.ConnectAsync(server.Address);
        }

        // A descriptor is closed after its owner was told: the count follows the farewell.
        Until.True(() => server.Farewells == 1 && OpenDescriptors.Count == counted, "the first one left");
        int sockets = OpenSockets();
        for (int i = 0; i < 3_000; i++)
        {
            using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await client.ConnectAsync(server.Address);
            client.LingerState = new LingerOption(true, 0);
        }

        Until.True(() => server.Farewells + server.Resets == 3_001, "all left");
        Until.True(() => OpenDescriptors.Count == counted, "every descriptor is closed");
        // Other descriptors are the runtime's: each assembly that it loads meanwhile takes two.
        Until.True(() => OpenSockets() <= sockets, "the system's own books agree");
    }

    private static async Task ChatAsync(Socket client)
    {
        byte[] bytes = new byte[64];
        try
        {
            do
            {
                await client.SendAsync(bytes);
            }
            while (await client.ReceiveAsync(bytes) > 0);
        }
        catch (SocketException)
        {
            // The server has ended: that is what is tested.
        }
    }

    /// <summary>Work that says when it is told anything: that it runs, or that it will not.</summary>
    private sealed class Told(Action told) : ILoopWork
    {
        public void Run() => told();

        public void OnFault(Exception exception) => told();
    }
}
