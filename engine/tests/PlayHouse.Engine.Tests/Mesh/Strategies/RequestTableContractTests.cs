using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Tests.Strategies;
using PlayHouse.Engine.Tests.Strategies.RequestTable;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh.Tests.Strategies;

/// <summary>Every request table: sequences that never collide, and each request ends once and by name.</summary>
public sealed class RequestTableContractTests
{
    private const int TimeoutMs = 5;

    private static readonly EngineLimits Limits = new() { ServerRequestTimeout = TimeSpan.FromMinutes(10) };

    private readonly EngineCounters _counters = new();
    private readonly BufferPool _pool = new(1024 * 1024);
    private readonly FakeTimeProvider _time = new();
    private readonly EngineClock _clock;

    public RequestTableContractTests() => _clock = new EngineClock(_time);

    public static TheoryData<string> Ids => Variants.Of("request-table");

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Defect7_Begin_70000OutstandingOverWrapAround_NeverReusesASequence(string id)
    {
        const int Requests = 70_000;
        // The real clock: a clock of a test looks through all its timers for each one that ends.
        RequestTableBox table = RequestTableBox.Create(StrategyChoice.Of(id), Limits, _counters, uint.MaxValue - 30_000, EngineClock.System);
        RequestTicket[] tickets = [.. Enumerable.Range(0, Requests).Select(_ => Begin(table))];

        Assert.Equal(Requests, tickets.Select(t => t.Sequence).Distinct().Count());
        Assert.DoesNotContain(tickets, t => t.Sequence == 0);
        Assert.Equal(Requests, table.Pending.Count);
        Assert.Equal(Requests, Begun(table));
        foreach (RequestTicket ticket in tickets)
        {
            Reply(table, ticket.Sequence, BitConverter.GetBytes(ticket.Sequence));
        }

        foreach (RequestTicket ticket in tickets)
        {
            using ServerReply reply = await ticket.Reply;
            Assert.Equal(ticket.Sequence, BitConverter.ToUInt32(reply.Payload.Span));
        }

        Assert.Equal(0, table.Pending.Count);
        Assert.Equal(_pool.Rented, _pool.Returned);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task OnReply_OfAnotherServer_LeavesTheRequestWaiting(string id)
    {
        RequestTableBox table = Create(id, Limits);
        RequestTicket ticket = Begin(table);

        Reply(table, ticket.Sequence, [1], from: "c");
        Assert.Equal(1, table.Pending.Count);
        Assert.False(ticket.Reply.IsCompleted);
        Assert.Equal(1, Counter("requests.late-replies"));

        Reply(table, ticket.Sequence, [2]);
        using ServerReply reply = await ticket.Reply;
        Assert.Equal(("ok", 2), (reply.MsgId, reply.Payload.Span[0]));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task OnReply_SecondOrUnknown_IsCountedAndKeepsNoBuffer(string id)
    {
        RequestTableBox table = Create(id, Limits);
        RequestTicket ticket = Begin(table);

        Reply(table, ticket.Sequence, [1]);
        Reply(table, ticket.Sequence, [1]);
        Reply(table, ticket.Sequence + 5, [1]);

        (await ticket.Reply).Dispose();
        Assert.Equal(2, Counter("requests.late-replies"));
        Assert.Equal((1, 1), (_pool.Rented, _pool.Returned));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task OnReply_WithAnErrorCode_IsThatFailureAndKeepsNoBuffer(string id)
    {
        RequestTableBox table = Create(id, Limits);
        RequestTicket ticket = Begin(table);

        table.OnReply(new RouteHeader("no", ticket.Sequence, ErrorCode: 1234, From: "b", IsReply: true), [1, 2], _pool);

        ServerRequestException failure = await FailureAsync(ticket);
        Assert.Equal(1234, failure.ErrorCode);
        Assert.Contains("'b'", failure.Message, StringComparison.Ordinal);
        Assert.Equal((0, 0), (_pool.Rented, table.Pending.Count));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Begin_TableFull_IsRefusedAndCountedUntilOneEnds(string id)
    {
        RequestTableBox table = Create(id, Limits with { ServerRequestsMax = 2 });
        RequestTicket first = Begin(table);
        Begin(table);

        Assert.False(table.TryBegin("b", out _));
        Assert.Equal(1, Counter("requests.refused"));
        Assert.Equal(2, Begun(table));

        Reply(table, first.Sequence, []);
        (await first.Reply).Dispose();
        Begin(table);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task TimeOut_OfARequest_EndsItByNameAndALateReplyIsCounted(string id)
    {
        RequestTableBox table = Create(id, Limits with { ServerRequestTimeout = TimeSpan.FromMilliseconds(20) });
        RequestTicket ticket = Begin(table);
        ValueTask<ServerReply> reply = ticket.Reply;

        _time.Advance(TimeSpan.FromMilliseconds(19));
        table.Pending.Sweep(_clock.NowMs);
        Assert.Equal((false, 0), (reply.IsCompleted, Counter("requests.timeouts")));
        _time.Advance(TimeSpan.FromMilliseconds(1));
        table.Pending.Sweep(_clock.NowMs);

        Assert.Equal((0, 1), (table.Pending.Count, Counter("requests.timeouts")));
        Assert.Equal(ErrorCodes.RequestTimeout, (await FailureAsync(ticket)).ErrorCode);
        Reply(table, ticket.Sequence, [1]);
        Assert.Equal((1, 1), (Counter("requests.timeouts"), Counter("requests.late-replies")));
        Assert.Equal((0, 0), (_pool.Rented, table.Pending.Count));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task FailAll_OfAServer_EndsItsRequestsAndNoOthers(string id)
    {
        RequestTableBox table = Create(id, Limits);
        RequestTicket[] lost = [.. Enumerable.Range(0, 5).Select(_ => Begin(table, "b"))];
        RequestTicket kept = Begin(table, "c");

        table.Pending.FailAll("b", ErrorCodes.ServerNotFound, "gone.");

        foreach (RequestTicket ticket in lost)
        {
            Assert.Equal(ErrorCodes.ServerNotFound, (await FailureAsync(ticket)).ErrorCode);
        }

        Assert.False(kept.Reply.IsCompleted);
        table.Pending.FailAll(null, ErrorCodes.ServerNotFound, "the own server is stopping.");
        Assert.Equal(ErrorCodes.ServerNotFound, (await FailureAsync(kept)).ErrorCode);
        Assert.Equal(0, table.Pending.Count);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Withdraw_OnceOnly_AndNotWhatHasEnded(string id)
    {
        RequestTableBox table = Create(id, Limits);
        RequestTicket withdrawn = Begin(table);
        RequestTicket answered = Begin(table);
        Reply(table, answered.Sequence, []);

        Assert.True(table.TryWithdraw(withdrawn));
        Assert.False(table.TryWithdraw(withdrawn));
        Assert.False(table.TryWithdraw(answered));

        (await answered.Reply).Dispose();
        Assert.Equal(0, table.Pending.Count);
        Reply(table, withdrawn.Sequence, [1]);
        Assert.Equal(1, Counter("requests.late-replies"));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Continuation_OfTheRequester_DoesNotRunWhereTheReplyComesIn(string id)
    {
        RequestTableBox table = Create(id, Limits);
        RequestTicket ticket = Begin(table);
        using ManualResetEventSlim delivered = new();
        Task<bool> requester = Task.Run(async () =>
        {
            using ServerReply reply = await ticket.Reply.ConfigureAwait(false);

            // Run inside OnReply this would wait for its own caller.
            return delivered.Wait(MeshNode.Deadline);
        });

        await Task.Run(() =>
        {
            Reply(table, ticket.Sequence, [1]);
            delivered.Set();
        });

        Assert.True(await requester);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Race_ReplyAgainstFailureAndTimeOut_EndsEachRequestOnce(string id)
    {
        const int Requests = 20_000;
        // The real clock: a timer of a test's clock may not be set by one thread while another disposes of it.
        RequestTableBox table = RequestTableBox.Create(
            StrategyChoice.Of(id), Limits with { ServerRequestTimeout = TimeSpan.FromMilliseconds(TimeoutMs) }, _counters, uint.MaxValue - 1_000, EngineClock.System);
        int replies = 0;
        int failures = 0;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(worker => Task.Run(async () =>
        {
            for (int i = 0; i < Requests / 4; i++)
            {
                RequestTicket ticket = Begin(table);
                Task other = Task.Run(() => End(table, i));
                Reply(table, ticket.Sequence, BitConverter.GetBytes(ticket.Sequence));
                try
                {
                    using ServerReply reply = await ticket.Reply;
                    Assert.Equal(ticket.Sequence, BitConverter.ToUInt32(reply.Payload.Span));
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
        Assert.Equal(Requests, Begun(table));
        Assert.Equal(0, table.Pending.Count);
        Assert.Equal(_pool.Rented, _pool.Returned);
        Assert.Equal(failures, Counter("requests.late-replies"));
    }

    private static void End(RequestTableBox table, int round)
    {
        if (round % 2 == 0)
        {
            table.Pending.FailAll("b", ErrorCodes.ServerNotFound, "gone.");
        }
        else
        {
            table.Pending.Sweep(EngineClock.System.NowMs + TimeoutMs);
        }
    }

    private static async Task<ServerRequestException> FailureAsync(RequestTicket ticket) =>
        await Assert.ThrowsAsync<ServerRequestException>(async () => (await ticket.Reply).Dispose());

    private static RequestTicket Begin(RequestTableBox table, string serverId = "b")
    {
        Assert.True(table.TryBegin(serverId, out RequestTicket ticket));
        return ticket;
    }

    private static long Begun(RequestTableBox table)
    {
        CounterBlock block = new();
        table.Pending.AddTo(block);
        return block[EngineCounter.SeamRequestTable];
    }

    private RequestTableBox Create(string id, EngineLimits limits, uint lastSequence = 0) =>
        RequestTableBox.Create(StrategyChoice.Of(id), limits, _counters, lastSequence, _clock);

    private void Reply(RequestTableBox table, uint sequence, byte[] payload, string from = "b") =>
        table.OnReply(new RouteHeader("ok", sequence, From: from, IsReply: true), payload, _pool);

    private long Counter(string name) => _counters.Read()[name];
}
