using System.Diagnostics;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A client whose frames are always ready: the stack stays flat where its receiver runs, and others are served while it sends.</summary>
public sealed class FirehoseTests(ITestOutputHelper output)
{
    private const int BytesMin = 8 * 1024 * 1024;
    private const int Turns = 200;

    /// <summary>Between the frames of a few bytes are some that need many receives, so that receives complete at once and later.</summary>
    private static readonly int[] PayloadBytes = [1, 0, 3, 64, 1, 900, 2, 0, 17, 1, 64 * 1024, 5, 1, 4_000, 0, 250];

    // With the completion of the socket at the bottom, TCP and TLS have 20 to 35 calls below a handler, WebSocket 50 to 70.
    [Theory]
    [InlineData(Wire.Tcp, "inline", 60)]
    [InlineData(Wire.Tcp, "thread-pool", 60)]
    [InlineData(Wire.Tls, "inline", 60)]
    [InlineData(Wire.WebSocket, "inline", 120)]
    [InlineData(Wire.SecureWebSocket, "inline", 120)]
    public Task Defect1_Firehose_KeepsTheStackFlat_AndOthersAreServedWhileItGoesOn(Wire wire, string scheduler, int stackMax) =>
        PourBesideAsync(wire, scheduler, stackMax, StrategySelection.Default.With("scheduler", scheduler));

    // A loop that awaits has the frames of its state machines between the thread's start and the handler.
    [Theory]
    [InlineData("three-task", "inline")]
    [InlineData("two-task", "inline")]
    [InlineData("pipelines", "inline")]
    [InlineData("async-socket", "inline")]
    [InlineData("epoll-loop", "inline")]
    [InlineData("epoll-loop", "thread-pool")]
    [InlineData("three-task", "thread-pool")]
    [InlineData("two-task", "thread-pool")]
    public Task Firehose_UnderEverySession_KeepsTheStackFlat_AndOthersAreServedWhileItGoesOn(string session, string scheduler) =>
        PourBesideAsync(Wire.Tcp, $"{session} {scheduler}", 80, StrategySelection.Default.With("scheduler", scheduler).With("session", session));

    private async Task PourBesideAsync(Wire wire, string name, int stackMax, StrategySelection strategies)
    {
        await using GameServer server = await GameServer.StartAsync(strategies: strategies, configure: Transports.All);
        await using RawClient hose = await server.JoinAsync(wire, 1, "hose");
        await using RawClient other = await server.JoinAsync(wire, 2, "other");
        using CancellationTokenSource enough = new();
        bool isWebSocket = wire is Wire.WebSocket or Wire.SecureWebSocket;
        Task<long> pouring = PourAsync(hose, isWebSocket, enough.Token);
        await server.UntilAsync(() => server.Counter("bytes.in") > 256 * 1024, "the hose runs");
        long before = server.Counter("messages.completed");

        // Nothing but this test ends the hose, so every turn is served while it runs. Its thread may wait for a processor during all of them:
        // then the turns last until it had one.
        int turns = 0;
        long started = Stopwatch.GetTimestamp();
        while (turns < Turns || (During() <= 0 && Stopwatch.GetElapsedTime(started) < Wait.Deadline))
        {
            ushort seq = (ushort)((turns % 60_000) + 1);
            Assert.Equal(seq, (await other.RequestAsync("EchoRequest", seq)).MsgSeq);
            turns++;
        }

        long during = During();
        Assert.False(pouring.IsCompleted);
        await server.UntilAsync(() => server.Counter("bytes.in") >= BytesMin, "enough has come through the hose");
        await enough.CancelAsync();
        long sent = await pouring;
        Assert.Equal("end", (await hose.RequestAsync("EchoRequest", 1, "end")).Text);

        Assert.Equal(sent + turns + 1, server.Counter("messages.completed"));
        output.WriteLine($"{wire} {name}: {server.Counter("bytes.in") >> 20} MiB, {sent} messages, {during} of them during {turns} turns of another session, deepest stack {server.Log.DeepestStack}");
        Assert.True(during > 0, "the hose stood still");
        Assert.InRange(server.Log.DeepestStack, 1, stackMax);

        long During() => server.Counter("messages.completed") - before - turns;
    }

    /// <summary>Keeps the connection full of one-way messages until asked to stop; returns how many were sent, all whole. A WebSocket message is one frame.</summary>
    private static async Task<long> PourAsync(RawClient hose, bool isWebSocket, CancellationToken enough)
    {
        // Few of them measure the stack: a handler that takes long would leave the receiver's thread for a worker.
        byte[][] frames = [.. PayloadBytes.Select((bytes, i) => RawClient.Frame(i % 8 == 0 ? "StackRequest" : "ErrorRequest", 0, hose.StageId, new byte[bytes]))];
        byte[] round = [.. Enumerable.Repeat(frames, 4).SelectMany(f => f).SelectMany(f => f)];
        long sent = 0;
        while (!enough.IsCancellationRequested)
        {
            if (isWebSocket)
            {
                await hose.SendBytesAsync(frames[sent % frames.Length]);
                sent++;
                continue;
            }

            await hose.SendBytesAsync(round);
            sent += 4 * frames.Length;
        }

        return sent;
    }
}
