using System.Diagnostics;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A stage that takes longer than its clients send: the sender waits, memory stays, others continue.</summary>
public sealed class FloodTests(ITestOutputHelper output)
{
    [Fact]
    public Task Defect6_Flood_OfASlowStage_PausesItsReader_AndNobodyElse() => FloodAsync(StrategySelection.Default, messages: 20_000, bystanderRequests: 300);

    [Theory]
    [MemberData(nameof(VariantTests.Variants), MemberType = typeof(VariantTests))]
    public Task Flood_OfEveryVariant_PausesItsReader_AndNobodyElse(string seam, string strategy) =>
        FloodAsync(VariantSelection.Of(seam, strategy), messages: 2_000, bystanderRequests: 20);

    /// <summary>Actions fill the mailbox and carry no messages: a reader that asks again at once would ask for ever.</summary>
    [Theory]
    [InlineData("channel-bounded", "scheduled")]
    [InlineData("channel-bounded", "awaiting-loop")]
    [InlineData("buffer-block", "awaiting-loop")]
    [InlineData("mpsc-ring", "awaiting-loop")]
    public async Task MailboxFullOfActions_LetsItsReaderWaitInsteadOfAskAgain(string mailbox, string loop)
    {
        StrategyChoice choice = new(mailbox, new Dictionary<string, double> { ["capacity"] = 1 });
        StrategySelection selection = StrategySelection.Default.With("mailbox", choice).With("stage-loop", loop);
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), strategies: selection);
        await using RawClient client = await server.JoinAsync(1, "alice");
        await using RawClient bystander = await server.JoinAsync(2, "bob");
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        bool hasBegun = false;
        server.RoomOf(1).Link.Post(async () =>
        {
            Volatile.Write(ref hasBegun, true);
            await gate.Task;
        });
        await server.UntilAsync(() => Volatile.Read(ref hasBegun), "the stage is busy with an action");
        for (int i = 0; i < 5; i++)
        {
            server.RoomOf(1).Link.Post(() => default);
        }

        await client.SendAsync("Echo", 1, "patient");
        await server.UntilAsync(() => server.Counter("reader.pauses") >= 1, "the reader waits");
        for (ushort seq = 1; seq <= 500; seq++)
        {
            await bystander.RequestAsync("Echo", seq);
        }

        Assert.Equal(1, server.Counter("reader.pauses"));
        gate.SetResult();
        Assert.Equal("patient", (await client.ReadAsync()).Text);
        Assert.InRange(server.Counter("reader.pauses"), 1, 10);
    }

    private async Task FloodAsync(StrategySelection strategies, int messages, int bystanderRequests)
    {
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        int expected = 0;
        bool isInOrder = true;
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                if (packet.MsgId != "Flood")
                {
                    await Room.EchoAsync(room, member, packet);
                    return;
                }

                int number = BitConverter.ToInt32(packet.Payload.Span);
                await gate.Task;
                isInOrder &= number == expected++;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, new EngineLimits { MailboxMessagesMax = 64 }, strategies);
        await using RawClient sender = await server.JoinAsync(1, "sender");
        await using RawClient bystander = await server.JoinAsync(2, "bystander");
        Task sending = SendAsync(sender, messages);
        await server.UntilAsync(() => server.Counter("reader.pauses") >= 1, "the reader has paused");
        long inUse = server.Counter("buffers.rented") - server.Counter("buffers.returned");
        TimeSpan[] latencies = new TimeSpan[bystanderRequests];
        for (int i = 1; i <= bystanderRequests; i++)
        {
            long sent = Stopwatch.GetTimestamp();
            Assert.Equal(i.ToString(System.Globalization.CultureInfo.InvariantCulture), (await bystander.RequestAsync("Echo", (ushort)i, $"{i}")).Text);
            latencies[i - 1] = Stopwatch.GetElapsedTime(sent);
        }

        Array.Sort(latencies);
        output.WriteLine($"bystander of a flooded stage: median {latencies[latencies.Length / 2].TotalMilliseconds:F2} ms, P99 {latencies[latencies.Length * 99 / 100].TotalMilliseconds:F2} ms, {inUse} buffers in use");
        Assert.InRange(server.Counter("buffers.rented") - server.Counter("buffers.returned"), 0, inUse + 4);
        Assert.Equal(0, server.Counter("late.drops"));
        gate.SetResult();
        await sending;
        Assert.Equal("end", (await sender.RequestAsync("Echo", 1, "end")).Text);
        Assert.Equal((true, messages), (isInOrder, expected));
    }

    private static async Task SendAsync(RawClient client, int messages)
    {
        byte[] payload = new byte[500];
        for (int number = 0; number < messages; number++)
        {
            BitConverter.TryWriteBytes(payload, number);
            await client.SendAsync("Flood", 0, payload);
        }
    }
}
