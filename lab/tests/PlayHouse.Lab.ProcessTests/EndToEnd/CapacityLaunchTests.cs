using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Execute;
using Xunit.Abstractions;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>A search against a server whose capacity is planted: one stage answers one message after the other and spins for each.</summary>
[Trait("Run", "selftest-capacity")]
public sealed class CapacityLaunchTests(ITestOutputHelper output)
{
    private const double SpinMicroseconds = 2_000;

    // A rate this far above what the stage can answer queues up by more than the objective within settling and window.
    private const double Slack = 1.06;

    [Fact]
    public async Task Search_OneStageThatSpins_FindsNoMoreThanItCanAnswer()
    {
        LaunchRequest request = Requests.Of("c2s-echo", ArmNames.Baseline, new InjectSpec { SpinMicroseconds = SpinMicroseconds }) with
        {
            Load = new LoadSpec { Connections = 1, Depth = 64 },
            Capacity = new CapacityTask(new SloSpec { P99Ms = 50 }, 400, 50_000),
        };

        LaunchRecord record = (await new LaunchExecutor().RunAsync(request, CancellationToken.None)).Record;

        Assert.True(record.State == LaunchState.Completed, record.Failure);
        CapacityResult found = record.Capacity!;
        double possible = 1e6 / SpinMicroseconds;
        output.WriteLine($"{found.RatePerSecond:N1}/s of at most {possible:N0}/s");
        foreach (CapacityProbe probe in found.Probes)
        {
            output.WriteLine($"  {probe.RatePerSecond,8:N1}/s  p99 {probe.P99Us / 1e3,8:N1} ms  not sent {probe.SkippedShare:P1}  achieved {probe.AchievedShare:P1}  {(probe.IsSustained ? "sustained" : "")}");
        }

        // How near it comes is the machine's affair; that no rate beyond what the stage can answer is believed is the search's.
        Assert.InRange(found.RatePerSecond, CapacityTask.FloorPerSecond, possible * Slack);
        Assert.Equal(found.RatePerSecond, record.Metrics[MetricIds.Capacity]);
        Assert.DoesNotContain(found.Probes, p => p.IsSustained && p.RatePerSecond > possible * Slack);
        Assert.All(found.Probes.Where(p => p.RatePerSecond > found.RatePerSecond), p => Assert.False(p.IsSustained));
        Assert.False(found.IsCensored);
        Assert.True(record.Metrics[MetricIds.BytesPerMessage] > 0 && record.HitsPerMessage.Count > 0, "a search carries what a launch carries");
        Assert.True(found.Probes.Count > 3, "one load for each probe");
    }
}
