using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>Connections come and go: each is a message, and however it ends it is counted once.</summary>
[Trait("Run", "selftest-load")]
public sealed class StormTests(ITestOutputHelper output)
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);
    private static readonly LoadSpec Load = new() { Connections = 50, Depth = 10, RatePerSecond = 200 };

    [Theory]
    [InlineData(LoadMode.Open, Arrivals.Constant)]
    [InlineData(LoadMode.Open, Arrivals.Poisson)]
    [InlineData(LoadMode.Closed, Arrivals.Constant)]
    public async Task Honest_EveryArrival_IsAuthenticatedAndLeavesWithAReset(LoadMode mode, Arrivals arrivals)
    {
        await using var server = new EchoServer();

        LoadResult result = await RunAsync(server, Load with { Mode = mode, Arrivals = arrivals, Depth = mode == LoadMode.Open ? 10 : 1 });

        Assert.Equal(0, result.Lost + result.WrongReplies + result.ErrorReplies + result.ConnectionsLost);
        Assert.True(result.Received > 0, "nothing arrived");
        Assert.Empty(result.Faults);
        Assert.True(SpinWait.SpinUntil(() => server.Resets >= result.Received, Deadline), $"{server.Resets} resets");
        Assert.Equal(0, server.Farewells);
        Assert.True(server.SourceAddresses > 1, "one address has not ports enough");
    }

    [Fact]
    public async Task Refused_EveryArrival_IsAnError()
    {
        await using var server = new EchoServer(new EchoFaults { RejectsAuthentication = true });

        LoadResult result = await RunAsync(server, Load);

        Assert.Equal(result.Received, result.ErrorReplies);
        Assert.True(result.Received > 0, "nothing was answered");
        Assert.Contains("error code 5", Assert.Single(result.Faults), StringComparison.Ordinal);
        Assert.Equal(0, result.AchievedRate);
    }

    [Fact]
    public async Task Closed_BeforeTheReply_IsAnError()
    {
        await using var server = new EchoServer(new EchoFaults { ClosesOnAuthentication = true });

        LoadResult result = await RunAsync(server, Load);

        Assert.Equal(result.Received, result.ErrorReplies);
        Assert.True(result.Received > 0, "nothing was answered");
        Assert.All(result.Faults, f => Assert.StartsWith("arrivals failed", f, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Unanswered_Arrivals_FillTheirPlacesAndAreLost()
    {
        await using var server = new EchoServer(new EchoFaults { IgnoresAuthentication = true });

        LoadResult result = await RunAsync(server, Load with { Connections = 2, Depth = 3 });

        // No place is free before the time-out, which is longer than the window.
        Assert.InRange(result.Sent, 0, 6);
        Assert.Equal(result.Sent, result.Lost);
        Assert.True(result.Skipped > 0, "the cap was never reached");
    }

    [Fact]
    public async Task NobodyListens_EveryArrival_IsAnErrorAndTheLoadGoesOn()
    {
        var server = new EchoServer();
        await server.DisposeAsync();

        LoadResult result = await RunAsync(server, Load);

        Assert.Equal(result.Received, result.ErrorReplies);
        Assert.True(result.Received > 0, "nothing was answered");
        Assert.DoesNotContain(result.SaturationFlags, f => f.StartsWith("client-sockets", StringComparison.Ordinal));
    }

    private async Task<LoadResult> RunAsync(EchoServer server, LoadSpec load)
    {
        LoadResult result = await LoadChild.RunAsync(server, load, 0, 1, ScenarioCatalog.ConnectStorm);
        output.WriteLine($"resets {server.Resets}, farewells {server.Farewells}; {ConservationTests.Print(result)}");
        ConservationTests.AssertConserved(result);
        return result;
    }
}
