using System.Globalization;
using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Tests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Many requests, and what a message costs. Alone in its collection: allocation is counted for the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class RequestLoadTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Requests_WithWrapAroundErrorsAndTimeOuts_EndEachAsItsServerDecides()
    {
        const int Requests = 10_000;
        const int OfEachError = Requests / 1_000;
        FakeTimeProvider time = new();
        EngineLimits limits = EngineLimits.Default with { ServerRequestTimeout = TimeSpan.FromSeconds(2), PeerQueueMessagesMax = 200_000 };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode b = await MeshNode.StartAsync("b", directory, limits);
        await using MeshNode a = await MeshNode.StartAsync("a", directory, limits, o => o with { LastSequence = uint.MaxValue - (Requests / 2) }, time: time);
        Task reachable = a.UntilReachableAsync("b");
        using (PeriodicTimer pace = new(TimeSpan.FromMilliseconds(5)))
        {
            while (!reachable.IsCompleted)
            {
                time.Advance(TimeSpan.FromMilliseconds(10));
                await pace.WaitForNextTickAsync();
            }
        }

        await reachable;
        b.Handle = message => Answer(b, message);
        long timeouts = a.Counter("requests.timeouts");
        Task<int>[] outcomes = [.. Enumerable.Range(0, Requests).Select(i => OutcomeAsync(a, i))];

        // Time stands still: whatever is late because the machine is busy is no time-out.
        await a.UntilAsync(() => a.Mesh.PendingRequests == OfEachError, "only those that get no answer are left");
        time.Advance(TimeSpan.FromMilliseconds(1_999));
        Assert.Equal((OfEachError, timeouts), (a.Mesh.PendingRequests, a.Counter("requests.timeouts")));
        time.Advance(TimeSpan.FromMilliseconds(251));

        Assert.Equal((0, timeouts + OfEachError), (a.Mesh.PendingRequests, a.Counter("requests.timeouts")));
        int[] ended = await Task.WhenAll(outcomes).WaitAsync(MeshNode.Deadline);
        Assert.Equal([Requests - (2 * OfEachError), OfEachError, OfEachError, 0], Enumerable.Range(0, 4).Select(o => ended.Count(e => e == o)));
        await a.UntilAsync(() => a.Pool.Rented == a.Pool.Returned, "every reply's buffer is back");
    }

    [Fact]
    [Trait("Run", "selftest-mesh")]
    public async Task Requests_100000WithWrapAroundErrorsAndTimeOuts_LeaveTheTableEmpty()
    {
        int requests = SoakSize.Or(100_000);
        EngineLimits limits = EngineLimits.Default with { ServerRequestTimeout = TimeSpan.FromSeconds(2), PeerQueueMessagesMax = 200_000 };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, limits, o => o with { LastSequence = (uint)(uint.MaxValue - (requests / 2)) });
        await using MeshNode b = await MeshNode.StartAsync("b", directory, limits);
        await a.UntilReachableAsync("b");
        b.Handle = message => Answer(b, message);
        long timeouts = a.Counter("requests.timeouts");
        int[] outcomes = new int[4];
        int next = -1;

        await Task.WhenAll(Enumerable.Range(0, 2_000).Select(async _ =>
        {
            for (int i = Interlocked.Increment(ref next); i < requests; i = Interlocked.Increment(ref next))
            {
                Interlocked.Increment(ref outcomes[await OutcomeAsync(a, i)]);
            }
        }));

        Assert.Equal(0, a.Mesh.PendingRequests);
        Assert.Equal(requests, outcomes.Sum());
        Assert.Equal(0, outcomes[3]);
        Assert.True(outcomes[1] >= requests / 1_000, "every thousandth request is answered with an error or late");
        Assert.Equal(outcomes[2], a.Counter("requests.timeouts") - timeouts);
        await a.UntilAsync(() => a.Counter("mesh.received") >= requests - (requests / 1_000), "late replies have arrived");
        await a.UntilAsync(() => a.Pool.Rented == a.Pool.Returned, "every reply's buffer is back");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{requests:N0} requests, {outcomes[1]:N0} answered with an error or late, {outcomes[2]:N0} timed out, {a.Mesh.PendingRequests} left"));
    }

    [Fact]
    public async Task Defect7_Request_70000OutstandingAtOnce_EachGetsItsOwnReply()
    {
        const int Requests = 70_000;
        EngineLimits limits = EngineLimits.Default with { ServerRequestTimeout = MeshNode.Deadline, PeerQueueMessagesMax = 200_000 };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, limits);
        await using MeshNode b = await MeshNode.StartAsync("b", directory, limits);
        await a.UntilReachableAsync("b");
        System.Collections.Concurrent.ConcurrentQueue<MeshMessage> held = [];
        b.Handle = message =>
        {
            held.Enqueue(message);
            return true;
        };

        ValueTask<ServerReply>[] replies = [.. Enumerable.Range(0, Requests).Select(i => a.RequestAsync("b", "ask", BitConverter.GetBytes(i)))];
        await b.UntilAsync(() => held.Count == Requests, "all requests are outstanding");
        Assert.Equal(Requests, a.Mesh.PendingRequests);
        foreach (MeshMessage message in held)
        {
            b.Mesh.Send("a", new RouteHeader("answer", message.Header.MsgSeq, IsReply: true), message.Payload.Span);
            message.Release();
        }

        for (int i = 0; i < Requests; i++)
        {
            using ServerReply reply = await replies[i];
            Assert.Equal(i, BitConverter.ToInt32(reply.Payload.Span));
        }

        Assert.Equal(0, a.Mesh.PendingRequests);
        await b.UntilAsync(() => b.Pool.Rented == b.Pool.Returned, "every buffer is back");
    }

    [Fact]
    public async Task OneWayMessage_SteadyState_AllocatesNothing()
    {
        (MeshNode a, MeshNode b) = await PairAsync();
        await using MeshNode first = a;
        await using MeshNode second = b;
        b.Handle = message =>
        {
            message.Release();
            return true;
        };

        double perMessage = await LowestOfRoundsAsync(20_000, count => SendAsync(a, b, count));

        Assert.InRange(perMessage, 0, 0.5);
    }

    [Fact]
    public async Task Request_SteadyState_AllocatesAtMost64Bytes()
    {
        (MeshNode a, MeshNode b) = await PairAsync();
        await using MeshNode first = a;
        await using MeshNode second = b;
        b.Handle = message =>
        {
            b.Mesh.Send("a", new RouteHeader("answer", message.Header.MsgSeq, IsReply: true), message.Payload.Span);
            message.Release();
            return true;
        };
        byte[] payload = new byte[64];

        double perRequest = await LowestOfRoundsAsync(5_000, count => AskAsync(a, payload, count));

        Assert.InRange(perRequest, 0, 64);
    }

    /// <summary>Allocated bytes of the whole process per message, in the round in which no pool had to grow.</summary>
    private static async Task<double> LowestOfRoundsAsync(int count, Func<int, Task> round)
    {
        double lowest = double.MaxValue;
        for (int i = 0; i < 5; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await round(count);
            lowest = Math.Min(lowest, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)count);
        }

        Console.WriteLine($"{lowest:F3} B per message");
        return lowest;
    }

    private static async Task<(MeshNode A, MeshNode B)> PairAsync()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        MeshNode a = await MeshNode.StartAsync("a", directory, configure: Quiet);
        MeshNode b = await MeshNode.StartAsync("b", directory, configure: Quiet);
        await TwoProcessTests.AnnounceAsync(directory);
        await a.UntilReachableAsync("b");
        return (a, b);

        // The directory's answers are not part of a message's cost.
        static MeshOptions Quiet(MeshOptions options) => options with { DirectoryPeriod = TimeSpan.FromMilliseconds(500) };
    }

    private static async Task SendAsync(MeshNode a, MeshNode b, int count)
    {
        byte[] payload = new byte[64];
        long target = b.Received + count;
        RouteHeader header = new("note", StageId: 7);
        SpinWait wait = default;
        for (int i = 0; i < count; i++)
        {
            while (a.Mesh.Send("b", header, payload) == SendResult.RefusedFull)
            {
                wait.SpinOnce();
            }
        }

        await b.UntilAsync(() => b.Received >= target, "all messages arrive");
    }

    private static async Task AskAsync(MeshNode a, byte[] payload, int count)
    {
        const int Parallel = 16;
        await Task.WhenAll(Enumerable.Range(0, Parallel).Select(async _ =>
        {
            RouteHeader header = new("ask", StageId: 7);
            for (int i = 0; i < count / Parallel; i++)
            {
                using ServerReply reply = await a.Mesh.RequestAsync("b", header, payload);
                if (reply.Payload.Length != payload.Length)
                {
                    Assert.Fail("A reply of another size.");
                }
            }
        }));
    }

    private static bool Answer(MeshNode node, MeshMessage message)
    {
        int number = BitConverter.ToInt32(message.Payload.Span);
        bool isMuted = number % 1_000 == 1;
        ushort code = number % 1_000 == 2 ? (ushort)1234 : ErrorCodes.Success;
        if (!isMuted)
        {
            node.Mesh.Send("a", new RouteHeader("answer", message.Header.MsgSeq, ErrorCode: code, IsReply: true), message.Payload.Span);
        }

        message.Release();
        return true;
    }

    /// <summary>0 the right reply, 1 the error of the peer, 2 no reply in time, 3 anything else.</summary>
    private static async Task<int> OutcomeAsync(MeshNode node, int number)
    {
        try
        {
            using ServerReply reply = await node.RequestAsync("b", "ask", BitConverter.GetBytes(number));
            return BitConverter.ToInt32(reply.Payload.Span) == number && number % 1_000 is 0 or > 2 ? 0 : 3;
        }
        catch (ServerRequestException failure) when (failure.ErrorCode == 1234)
        {
            return number % 1_000 == 2 ? 1 : 3;
        }
        catch (ServerRequestException failure) when (failure.ErrorCode == ErrorCodes.RequestTimeout)
        {
            return 2;
        }
    }
}
