using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Client.Tests.Fakes;

namespace PlayHouse.Engine.Client.Tests;

/// <summary>65,535 requests, wrap-around and late replies: no reply meets a request that is not its own.</summary>
public sealed class RequestTableTests
{
    [Fact]
    public async Task Requests_65535Outstanding_TheNextIsRefusedByNameAndEachGetsItsOwnReply()
    {
        await using FakeServer server = await FakeServer.StartAsync();
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, new PlayClientOptions { RequestTimeout = TimeSpan.FromMinutes(5) });
        await using PlayClient _ = client;
        List<FakeRequest> arrived = [];
        Task reading = Task.Run(async () =>
        {
            while (arrived.Count < ushort.MaxValue)
            {
                arrived.Add((await connection.ReadAsync())!);
            }
        });

        Task<ClientReply>[] waiting = [.. Enumerable.Range(0, ushort.MaxValue).Select(i => client.RequestAsync("EchoRequest", BitConverter.GetBytes(i)))];
        ushort refusal = await Clients.CodeAsync(client.RequestAsync("EchoRequest", default));
        await reading.WaitAsync(Wait.Deadline);
        arrived.Reverse();
        foreach (FakeRequest[] batch in arrived.Chunk(1000))
        {
            await connection.SendAsync(batch.SelectMany(r => FakeConnection.Frame("EchoReply", r.MsgSeq, r.Payload)).ToArray());
        }

        Assert.Equal(ErrorCodes.ClientBusy, refusal);
        ClientReply[] replies = await Task.WhenAll(waiting).WaitAsync(Wait.Deadline);
        Assert.Equal(Enumerable.Range(0, ushort.MaxValue), replies.Select(r => BitConverter.ToInt32(r.Payload.Span)));
        Assert.Equal(0, client.WaitingRequests);
        Task<ClientReply> afterwards = client.RequestAsync("EchoRequest", "wrapped"u8.ToArray());
        FakeRequest wrapped = (await connection.ReadAsync())!;
        await connection.ReplyAsync(wrapped, wrapped.Payload);
        Assert.Equal("wrapped"u8.ToArray(), (await afterwards.WaitAsync(Wait.Deadline)).Payload.ToArray());
    }

    [Fact]
    public async Task LateReplies_AfterTimeOutAndCancellation_AreCountedAndMeetNobody()
    {
        await using FakeServer server = await FakeServer.StartAsync();
        FakeTimeProvider clock = new();
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, Clients.By(clock));
        await using PlayClient _ = client;
        using CancellationTokenSource cancel = new();
        Task<ClientReply> timed = client.RequestAsync("SlowRequest", default);
        await Wait.PassAsync(clock, TimeSpan.FromSeconds(1), () => timed.IsCompleted, "the request's time is over");
        Assert.Equal(ErrorCodes.ClientRequestTimeout, await Clients.CodeAsync(timed));
        Task<ClientReply> cancelled = client.RequestAsync("SlowRequest", default, cancel.Token);
        FakeRequest[] late = [(await connection.ReadAsync())!, (await connection.ReadAsync())!];
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);

        await connection.ReplyAsync(late[0], "late"u8.ToArray());
        await connection.ReplyAsync(late[1], "late"u8.ToArray());
        await connection.ReplyAsync(late[1], "again"u8.ToArray());

        await Wait.UntilAsync(() => client.LateReplies == 3, "all three are counted");
        Assert.Equal(0, client.WaitingRequests);
        Assert.True(client.IsAuthenticated);
    }

    [Fact]
    public void Ids_OfGivenUpRequests_AreReusedLast()
    {
        PendingRequests table = new();
        ushort first = table.Add(Request(0));
        ushort second = table.Add(Request(1));
        table.GiveUp(second);
        table.GiveUp(first);

        HashSet<ushort> others = [.. Enumerable.Range(0, ushort.MaxValue - 2).Select(i => table.Add(Request(i)))];

        Assert.Equal(ushort.MaxValue - 2, others.Count);
        Assert.DoesNotContain(first, others);
        Assert.DoesNotContain(second, others);
        Assert.Equal((second, first), (table.Add(Request(0)), table.Add(Request(0))));
        Assert.Equal(ErrorCodes.ClientBusy, Assert.Throws<PlayClientException>(() => table.Add(Request(0))).ErrorCode);
    }

    [Fact]
    public void Table_RandomSteps_AgreesWithAModel()
    {
        const int Seed = 20;
        Random random = new(Seed);
        PendingRequests table = new();
        Dictionary<ushort, long> model = [];
        List<ushort> sent = [];
        Queue<ushort> unanswered = [];
        for (long step = 0; step < 300_000; step++)
        {
            int choice = random.Next(10);
            if (choice < 5 || sent.Count == 0)
            {
                ushort id = table.Add(Request(step));
                Assert.True(id != 0 && model.TryAdd(id, step), $"seed {Seed}, step {step}: id {id} is in use");
                Assert.DoesNotContain(id, unanswered);
                sent.Add(id);
                continue;
            }

            int at = random.Next(sent.Count);
            ushort chosen = sent[at];
            sent[at] = sent[^1];
            sent.RemoveAt(sent.Count - 1);
            long expected = model[chosen];
            model.Remove(chosen);
            if (choice < 9)
            {
                Assert.True(table.TryTake(chosen, out WaitingRequest taken));
                Assert.Equal(expected, taken.DeadlineMs);
                continue;
            }

            table.GiveUp(chosen);
            unanswered.Enqueue(chosen);
            if (unanswered.Count > 20)
            {
                Assert.False(table.TryTake(unanswered.Dequeue(), out _), $"seed {Seed}, step {step}: a late reply met a request");
            }
        }

        Assert.Equal(model.Count, table.Count);
        Assert.Equal(model.Count, table.TakeExpired(long.MaxValue).Count);
        Assert.Equal(0, table.Count);
    }

    private static WaitingRequest Request(long mark) => new("EchoRequest", mark, null, null);
}
