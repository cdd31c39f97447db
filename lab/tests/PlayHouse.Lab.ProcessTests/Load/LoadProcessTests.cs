using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>What the machine and the environment do to the load process itself.</summary>
[Trait("Run", "selftest-load")]
public sealed class LoadProcessTests(ITestOutputHelper output)
{
    private const int FreezeMs = 400;

    [Fact]
    public async Task Freeze_OfTheLoadItself_CountsFromTheDueTimesAndIsFlagged()
    {
        await using var server = new EchoServer();
        await using LoadChild child = LoadChild.Launch();
        await child.ConnectAsync(server, new LoadSpec { Connections = 10, Depth = 1_000, RatePerSecond = 500 });
        await child.RequestAsync(ControlTypes.Warm, new SecondsBody(0.2));
        Task measuring = child.RequestAsync(ControlTypes.Measure, new SecondsBody(2));
        long sentBefore = server.Requests;
        Assert.True(SpinWait.SpinUntil(() => server.Requests > sentBefore + 100, TimeSpan.FromSeconds(10)));

        await SignalAsync("-STOP", child.Process.Pid);
        // The freeze is what is simulated, so its length is what is waited for.
        await Task.Delay(FreezeMs);
        await SignalAsync("-CONT", child.Process.Pid);

        await measuring;
        ResultBody body = await child.Process.RequestAsync<ResultBody>(ControlTypes.Drain, null, TimeSpan.FromSeconds(20), CancellationToken.None);
        output.WriteLine(ConservationTests.Print(body.Result));
        ConservationTests.AssertConserved(body.Result);
        // What was sent between the window's first tick and the moment the pacing thread saw the window is not counted.
        Assert.InRange(body.Result.Offered, 900, 1_005);
        Assert.True(body.Result.PercentilesUs["latency-p99"] >= 1_000 * (FreezeMs - 100), "requests due while the load stood still waited");
        Assert.True(body.Result.PercentilesUs["lateness-p99"] >= 1_000 * (FreezeMs - 100), "and were sent late");
        Assert.Contains(body.Result.SaturationFlags, f => f.StartsWith("client-lateness", StringComparison.Ordinal));
        Assert.Contains(body.Result.SaturationFlags, f => f.StartsWith("client-jitter", StringComparison.Ordinal));
    }

    private static async Task SignalAsync(string signal, int pid)
    {
        using Process kill = Process.Start("kill", [signal, $"{pid}"]);
        await kill.WaitForExitAsync();
        Assert.Equal(0, kill.ExitCode);
    }
}
