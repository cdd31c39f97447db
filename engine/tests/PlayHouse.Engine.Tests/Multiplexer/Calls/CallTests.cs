using System.Text;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Calls;
using PlayHouse.Multiplexer.Tests.Fakes;
using PlayHouse.Multiplexer.Tests.Strategies;

namespace PlayHouse.Multiplexer.Tests.Calls;

public sealed class CallTests
{
    public static TheoryData<string> Names => Variants.Data(Variants.All);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Requests_BothDirectionsAtOnce_GetTheirOwnAnswers(string variant)
    {
        await using CallPair pair = await CallPair.OpenAsync(Variants.Selection(variant), EchoAsync, EchoAsync);

        await Task.WhenAll(AskAsync(pair.Near, 1), AskAsync(pair.Far, 2), AskAsync(pair.Near, 3), AskAsync(pair.Far, 4));

        IReadOnlyDictionary<string, long> near = pair.Near.Connection.ReadCounters();
        Assert.Equal(200, near["calls.out"]);
        Assert.Equal(200, near["calls.in"]);
        Assert.Equal(0, near["calls.late"]);
    }

    [Fact]
    public async Task OneWay_ArrivesAndHasNoAnswer()
    {
        TaskCompletionSource<MultiplexedCall> arrived = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, (call, _) =>
        {
            arrived.TrySetResult(call);
            return ValueTask.FromResult(call.Payload);
        });

        await pair.Near.SendAsync("say", "hello"u8.ToArray());

