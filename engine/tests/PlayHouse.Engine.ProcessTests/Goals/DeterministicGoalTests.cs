using Xunit.Abstractions;

namespace PlayHouse.Engine.Goals.Tests;

/// <summary>
/// The engine's goals that no machine's speed decides: bytes, collections and system calls per message of the default
/// strategies, memory of an idle session and of a server that has just started.
/// </summary>
public sealed class DeterministicGoalTests(ITestOutputHelper output)
{
    private const int Rounds = 3;
    private const int IdleSessions = 1_000;
    private const long RoomId = 2;

    [Theory]
    [InlineData(64, 10, 2_000)]
    [InlineData(1024, 10, 2_000)]
    [InlineData(16 * 1024, 10, 500)]
    [InlineData(64, 100, 500)]
    public async Task Echo_InSteadyState_AllocatesNothing(int payloadBytes, int depth, int batches)
    {
        await using ServerProcess server = await ServerProcess.StartAsync("engine");
        using var client = new EchoClient(server.Port, 1);
        client.Echo(payloadBytes, depth, batches / 2);
        double least = double.MaxValue;
        Facts before = await server.FactsAsync();
        for (int round = 0; round < Rounds; round++)
        {
            // What the process does in addition to the messages (answers, the runtime's own timers) only ever adds.
            long start = await server.AllocatedAsync();
            client.Echo(payloadBytes, depth, batches);
            least = Math.Min(least, (await server.AllocatedAsync() - start) / (double)(batches * depth));
        }

        Facts after = await server.FactsAsync();
        double messages = Rounds * batches * depth;
        double writes = (after.Counters["socket.writes"] - before.Counters["socket.writes"]) / messages;
        double reads = (after.Counters["socket.reads"] - before.Counters["socket.reads"]) / messages;
        output.WriteLine($"{payloadBytes} B, depth {depth}: {least:F3} B, {writes:F4} writes, {reads:F4} reads per message");

        Assert.True(least <= 0.5, $"{least:F3} B per message");
        if (payloadBytes <= 1024)
        {
            Assert.True(writes <= (depth >= 100 ? 0.02 : 0.15), $"{writes:F4} writes per reply");
            Assert.True(reads <= 0.15, $"{reads:F4} reads per request");
        }
    }

    [Fact]
    public async Task Echo_AMillionMessages_CausesNoFullCollection()
    {
        await using ServerProcess server = await ServerProcess.StartAsync("engine");
        EchoClient[] clients = [.. Enumerable.Range(1, 8).Select(i => new EchoClient(server.Port, i))];
        Facts before = await server.FactsAsync();

        await Task.WhenAll(clients.Select(c => Task.Factory.StartNew(() => c.Echo(64, 100, 1_250), TaskCreationOptions.LongRunning)));

        Facts after = await server.FactsAsync();
        output.WriteLine($"{after.Counters["messages.completed"]} messages, {after.Gen2 - before.Gen2} full and {after.Gen0 - before.Gen0} collections in all");
        Assert.Equal(1_000_000, after.Counters["messages.completed"]);
        Assert.Equal(0, after.Gen2 - before.Gen2);
        Assert.InRange(after.Gen0 - before.Gen0, 0, 2);
        Array.ForEach(clients, c => c.Dispose());
    }

    [Fact]
    public async Task Start_WithDefaults_TakesAtMost80Megabytes()
    {
        await using ServerProcess server = await ServerProcess.StartAsync("engine");

        Facts facts = await server.FactsAsync();

        output.WriteLine($"{facts.Resident / 1e6:F1} MB resident");
        Assert.InRange(facts.Resident, 1, 80_000_000);
    }

    [Fact]
    public async Task IdleSession_Authenticated_HoldsAtMost6Kibibytes()
    {
        await using ServerProcess server = await ServerProcess.StartAsync("engine");
        using (var first = new EchoClient(server.Port, 1))
        {
            first.Echo(64, 1, 10);
        }

        await server.UntilAsync(f => f.Counters["sessions"] == 0, "the first client is gone");
        long before = await server.HeapAsync();
        EchoClient[] clients = [.. Enumerable.Range(1, IdleSessions).Select(_ => new EchoClient(server.Port, RoomId))];
        await server.UntilAsync(f => f.Counters["sessions"] == IdleSessions, "all are there");
        double heap = (await server.HeapAsync() - before) / (double)IdleSessions;

        output.WriteLine($"{heap:F0} B of live heap per session");
        Assert.InRange(heap, 1, 6 * 1024);
        Array.ForEach(clients, c => c.Dispose());
    }
}
