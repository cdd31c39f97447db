using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>A room that pushes its state: what is missing, twice, out of order or wrong is counted where it belongs.</summary>
[Trait("Run", "selftest-load")]
public sealed class RoomTickTests(ITestOutputHelper output)
{
    private const int Members = 4;
    private const int FaultyMembers = 2;
    private const int FaultEvery = 5;

    private static readonly LoadSpec Load = new() { Connections = Members, RatePerSecond = 20 * Members, PayloadBytes = 100 };

    [Theory]
    [InlineData(100)]
    [InlineData(0)]
    public async Task Honest_EveryStep_ReachesEveryMember(int stateBytes)
    {
        await using var server = new RoomServer(stateBytes: stateBytes);

        LoadResult result = await RunAsync(server, Load with { PayloadBytes = stateBytes });

        Assert.Equal(0, result.Lost + result.WrongReplies + result.Skipped + result.ConnectionsLost);
        Assert.InRange(result.Received, Members, server.Published * Members);
        Assert.True(result.PercentilesUs["latency-p50"] > 0, "a push takes time");
    }

    [Fact]
    public async Task Drop_OfSomeSteps_IsLostAndNothingIsWrong()
    {
        LoadResult result = await RunAsync(new EchoFaults { DropEvery = FaultEvery });

        AssertFaults(result, result.Lost);
        Assert.Equal(0, result.WrongReplies);
    }

    [Fact]
    public async Task Swap_OfSomeSteps_IsWrongAndNothingIsLost()
    {
        LoadResult result = await RunAsync(new EchoFaults { SwapEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies);
        // A step that is held back at the end may come when no member waits any more.
        Assert.InRange(result.Lost, 0, FaultyMembers);
    }

    [Fact]
    public async Task Duplicate_OfSomeSteps_IsWrongAndNothingIsLost()
    {
        LoadResult result = await RunAsync(new EchoFaults { DuplicateEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task Corrupt_DataOfSomeSteps_IsWrongAndNothingIsLost()
    {
        LoadResult result = await RunAsync(new EchoFaults { CorruptEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies);
        Assert.Equal(0, result.Lost);
    }

    [Fact]
    public async Task Oversize_InPlaceOfSomeSteps_IsWrongAndTheyAreLost()
    {
        LoadResult result = await RunAsync(new EchoFaults { OversizeEvery = FaultEvery });

        AssertFaults(result, result.WrongReplies);
        AssertFaults(result, result.Lost);
    }

    [Fact]
    public async Task Close_OneMember_IsOwedTheRest()
    {
        await using var server = new RoomServer(new EchoFaults { CloseConnections = 1, CloseAfter = 3 }, faultyMembers: 1, stateBytes: 100);

        LoadResult result = await RunAsync(server, Load);

        Assert.Equal(1, result.ConnectionsLost);
        Assert.InRange(result.Lost, 1, result.Offered / Members);
        Assert.Equal(0, result.WrongReplies);
    }

    [Fact]
    public async Task Clock_OfAnotherMachine_IsSeen()
    {
        await using var server = new RoomServer(stateBytes: 100, clockErrorNs: 3_600_000_000_000);

        LoadResult result = await RunAsync(server, Load);

        Assert.Equal(0, result.Offered);
        Assert.True(result.WrongReplies > 0, "a step that begins in an hour has not arrived");
    }

    private async Task<LoadResult> RunAsync(EchoFaults faults)
    {
        LoadResult result;
        double seconds = 1.5;
        do
        {
            // A machine that is busy elsewhere makes fewer steps a second.
            await using var server = new RoomServer(faults, FaultyMembers, stateBytes: 100);
            result = await RunAsync(server, Load, seconds);
            seconds *= 3;
        }
        while (result.Offered < Members * 3 * FaultEvery && seconds < 30);
        return result;
    }

    private async Task<LoadResult> RunAsync(RoomServer server, LoadSpec load, double seconds = 1.5)
    {
        LoadResult result = await LoadChild.RunAsync(server, load, 0, seconds, ScenarioCatalog.RoomTick);
        output.WriteLine($"steps {server.Published}, faulted {server.Faulted}; {ConservationTests.Print(result)}");
        ConservationTests.AssertConserved(result);
        Assert.Equal(0, result.Offered % load.Connections);
        return result;
    }

    /// <summary>Every fifth push to two members: as many as the window's steps hold, one more or less for each at its edges.</summary>
    private static void AssertFaults(LoadResult result, long count)
    {
        long steps = result.Offered / Members;
        Assert.InRange(count, Math.Max(1, FaultyMembers * ((steps / FaultEvery) - 1)), FaultyMembers * ((steps / FaultEvery) + 2));
    }
}
