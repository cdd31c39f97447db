using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>How a load reads and waits is chosen by name and said in its result.</summary>
public sealed class LoopChoiceTests
{
    private static readonly LoadSpec Load = new() { Connections = 4, Depth = 4, RatePerSecond = 400 };

    [Theory]
    [InlineData(null, "epoll")]
    [InlineData("epoll", "epoll")]
    [InlineData("epoll-real-time", "epoll-real-time")]
    [InlineData("epoll-level", "epoll-level")]
    [InlineData("sockets", "sockets")]
    public async Task Result_SaysWhichLoopItWas(string? asked, string expected)
    {
        await using var server = new EchoServer();

        LoadResult result = await LoadChild.RunAsync(server, Load, 0, 1, loop: asked);

        Assert.Equal(expected, result.Loop);
        AssertHonest(result);
    }

    /// <summary>The other traffics over the sockets that they get themselves.</summary>
    [Theory]
    [InlineData(ScenarioCatalog.RoomBroadcast)]
    [InlineData(ScenarioCatalog.RoomTick)]
    [InlineData(ScenarioCatalog.ConnectStorm)]
    public async Task Scenario_OverItsOwnLoop_KeepsTheBooks(string scenario)
    {
        bool isTick = scenario == ScenarioCatalog.RoomTick;
        await using var echo = new EchoServer();
        await using var room = new RoomServer(stateBytes: isTick ? 64 : null);

        // Long enough for a process that has still to compile what it sends with, next to others.
        const double WindowSeconds = 3;
        LoadResult result = await LoadChild.RunAsync(
            scenario == ScenarioCatalog.ConnectStorm ? echo : room, isTick ? Load with { RatePerSecond = 80, Depth = 1 } : Load, 0, WindowSeconds, scenario);

        AssertHonest(result);
        if (scenario == ScenarioCatalog.ConnectStorm)
        {
            Assert.True(SpinWait.SpinUntil(() => echo.Resets >= result.Received, TimeSpan.FromSeconds(30)), $"{echo.Resets} resets");
            Assert.Equal(0, echo.Farewells);
        }
    }

    [Theory]
    [InlineData("libuv", ScenarioCatalog.Echo, "unknown loop 'libuv'; there are epoll, epoll-real-time, epoll-level, sockets")]
    [InlineData("epoll", ScenarioCatalog.ConnectStorm, "opens its connections by 'sockets' alone")]
    public async Task Start_WithALoopThatCannotBe_IsRefused(string loop, string scenario, string message)
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();

        ControlException e = await Assert.ThrowsAsync<ControlException>(() => child.StartAsync(server, Load, scenario, loop));

        Assert.Contains(message, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Load_ByEpoll_HasNoThreadOfTheRuntimesSocketLayer()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();
        await child.ConnectAsync(server, Load, loop: "epoll");
        await child.RequestAsync(ControlTypes.Warm, new SecondsBody(0.1));

        string[] names = [.. Directory.GetDirectories($"/proc/{child.Process.Pid}/task").Select(t => File.ReadAllText(Path.Combine(t, "comm")).Trim())];

        Assert.Contains("load-loop", names);
        Assert.DoesNotContain(".NET Sockets", names);
        Assert.DoesNotContain("load-pacer", names);
    }

    /// <summary>Round robin is 2 among the policies of sched(7); the kernel's own account of the thread is field 41 of proc(5).</summary>
    [Theory]
    [InlineData("epoll")]
    [InlineData("epoll-real-time")]
    public async Task Load_ByEpoll_SaysThePriorityThatItsThreadHas(string loop)
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();
        ReadyBody ready = await child.StartAsync(server, Load, loop: loop);

        string thread = Directory.GetDirectories($"/proc/{child.Process.Pid}/task").Single(t => File.ReadAllText(Path.Combine(t, "comm")).Trim() == "load-loop");
        string stat = await File.ReadAllTextAsync(Path.Combine(thread, "stat"));
        string policy = stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[41 - 3];

        Assert.Equal(policy == "2" ? "real time" : "", ready.Fingerprint["loop-priority"]);
        Assert.True(loop == "epoll-real-time" || policy == "0", "a loop is ordinary unless it was asked to run ahead");
    }

    // No rate and no figure: a busy machine is no defect.
    private static void AssertHonest(LoadResult result)
    {
        ConservationTests.AssertConserved(result);
        Assert.True(result.Received > 0, "nothing was measured");
        Assert.Equal(0, result.WrongReplies + result.ErrorReplies + result.ConnectionsLost);
        Assert.Empty(result.Faults);
    }
}
