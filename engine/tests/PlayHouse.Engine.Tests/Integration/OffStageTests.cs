using System.Collections.Concurrent;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class OffStageTests
{
    [Fact]
    public async Task Compute_RunsElsewhere_AndReturnsToTheStage()
    {
        RoomScript script = new()
        {
            Handle = (room, member, packet) =>
            {
                int number = BitConverter.ToInt32(packet.Payload.Span);
                room.Link.AsyncCompute(
                    () => (Square: number * number, Thread.CurrentThread.IsThreadPoolThread),
                    result =>
                    {
                        room.Link.Broadcast("Squared", BitConverter.GetBytes(result.Value.IsThreadPoolThread ? -1 : result.Value.Square));
                        return default;
                    });
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, new EngineLimits { OffStageComputeThreads = 1 });
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (int i = 0; i < 100; i++)
        {
            await client.SendAsync("Square", 0, BitConverter.GetBytes(i));
        }

        for (int i = 0; i < 100; i++)
        {
            Assert.Equal(i * i, BitConverter.ToInt32((await client.ReadAsync()).Payload));
        }
    }

    [Fact]
    public async Task Work_ThatFails_ReturnsItsError()
    {
        await using Scene scene = await Scene.StartAsync();
        ConcurrentQueue<(bool IsSuccess, string? Error)> results = new();
        scene.Link.AsyncCompute<int>(() => throw new InvalidOperationException("compute failed"), r => Keep(results, r));
        await scene.Server.UntilAsync(() => results.Count == 1, "the computation has failed");
        scene.Link.AsyncIO<int>(_ => throw new InvalidOperationException("not even begun"), r => Keep(results, r));
        await scene.Server.UntilAsync(() => results.Count == 2, "the work has not begun");
        scene.Link.AsyncIO<int>(
            async _ =>
            {
                await Task.Yield();
                throw new InvalidOperationException("failed later");
            },
            r => Keep(results, r));
        await scene.Server.UntilAsync(() => results.Count == 3, "the work has failed later");
        scene.Link.AsyncIO(_ => Task.FromResult(5), r => r.Value == 5 ? throw new InvalidOperationException("then failed") : default);
        await scene.Server.UntilAsync(() => scene.Server.Counter("handler.failures") == 1, "a failing callback is a handler's failure");

        Assert.Equal([(false, "compute failed"), (false, "not even begun"), (false, "failed later")], results);
        Assert.Equal("alive", (await scene.Client.RequestAsync("Echo", 1, "alive")).Text);
    }

    [Fact]
    public async Task Results_ReturnInTheOrderOfCompletion()
    {
        await using Scene scene = await Scene.StartAsync();
        TaskCompletionSource<int>[] sources = [.. Enumerable.Range(0, 5).Select(_ => new TaskCompletionSource<int>())];
        ConcurrentQueue<int> results = new();
        foreach (TaskCompletionSource<int> source in sources)
        {
            scene.Link.AsyncIO(_ => source.Task, r => Keep(results, r.Value));
        }

        await scene.Server.UntilAsync(() => scene.Server.Server.Engine.OffStage.Outstanding == 5, "all work runs");
        foreach (int index in new[] { 3, 0, 4, 1, 2 })
        {
            int before = results.Count;
            sources[index].SetResult(index);
            await scene.Server.UntilAsync(() => results.Count == before + 1, "one result");
        }

        Assert.Equal([3, 0, 4, 1, 2], results);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Reaches(nameof(EngineLimits.OffStageWorkMax))]
    public async Task Work_AboveTheLimit_IsRefusedInItsResult(bool isCompute)
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { OffStageWorkMax = 3, OffStageComputeThreads = 1 });
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using ManualResetEventSlim door = new();
        ConcurrentQueue<Exception?> errors = new();
        for (int i = 0; i < 5; i++)
        {
            if (isCompute)
            {
                scene.Link.AsyncCompute(() => door.Wait(TimeSpan.FromSeconds(30)), r => Keep(errors, r.Error));
            }
            else
            {
                scene.Link.AsyncIO(
                    async _ =>
                    {
                        await gate.Task;
                        return true;
                    },
                    r => Keep(errors, r.Error));
            }
        }

        await scene.Server.UntilAsync(() => errors.Count == 2, "two are refused");
        Assert.All(errors, e => Assert.IsType<OffStageRefusedException>(e));
        Assert.Equal(2, scene.Server.Counter("off-stage.refused"));
        gate.SetResult();
        door.Set();
        await scene.Server.UntilAsync(() => errors.Count == 5, "the others have run");
        Assert.Equal(3, errors.Count(e => e is null));
        await scene.Server.UntilAsync(() => scene.Server.Server.Engine.OffStage.Outstanding == 0, "nothing is left");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.OffStageComputeThreads))]
    public async Task Compute_UsesNoMoreThreadsThanItMay()
    {
        const int Threads = 3;
        await using Scene scene = await Scene.StartAsync(new EngineLimits { OffStageComputeThreads = Threads });
        using Barrier together = new(Threads);
        int running = 0;
        int most = 0;
        int done = 0;
        for (int i = 0; i < 10 * Threads; i++)
        {
            scene.Link.AsyncCompute(
                () =>
                {
                    int now = Interlocked.Increment(ref running);
                    InterlockedMax(ref most, now);
                    bool met = together.SignalAndWait(TimeSpan.FromSeconds(30));
                    Interlocked.Decrement(ref running);
                    return met;
                },
                r =>
                {
                    done += r.Value ? 1 : 0;
                    return default;
                });
        }

        await scene.Server.UntilAsync(() => Volatile.Read(ref done) == 10 * Threads, "every group of three has met");
        Assert.Equal(Threads, most);
    }

    [Fact]
    public async Task StageThatEnds_CancelsItsWork_AndDropsWhatComesBack()
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { OffStageComputeThreads = 1 });
        using ManualResetEventSlim door = new();
        bool isCancelled = false;
        bool hasBegun = false;
        int calls = 0;
        int started = 0;
        scene.Link.AsyncCompute(() => door.Wait(TimeSpan.FromSeconds(30)), _ => Count(ref calls));
        scene.Link.AsyncCompute(() => Interlocked.Increment(ref started), _ => Count(ref calls));
        scene.Link.AsyncIO(
            async token =>
            {
                Volatile.Write(ref hasBegun, true);
                try
                {
                    await Task.Delay(Timeout.InfiniteTimeSpan, token);
                }
                finally
                {
                    isCancelled = token.IsCancellationRequested;
                }

                return 0;
            },
            _ => Count(ref calls));
        await scene.Server.UntilAsync(() => Volatile.Read(ref hasBegun), "the awaiting work has begun: what has not is dropped and not cancelled");
        Assert.Equal(3, scene.Server.Server.Engine.OffStage.Outstanding);

        scene.Link.CloseStage();

        await scene.Server.UntilAsync(() => Volatile.Read(ref isCancelled), "the awaiting work is cancelled");
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("close 1") == 1, "the stage has ended");
        scene.Link.AsyncCompute(() => Interlocked.Increment(ref started), _ => Count(ref calls));
        scene.Link.AsyncIO(_ => Task.FromResult(Interlocked.Increment(ref started)), _ => Count(ref calls));
        door.Set();
        await scene.Server.UntilAsync(() => scene.Server.Server.Engine.OffStage.Outstanding == 0, "nothing is left");
        await scene.Server.UntilAsync(() => scene.Server.Counter("late.drops") == 5, "each piece is counted");
        Assert.Equal((0, 0), (calls, started));
    }

    [Fact]
    public async Task Stop_WaitsForWork_AndGivesUpAtTheDeadline()
    {
        RoomServer patient = await RoomServer.StartAsync(new RoomScript());
        RawClient client = await patient.JoinAsync(1, "alice");
        bool hasBegun = false;
        bool hasEnded = false;
        patient.RoomOf(1).Link.AsyncIO(
            async token =>
            {
                Volatile.Write(ref hasBegun, true);
                await Task.Delay(Timeout.InfiniteTimeSpan, token).ContinueWith(_ => { }, TaskScheduler.Default);
                return hasEnded = true;
            },
            _ => default);
        await patient.UntilAsync(() => Volatile.Read(ref hasBegun), "the work runs");
        await patient.Server.StopAsync();
        Assert.True(hasEnded);
        Assert.Equal(0, patient.Counter("stop.abandoned"));
        await client.DisposeAsync();
        await patient.DisposeAsync();

        RoomServer hurried = await RoomServer.StartAsync(new RoomScript(), new EngineLimits { StopTimeout = TimeSpan.FromSeconds(1) });
        client = await hurried.JoinAsync(1, "alice");
        TaskCompletionSource<int> never = new();
        hasBegun = false;
        hurried.RoomOf(1).Link.AsyncIO(
            _ =>
            {
                Volatile.Write(ref hasBegun, true);
                return never.Task;
            },
            _ => default);
        await hurried.UntilAsync(() => Volatile.Read(ref hasBegun), "the work runs");
        await hurried.Server.StopAsync();
        Assert.Equal(1, hurried.Counter("stop.abandoned"));
        hurried.ExpectsAbandoned = true;
        never.SetResult(0);
        await client.DisposeAsync();
        await hurried.DisposeAsync();
    }

    private static ValueTask Keep(ConcurrentQueue<(bool, string?)> results, OffStageResult<int> result) => Keep(results, (result.IsSuccess, result.Error?.Message));

    private static ValueTask Keep<T>(ConcurrentQueue<T> results, T result)
    {
        results.Enqueue(result);
        return default;
    }

    private static ValueTask Count(ref int calls)
    {
        Interlocked.Increment(ref calls);
        return default;
    }

    private static void InterlockedMax(ref int target, int value)
    {
        int seen;
        do
        {
            seen = Volatile.Read(ref target);
        }
        while (seen < value && Interlocked.CompareExchange(ref target, value, seen) != seen);
    }
}
