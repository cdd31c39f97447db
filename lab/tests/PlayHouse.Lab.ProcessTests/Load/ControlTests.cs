using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests;

public sealed class ControlTests
{
    private static readonly LoadSpec SmallLoad = new() { Connections = 2, Depth = 4, RatePerSecond = 100 };

    [Fact]
    public async Task Connect_AuthenticationRefused_IsAnErrorThatSaysSo()
    {
        await using var server = new EchoServer(new EchoFaults { RejectsAuthentication = true });
        await using LoadChild child = LoadChild.Launch();

        ControlException e = await Assert.ThrowsAsync<ControlException>(() => child.ConnectAsync(server, SmallLoad));

        Assert.Equal("authentication-refused", e.Code);
        Assert.Contains("error code 5", e.Message, StringComparison.Ordinal);
        Assert.False(child.Process.HasExited);
    }

    [Fact]
    public async Task Connect_NobodyListens_IsAnErrorThatSaysSo()
    {
        var server = new EchoServer();
        await server.DisposeAsync();
        await using LoadChild child = LoadChild.Launch();

        ControlException e = await Assert.ThrowsAsync<ControlException>(() => child.ConnectAsync(server, SmallLoad));

        Assert.Equal("connect-failed", e.Code);
    }

    [Fact]
    public async Task Connect_MoreThanOneSourceHolds_UsesSeveralSources()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();

        await child.ConnectAsync(server, SmallLoad with { Connections = 1_000 });

        Assert.Equal(2, server.SourceAddresses);
    }

    [Fact]
    public async Task Start_OutsideTheLimits_ReportsAllErrorsAtOnce()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();
        var load = new LoadSpec { Connections = 0, Depth = 20_000, PayloadBytes = -1, RatePerSecond = null };

        ControlException e = await Assert.ThrowsAsync<ControlException>(() => child.StartAsync(server, load, "no-such-scenario"));

        Assert.Equal("bad-start", e.Code);
        foreach (string part in new[] { "no-such-scenario", "0 connections", "depth 20000", "-1 bytes", "rate" })
        {
            Assert.Contains(part, e.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Start_WhatARoomsLoopDecidesItself_IsRefusedByName()
    {
        await using var server = new RoomServer(stateBytes: 0);
        await using LoadChild child = LoadChild.Launch();

        ControlException e = await Assert.ThrowsAsync<ControlException>(
            () => child.StartAsync(server, new LoadSpec { Connections = 4, RatePerSecond = 81, Depth = 2, PayloadBytes = 100 }, ScenarioCatalog.RoomTick));

        Assert.Equal("bad-start", e.Code);
        Assert.Contains("4 connections are 80/s, not 81/s", e.Message, StringComparison.Ordinal);
        Assert.Contains("depth 1 at most", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_MorePlacesInAStormThanAServerTakes_IsRefusedByName()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();

        ControlException e = await Assert.ThrowsAsync<ControlException>(
            () => child.StartAsync(server, new LoadSpec { Connections = 10_000, Depth = 2, RatePerSecond = 200 }, ScenarioCatalog.ConnectStorm));

        Assert.Contains("connections × depth of 18000 at most, this is 20000", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Requests_OutOfOrderOrUnknown_AreErrorsAndTheProcessLivesOn()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();

        Assert.Equal("bad-state", (await Assert.ThrowsAsync<ControlException>(() => child.RequestAsync(ControlTypes.Drain))).Code);
        Assert.Equal("unknown-type", (await Assert.ThrowsAsync<ControlException>(() => child.RequestAsync("explode"))).Code);
        await child.ConnectAsync(server, SmallLoad);
        Assert.Equal("bad-body", (await Assert.ThrowsAsync<ControlException>(() => child.RequestAsync(ControlTypes.Warm, new SecondsBody(-1)))).Code);
        Assert.Equal("bad-state", (await Assert.ThrowsAsync<ControlException>(() => child.RequestAsync(ControlTypes.Measure, new SecondsBody(1)))).Code);
        Assert.Equal(0, await child.Process.QuitAsync(TimeSpan.FromSeconds(5)));
    }

    [Fact]
    public async Task GarbageLine_IsAnsweredWithAnError()
    {
        using Process process = LoadChild.LaunchRaw();
        await process.StandardInput.WriteLineAsync("this is not json");
        await process.StandardInput.FlushAsync();

        string? answer = await process.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(20));

        Assert.True(ControlCodec.TryRead(answer!, out ControlLine line, out string error), error);
        Assert.Equal(ControlTypes.Error, line.Type);
        process.Kill();
        await process.WaitForExitAsync();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task EndOfStdin_InEveryState_EndsTheProcess(int steps)
    {
        await using var server = new EchoServer(new EchoFaults { DropEvery = 1 });
        using Process process = LoadChild.LaunchRaw();
        var start = new LoadStart { Scenario = "c2s-echo", Targets = [new LoadTarget("127.0.0.1", server.Port)], Load = SmallLoad, Seed = 1 };
        string[] lines =
        [
            ControlCodec.Write(1, ControlTypes.Hello),
            ControlCodec.Write(2, ControlTypes.Start, start),
            ControlCodec.Write(3, ControlTypes.Connect),
            ControlCodec.Write(4, ControlTypes.Warm, new SecondsBody(0)),
            ControlCodec.Write(5, ControlTypes.Measure, new SecondsBody(steps == 3 ? 0.1 : 600)),
            ControlCodec.Write(6, ControlTypes.Drain),
        ];
        int sent = steps switch { 0 => 1, 1 => 3, 2 => 5, _ => 6 };
        foreach (string line in lines[..sent])
        {
            await process.StandardInput.WriteLineAsync(line);
        }

        int answers = steps switch { 0 => 1, 1 => 3, 2 => 4, _ => 5 };
        await ReadAnswersAsync(process, answers);
        if (steps >= 2)
        {
            // The request after the last answer is under way, and its waiting must be ended too.
            Assert.Contains("progress", await process.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(20)), StringComparison.Ordinal);
        }

        process.StandardInput.Close();

        // The promise is two seconds; the rest is what a machine under load may take to notice an exit.
        try
        {
            await process.WaitForExitAsync().WaitAsync(TimeSpan.FromSeconds(6));
        }
        finally
        {
            process.Kill();
        }

        Assert.NotEqual(0, process.ExitCode);
    }

    private static async Task ReadAnswersAsync(Process process, int count)
    {
        for (int answers = 0; answers < count;)
        {
            string? text = await process.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(20));
            Assert.NotNull(text);
            Assert.True(ControlCodec.TryRead(text, out ControlLine line, out string error), error);
            Assert.NotEqual(ControlTypes.Error, line.Type);
            answers += line.Type == ControlTypes.Progress ? 0 : 1;
        }
    }
}