        MultiplexedCall call = await arrived.Task.WaitAsync(Wait.Deadline);
        Assert.Equal(("say", true), (call.Name, call.IsOneWay));
        Assert.Equal("hello"u8.ToArray(), call.Payload.ToArray());
        Assert.Equal("x"u8.ToArray(), await pair.Near.RequestAsync("after", "x"u8.ToArray()));
        Assert.Equal(1, pair.Near.Connection.ReadCounters()["mux.messages-in"]);
    }

    [Fact]
    public async Task Handler_Throws_AnswersWithAnErrorAndGoesOn()
    {
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, (call, _) => call.Name switch
        {
            "refuse" => throw new CallFailedException("not today"),
            "fault" => throw new InvalidOperationException("secret"),
            _ => ValueTask.FromResult(call.Payload),
        });

        CallFailedException refused = await Assert.ThrowsAsync<CallFailedException>(() => pair.Near.RequestAsync("refuse", default));
        CallFailedException fault = await Assert.ThrowsAsync<CallFailedException>(() => pair.Near.RequestAsync("fault", default));

        Assert.Equal("not today", refused.Message);
        Assert.DoesNotContain("secret", fault.Message, StringComparison.Ordinal);
        Assert.Equal(2, pair.Far.Connection.ReadCounters()["calls.handler-faults"]);
        Assert.Empty(await pair.Near.RequestAsync("echo", default));
    }

    [Fact]
    public async Task Request_NoAnswerInTime_TimesOutAndTheLateOneIsDropped()
    {
        TaskCompletionSource release = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, async (call, _) =>
        {
            if (call.Name == "slow")
            {
                await release.Task;
            }

            return call.Payload;
        });

        await Assert.ThrowsAsync<TimeoutException>(() => pair.Near.RequestAsync("slow", default, TimeSpan.FromMilliseconds(20)));
        Assert.Equal(1, pair.Near.Connection.ReadCounters()["calls.timeouts"]);
        release.SetResult();

        await Wait.UntilAsync(() => pair.Near.Connection.ReadCounters()["calls.late"] == 1, "the late answer");
        Assert.Empty(await pair.Near.RequestAsync("quick", default));
    }

    [Fact]
    public async Task Request_Cancelled_ThrowsThatAndNotATimeout()
    {
        using CancellationTokenSource cancel = new();
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, async (call, stop) =>
        {
            await cancel.CancelAsync();
            await Task.Delay(Timeout.Infinite, stop);
            return call.Payload;
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => pair.Near.RequestAsync("never", default, null, cancel.Token));
        Assert.Equal(0, pair.Near.Connection.ReadCounters()["calls.timeouts"]);
    }

    [Fact]
    public async Task CallsMax_OneBeyond_IsRefused()
    {
        TaskCompletionSource release = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, async (call, _) =>
        {
            await release.Task;
            return call.Payload;
        }, new MultiplexerLimits { CallsMax = 2 });
        Task<byte[]>[] waiting = [pair.Near.RequestAsync("a", default), pair.Near.RequestAsync("b", default)];

        MultiplexerException refused = await Assert.ThrowsAsync<MultiplexerException>(() => pair.Near.RequestAsync("c", default));

        Assert.Equal(MultiplexerFailure.Busy, refused.Reason);
        Assert.Equal(1, pair.Near.Connection.ReadCounters()["calls.refused-out"]);
        release.SetResult();
        await Task.WhenAll(waiting).WaitAsync(Wait.Deadline);
        Assert.Empty(await pair.Near.RequestAsync("d", default));
    }

    [Fact]
    public async Task HandlersMax_OneBeyond_IsAnsweredWithAnErrorAndOneWayIsDropped()
    {
        TaskCompletionSource release = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, async (call, _) =>
        {
            await release.Task;
            return call.Payload;
        }, new MultiplexerLimits { HandlersMax = 2 });
        Task<byte[]>[] handled = [pair.Near.RequestAsync("a", default), pair.Near.RequestAsync("b", default)];
        await Wait.UntilAsync(() => pair.Far.Connection.ReadCounters()["calls.in"] == 2, "both handlers");

        await pair.Near.SendAsync("one-way", default);
        await Assert.ThrowsAsync<CallFailedException>(() => pair.Near.RequestAsync("c", default));

        Assert.Equal(2, pair.Far.Connection.ReadCounters()["calls.refused-in"]);
        release.SetResult();
        await Task.WhenAll(handled).WaitAsync(Wait.Deadline);
    }

    [Fact]
    public async Task Names_AtTheLimitAndBeyond()
    {
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, (call, _) => ValueTask.FromResult<ReadOnlyMemory<byte>>(Encoding.UTF8.GetBytes(call.Name)));

        Assert.Equal(1_024, (await pair.Near.RequestAsync(new string('x', 1_024), default)).Length);
        Assert.Equal("가나다"u8.ToArray(), await pair.Near.RequestAsync("가나다", default));
        await Assert.ThrowsAsync<ArgumentException>(() => pair.Near.RequestAsync(new string('x', 1_025), default));
        await Assert.ThrowsAsync<ArgumentException>(() => pair.Near.SendAsync(new string('가', 342), default));
    }

    [Fact]
    public async Task Answer_TooLarge_IsAnError()
    {
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, (_, _) => ValueTask.FromResult<ReadOnlyMemory<byte>>(new byte[2_000]), new MultiplexerLimits { MessageBytesMax = 2_000 });

        await Assert.ThrowsAsync<CallFailedException>(() => pair.Near.RequestAsync("large", default));
        await Assert.ThrowsAsync<ArgumentException>(() => pair.Near.RequestAsync("large", new byte[2_000]));
    }

    [Fact]
    public async Task PeerLeaves_WhileRequestsWait_FailsThem()
    {
        await using CallPair pair = await CallPair.OpenAsync(StrategySelection.Default, EchoAsync, async (call, stop) =>
        {
            await Task.Delay(Timeout.Infinite, stop);
            return call.Payload;
        });
        Task<byte[]> waiting = pair.Near.RequestAsync("never", default);
        await Wait.UntilAsync(() => pair.Far.Connection.ReadCounters()["calls.in"] == 1, "the request");

        await pair.Far.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);

        await Assert.ThrowsAsync<MultiplexerException>(() => waiting.WaitAsync(Wait.Deadline));
    }

    [Fact]
    public async Task Dispose_WhileRequestsWait_FailsThemAndWaitsForHandlers()
    {
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        CallPair pair = await CallPair.OpenAsync(
            StrategySelection.Default,
            async (call, stop) =>
            {
                try
                {
                    await Task.Delay(Timeout.Infinite, stop);
                }
                finally
                {
                    ended.SetResult();
                }

                return call.Payload;
            },
            async (call, stop) =>
            {
                await Task.Delay(Timeout.Infinite, stop);
                return call.Payload;
            });
        Task<byte[]> mine = pair.Near.RequestAsync("never", default);
        Task<byte[]> theirs = pair.Far.RequestAsync("never", default);
        await Wait.UntilAsync(() => pair.Near.Connection.ReadCounters()["calls.in"] == 1, "the request");

        await pair.Near.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);

        Assert.True(ended.Task.IsCompleted);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => mine.WaitAsync(Wait.Deadline));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => pair.Near.RequestAsync("late", default));
        await Assert.ThrowsAnyAsync<Exception>(() => theirs.WaitAsync(Wait.Deadline));
        await pair.Far.DisposeAsync();
    }

    private static ValueTask<ReadOnlyMemory<byte>> EchoAsync(MultiplexedCall call, CancellationToken stop) => ValueTask.FromResult(call.Payload);

    private static async Task AskAsync(MultiplexerCalls calls, int sender) =>
        await Task.WhenAll(Enumerable.Range(0, 100).Select(async number =>
        {
            byte[] body = Bodies.Make(sender, number, (number * 97) % 9_000);
            Assert.Equal(body, await calls.RequestAsync($"echo-{number}", body));
        }));
}
