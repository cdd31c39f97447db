using System.Diagnostics;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Tests.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Spans of the engine with real servers. Alone: a listener hears every server of the process.</summary>
[Collection(nameof(Alone))]
public sealed class TraceTests(ITestOutputHelper output)
{
    public static TheoryData<string> Schedulers => Variants.Of("scheduler");

    public static TheoryData<string> DispatchResults => Variants.Of("dispatch-result");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task ClientMessage_ThatAsksAnotherServer_IsOneTrace(bool isNetworked)
    {
        using SpanLog spans = new();
        await using TracedGame game = await TracedGame.StartAsync(isNetworked);
        await using RawClient client = await game.JoinAsync("alice");

        Assert.Equal("EchoReply", (await client.RequestAsync("Ask", 2, "Echo")).MsgId);

        IReadOnlyList<Activity> ended = await spans.EndedAsync(3);
        Activity room = Single(ended, "play-1: process Room (Server)");
        Activity request = Single(ended, "play-1: request api (Client)");
        Activity api = Single(ended, "api-1: process Echo (Server)");
        Assert.Equal(default, room.ParentSpanId);
        Assert.Equal(room.SpanId, request.ParentSpanId);
        Assert.Equal(request.SpanId, api.ParentSpanId);
        Assert.True(api.HasRemoteParent);
        Assert.Single(ended.Select(s => s.TraceId).Distinct());
        Assert.All(ended, s => Assert.Equal(ActivityStatusCode.Unset, s.Status));
        Assert.Equal(("Ask", "Room", "playhouse", 1L), (Tag(room, "playhouse.message.id"), Tag(room, "messaging.destination.name"), Tag(room, "messaging.system"), Tag(room, "playhouse.stage.id")));
        Assert.Equal(("Echo", "api-1"), (Tag(request, "playhouse.message.id"), Tag(request, "playhouse.peer.id")));
        Assert.Equal("play-1", Tag(api, "playhouse.peer.id"));
        Assert.Equal(room, game.SpanAt("Ask"));
        Assert.Equal(room, game.SpanAt("after an await"));
        Assert.Equal(room, game.SpanAt("after a request"));
    }

    [Fact]
    public async Task ApiServer_ThatMakesAStageAndAsksIt_StaysInTheTrace()
    {
        using SpanLog spans = new();
        await using TracedGame game = await TracedGame.StartAsync(isNetworked: true);
        await using RawClient client = await game.JoinAsync("alice");

        Assert.Equal("RoomReply", (await client.RequestAsync("Ask", 2, "MakeRoom")).MsgId);

        IReadOnlyList<Activity> ended = await spans.EndedAsync(7);
        foreach (Activity span in ended)
        {
            output.WriteLine($"trace {span.TraceId} span {span.SpanId} parent {span.ParentSpanId} {SpanLog.Describe(span)} {Tag(span, "playhouse.message.id")} {span.Duration.TotalMilliseconds:F2} ms");
        }

        Assert.Equal(
            [
                "play-1: process Room (Server)",
                "play-1: request api (Client)",
                "api-1: process MakeRoom (Server)",
                "api-1: request stage (Client)",
                "play-1: process Room (Server)",
            ],
            PathTo(ended, game.SpanAt("from a server")!));
        Assert.Equal("api-1: request system (Client)", PathTo(ended, Single(ended, "play-1: process CreateStageReq (Server)"))[^2]);
        Assert.Single(ended.Select(s => s.TraceId).Distinct());
    }

    [Fact]
    public async Task OneWayMessage_IsProducerAndConsumer()
    {
        using SpanLog spans = new();
        await using TracedGame game = await TracedGame.StartAsync(isNetworked: true);
        await using RawClient client = await game.JoinAsync("alice");

        await client.RequestAsync("Tell", 2);

        IReadOnlyList<Activity> ended = await spans.EndedAsync(4);
        Activity handled = Single(ended, "api-1: process Note (Consumer)");
        Assert.Equal(["play-1: process Room (Server)", "play-1: send api (Producer)", "api-1: process Note (Consumer)"], PathTo(ended, handled));
        Activity refused = Assert.Single(ended, s => "nowhere".Equals(Tag(s, "playhouse.peer.id")));
        Assert.Equal((ActivityStatusCode.Error, "unreachable"), (refused.Status, Tag(refused, "error.type")));
        Assert.Equal(game.SpanAt("Tell"), game.SpanAt("after a send"));
    }

