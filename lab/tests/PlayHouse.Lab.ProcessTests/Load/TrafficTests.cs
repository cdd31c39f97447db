using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>One real launch of each traffic: its books, no rate and no figure, because a busy machine is no defect.</summary>
public sealed class TrafficTests
{
    private static readonly LoadSpec Load = new() { Connections = 4, Depth = 4, RatePerSecond = 400 };

    [Theory]
    [InlineData(ScenarioCatalog.Echo)]
    [InlineData(ScenarioCatalog.RoomBroadcast)]
    [InlineData(ScenarioCatalog.RoomTick)]
    [InlineData(ScenarioCatalog.ConnectStorm)]
    public async Task Launch_OfEachTraffic_KeepsTheBooks(string scenario)
    {
        bool isRoom = scenario is ScenarioCatalog.RoomBroadcast or ScenarioCatalog.RoomTick, isTick = scenario == ScenarioCatalog.RoomTick;
        await using var echo = new EchoServer();
        await using var room = new RoomServer(stateBytes: isTick ? 64 : null);

        // Long enough for a process that has still to compile what it sends with, next to others.
        const double WindowSeconds = 3;
        LoadResult result = await LoadChild.RunAsync(isRoom ? room : echo, isTick ? Load with { RatePerSecond = 80, Depth = 1 } : Load, 0, WindowSeconds, scenario);

        ConservationTests.AssertConserved(result);
        Assert.True(result.Received > 0, "nothing was measured");
        Assert.Equal(0, result.WrongReplies + result.ErrorReplies + result.ConnectionsLost);
        Assert.Empty(result.Faults);
        if (scenario == ScenarioCatalog.ConnectStorm)
        {
            Assert.True(SpinWait.SpinUntil(() => echo.Resets >= result.Received, TimeSpan.FromSeconds(30)), $"{echo.Resets} resets");
            Assert.Equal(0, echo.Farewells);
        }
    }

    [Fact]
    public async Task Load_HasOneThreadThatReadsAndSends_AndNoneOfTheRuntimesSocketLayer()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();
        await child.ConnectAsync(server, Load);
        await child.RequestAsync(ControlTypes.Warm, new SecondsBody(0.1));

        string[] names = [.. Directory.GetDirectories($"/proc/{child.Process.Pid}/task").Select(t => File.ReadAllText(Path.Combine(t, "comm")).Trim())];

        Assert.Single(names, "load-loop");
        Assert.DoesNotContain(".NET Sockets", names);
    }
}
