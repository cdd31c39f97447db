using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Capacity;
using Xunit.Abstractions;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Searches of two arms in turn: against edges that are known, and against a server whose capacity is planted: one stage answers one message after the other and spins for each.</summary>
public sealed class CapacityLaunchTests(ITestOutputHelper output)
{
    private const double SpinMicroseconds = 2_000;

    // A rate this far above what the stage can answer queues up by more than the objective within settling and window.
    private const double Slack = 1.06;

    [Fact]
    public async Task Search_TwoArms_EachFindsItsOwnEdge()
    {
        double[] edges = [3_000, 12_000];
        LaunchRequest[] arms = [.. edges.Select((_, i) => RunContext.Searching(Requests.Of("c2s-echo", i == 0 ? ArmNames.Baseline : ArmNames.Candidate) with { Slot = i, WindowSeconds = 1 }, new CapacityTask(new SloSpec(), 5_000, 50_000)))];
        CapacityTurns search = new(arms);
        List<SlicePlan> taken = [];

        await search.RunAsync(slices =>
        {
            taken.AddRange(slices);
            Assert.Equal(slices.Count, slices.Select(s => s.Target).Distinct().Count());
            LoadResult Of(int arm)
            {
                double rate = (slices.FirstOrDefault(s => s.Target == arm)?.Speed ?? 0) * arms[0].Load.RatePerSecond!.Value;
                return new LoadResult { WindowSeconds = 1, Offered = (long)rate, AchievedRate = (long)rate, PercentilesUs = new Dictionary<string, double> { [MetricIds.LatencyP99] = rate > edges[arm] ? 1e6 : 100 } };
            }

            return Task.FromResult<IReadOnlyList<SlicedTargetResult>>([.. edges.Select((_, arm) => new SlicedTargetResult([], Of(arm), Of(arm)))]);
        });

        LaunchRecord[] records = [.. arms.Select((a, i) => search.Complete(i, Marked(PlannedLauncher.Record(a))))];
        Assert.All(records, r => Assert.InRange(r.Metrics[MetricIds.Capacity], edges[r.Slot] / CapacitySearch.Resolution, edges[r.Slot]));
        Assert.Equal(taken.Count, records.Sum(r => r.Capacity!.Probes.Count));
        Assert.All(taken, s => Assert.Equal(CapacityTimes.SettleSeconds + 1, s.Seconds));
    }

    private static LaunchRecord Marked(LaunchRecord record) => record with
    {
        End = record.End! with { Counters = new Dictionary<string, double>(record.End.Counters) { [CounterNames.WorkingSetBytes] = 1 } },
    };

    [Trait("Run", "selftest-capacity")]
    [Fact]
    public async Task Search_OneStageThatSpins_FindsNoMoreThanItCanAnswer()
    {
        LaunchRequest Of(string arm, int slot) => RunContext.Searching(
            Requests.Of("c2s-echo", arm, new InjectSpec { SpinMicroseconds = SpinMicroseconds }) with { Slot = slot, Load = new LoadSpec { Connections = 1, Depth = 64 }, WindowSeconds = 1 },
            new CapacityTask(new SloSpec { P99Ms = 50 }, 400, 50_000));

        IReadOnlyList<LaunchRecord> pair = await new LaunchExecutor().RunTurnsAsync(new TurnsRequest([Of(ArmNames.Baseline, 0), Of(ArmNames.Candidate, 1)], new PairSpec()), CancellationToken.None);

        Assert.All(pair, Check);
    }

    private void Check(LaunchRecord record)
    {
        Assert.True(record.State == LaunchState.Completed, record.Failure);
        CapacityResult found = record.Capacity!;
        double possible = 1e6 / SpinMicroseconds;
        output.WriteLine($"{record.Arm}: {found.RatePerSecond:N1}/s of at most {possible:N0}/s");
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
        Assert.True(found.Probes.Count > 3, "several probes");
    }
}
