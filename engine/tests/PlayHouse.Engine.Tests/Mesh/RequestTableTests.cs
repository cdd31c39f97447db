using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Requests without a network: sequences, ends, and what is left behind.</summary>
public sealed class RequestTableTests
{
    private static readonly EngineLimits Limits = new() { ServerRequestTimeout = TimeSpan.FromSeconds(30) };

    [Fact]
    public void Defect7_Begin_70000Outstanding_NeverReusesASequence()
    {
        EngineCounters counters = new();
        PooledRequestTable table = new(Limits, counters, lastSequence: uint.MaxValue - 30_000, EngineClock.System);
        HashSet<uint> sequences = [];
        for (int i = 0; i < 70_000; i++)
        {
            Assert.True(sequences.Add(table.TryBegin("b")!.Sequence));
        }

        Assert.DoesNotContain(0u, sequences);
        Assert.Equal(70_000, table.Count);
        foreach (uint sequence in sequences)
        {
            Assert.Equal(sequence, table.TryTake(sequence, "b")!.Sequence);
        }

        Assert.Equal(0, table.Count);
    }

    [Fact]
    public void Begin_SequenceStillWaitedForAfterWrapAround_IsPassedOver()
    {
        EngineCounters counters = new();
        PooledRequestTable table = new(Limits, counters, lastSequence: 4, EngineClock.System);
        PendingRequest old = table.TryBegin("b")!;
        Assert.Equal(5u, old.Sequence);

        table.SetLastSequence(uint.MaxValue - 1);
        uint[] next = [.. Enumerable.Range(0, 7).Select(_ => table.TryBegin("b")!.Sequence)];

        Assert.Equal([uint.MaxValue, 1, 2, 3, 4, 6, 7], next);
    }

    [Fact]
    public async Task Take_ReplyOfAnotherServer_LeavesTheRequestWaiting()
    {
        EngineCounters counters = new();
        PooledRequestTable table = new(Limits, counters, 0, EngineClock.System);
        PendingRequest request = table.TryBegin("b")!;
        ValueTask<ServerReply> reply = request.Task;

        Assert.Null(table.TryTake(request.Sequence, "c"));
        Assert.Equal(1, table.Count);
        Assert.Equal(1, counters.Read()["requests.late-replies"]);

        table.TryTake(request.Sequence, "b")!.Complete(new MeshMessage(new RouteHeader("ok"), null, 0, 0));
        Assert.Equal("ok", (await reply).MsgId);
    }

    [Fact]
    public async Task Begin_TableFull_IsRefusedAndCounted()
    {
        EngineCounters counters = new();
        PooledRequestTable table = new(Limits with { ServerRequestsMax = 2 }, counters, 0, EngineClock.System);
        PendingRequest first = table.TryBegin("b")!;
        ValueTask<ServerReply> reply = first.Task;
        Assert.NotNull(table.TryBegin("b"));

        Assert.Null(table.TryBegin("b"));
        Assert.Equal(1, counters.Read()["requests.refused"]);

        table.TryTake(first.Sequence, "b")!.Fail(1234, "no");
        Assert.Equal(1234, (await Assert.ThrowsAsync<ServerRequestException>(async () => await reply)).ErrorCode);
        Assert.NotNull(table.TryBegin("b"));
    }

    [Fact]
    public async Task Sweep_TimeIsOver_EndsExactlyTheOldRequests()
    {
        EngineCounters counters = new();
        PooledRequestTable table = new(Limits with { ServerRequestTimeout = TimeSpan.FromMilliseconds(100) }, counters, 0, EngineClock.System);
        PendingRequest request = table.TryBegin("b")!;
        ValueTask<ServerReply> reply = request.Task;

        table.Sweep(request.DeadlineMs - 1);
        Assert.Equal(1, table.Count);
        table.Sweep(request.DeadlineMs);

        Assert.Equal(ErrorCodes.RequestTimeout, (await Assert.ThrowsAsync<ServerRequestException>(async () => await reply)).ErrorCode);
        Assert.Equal(0, table.Count);
        Assert.Equal(1, counters.Read()["requests.timeouts"]);
        Assert.Null(table.TryTake(1, "b"));
        Assert.Equal(1, counters.Read()["requests.late-replies"]);
    }

    [Fact]
    public async Task Race_ReplyAgainstFailure_EndsEachRequestOnce()
    {
        EngineCounters counters = new();
        BufferPool pool = new(1024 * 1024);
        PooledRequestTable table = new(Limits, counters, uint.MaxValue - 1_000, EngineClock.System);
        const int Requests = 100_000;
        int replies = 0;
        int failures = 0;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(worker => Task.Run(async () =>
        {
            for (int i = 0; i < Requests / 4; i++)
            {
                PendingRequest request = table.TryBegin("b")!;
                uint sequence = request.Sequence;
                ValueTask<ServerReply> reply = request.Task;
                Task other = Task.Run(() => table.FailAll("b", ErrorCodes.ServerNotFound, "gone"));
                PooledBuffer buffer = pool.Rent(8);
                BitConverter.TryWriteBytes(buffer.Array, sequence);
                MeshMessage message = new(new RouteHeader("ok", sequence), buffer, 0, 8);
                if (table.TryTake(sequence, "b") is { } mine)
                {
                    mine.Complete(message);
                }
                else
                {
                    message.Release();
                }

                try
                {
                    using ServerReply result = await reply;
                    Assert.Equal(sequence, BitConverter.ToUInt32(result.Payload.Span));
                    Interlocked.Increment(ref replies);
                }
                catch (ServerRequestException)
                {
                    Interlocked.Increment(ref failures);
                }

                await other;
            }
        })));

        Assert.Equal(Requests, replies + failures);
        Assert.Equal(0, table.Count);
        Assert.Equal(pool.Rented, pool.Returned);
        Assert.True(replies > 0, "no reply won a race");
    }
}