    [Fact]
    public async Task HandlerThatThrows_AndRequestThatFails_AreErrors()
    {
        using SpanLog spans = new();
        await using TracedGame game = await TracedGame.StartAsync(isNetworked: true);
        await using RawClient client = await game.JoinAsync("alice");

        Assert.Equal(ErrorCodes.UncheckedContentsError, (await client.RequestAsync("Throw", 2)).ErrorCode);
        Assert.Equal(ErrorCodes.UncheckedContentsError, (await client.RequestAsync("Ask", 3, "Throw")).ErrorCode);

        IReadOnlyList<Activity> ended = await spans.EndedAsync(4);
        Assert.Equal(
            ["PlayHouse.Engine.ServerRequestException", "System.InvalidOperationException", "System.InvalidOperationException", "error"],
            ended.Select(s => Tag(s, "error.type") as string).Order(StringComparer.Ordinal));
        Assert.All(ended, s => Assert.Equal(ActivityStatusCode.Error, s.Status));
        Assert.Equal("no such luck", ended[0].StatusDescription);
        Assert.Equal(2, game.Play.ReadCounters()["handler.failures"]);
    }

    [Theory]
    [MemberData(nameof(Schedulers))]
    public Task Span_OfAMessage_DoesNotReachTheNextOne_ByScheduler(string scheduler) =>
        AssertNoLeakAsync(StrategySelection.Default.With("scheduler", scheduler));

    [Theory]
    [MemberData(nameof(DispatchResults))]
    public Task Span_OfAMessage_DoesNotReachTheNextOne_ByDispatchResult(string dispatch) =>
        AssertNoLeakAsync(StrategySelection.Default.With("dispatch-result", dispatch));

    [Fact]
    public Task Span_OfAMessage_DoesNotReachTheNextOne_InAnAwaitingLoop() =>
        AssertNoLeakAsync(StrategySelection.Default.With("mailbox", "channel-unbounded").With("stage-loop", "awaiting-loop"));

    [Fact]
    public async Task Listener_ThatCameAndWent_LeavesNothingBehind()
    {
        await using TracedGame game = await TracedGame.StartAsync();
        await using RawClient client = await game.JoinAsync("alice");
        await client.RequestAsync("One", 2);
        using (SpanLog spans = new())
        {
            await client.RequestAsync("Two", 3);
            await spans.EndedAsync(1);
        }

        await client.RequestAsync("Three", 4);

        Assert.Null(game.SpanAt("One"));
        Assert.NotNull(game.SpanAt("Two"));
        Assert.Null(game.SpanAt("Three"));
    }

    private static async Task AssertNoLeakAsync(StrategySelection strategies)
    {
        using SpanLog spans = new();
        await using TracedGame game = await TracedGame.StartAsync(change: o => o with { Strategies = strategies });
        await using RawClient client = await game.JoinAsync("alice");
        await using RawClient other = await game.JoinAsync("bob");
        Assert.Equal("EchoReply", (await client.RequestAsync("Ask", 2, "Echo")).MsgId);
        await client.RequestAsync("Throw", 3);
        await client.RequestAsync("Plain", 4);
        Assert.Equal("Told", (await other.RequestAsync("Tell", 2)).MsgId);
        await Wait.UntilAsync(() => game.Notes.Any(n => n.Place == "posted"), "the posted callback has run");

        IReadOnlyList<Activity> ended = await spans.EndedAsync(9);

        Activity?[] handled = [game.SpanAt("Ask"), game.SpanAt("Throw"), game.SpanAt("Plain"), game.SpanAt("Tell")];
        Assert.All(handled, s => Assert.Equal(default, s!.ParentSpanId));
        Assert.Equal(4, handled.Select(s => s!.TraceId).Distinct().Count());
        Assert.Equal(4, ended.Select(s => s.TraceId).Distinct().Count());
        Assert.Null(game.SpanAt("posted"));
    }

    private static object? Tag(Activity span, string name) => span.GetTagItem(name);

    private static Activity Single(IReadOnlyList<Activity> spans, string description) => Assert.Single(spans, s => SpanLog.Describe(s) == description);

    /// <summary>The spans from the root to this one.</summary>
    private static List<string> PathTo(IReadOnlyList<Activity> spans, Activity span)
    {
        List<string> path = [];
        for (Activity? next = span; next is not null; next = spans.SingleOrDefault(s => s.SpanId == next.ParentSpanId))
        {
            path.Insert(0, SpanLog.Describe(next));
        }

        return path;
    }
}
