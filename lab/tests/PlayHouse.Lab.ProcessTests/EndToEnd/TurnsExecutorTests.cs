using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Real processes that are alive at once: state and conservation, no figure.</summary>
public sealed class TurnsExecutorTests
{
    private static readonly string[] Measured =
        [MetricIds.MessagesPerSecond, MetricIds.CpuUsPerMessage, MetricIds.CpuUsAtRate, MetricIds.LatencyP99, MetricIds.StallShare, MetricIds.StallTime, MetricIds.BytesPerMessage];

    private static readonly PairSpec Short = new() { SaturatedPairs = 3, SaturatedSeconds = 0.05, PacedPairs = 2, PacedSeconds = 0.1 };

    [Fact]
    public Task PairBetweenServers_TheBooksOfTheLoadAndOfEachTargetAgree() => CheckAsync("s2s-request");

    [Trait("Run", "selftest-scenarios")]
    [Theory]
    [InlineData("mux-pipe")]
    [InlineData("room-broadcast")]
    public Task PairOfAnotherWire_TheBooksAgreeToo(string scenario) => CheckAsync(scenario);

    /// <summary>A block of a screen: as many launches as it has combinations.</summary>
    [Fact]
    public async Task ThreeArms_EachHasItsTurnsAndItsBooks()
    {
        TurnsRequest two = Request("c2s-echo");

        IReadOnlyList<LaunchRecord> three = await new LaunchExecutor().RunTurnsAsync(two with { Arms = [.. two.Arms, two.Arms[0] with { LaunchId = "l-third", Slot = 2 }] }, CancellationToken.None);

        Assert.Equal([0, 1, 2], three.Select(r => r.Slot));
        Check(three);
    }

    private static async Task CheckAsync(string scenario) => Check(await new LaunchExecutor().RunTurnsAsync(Request(scenario), CancellationToken.None));

    private static void Check(IReadOnlyList<LaunchRecord> records)
    {
        foreach (LaunchRecord record in records)
        {
            Assert.True(record.State == LaunchState.Completed, record.Failure);
            Assert.Equal((3, 2), (record.Slices.Count(s => s.Kind == SliceKind.Saturated), record.Slices.Count(s => s.Kind == SliceKind.Paced)));
            foreach (LoadResult load in (LoadResult[])[record.Load!, record.Saturated!])
            {
                Assert.Equal((load.Offered, load.Sent), (load.Sent + load.Skipped, load.Received + load.Lost));
                Assert.Equal(0, load.WrongReplies + load.ErrorReplies + load.ConnectionsLost);
            }

            // How many of them fall into the part that counts is the machine's affair; that each turn has some is not.
            Assert.All(record.Slices, s => Assert.True(s.Messages > 0, $"{s.Kind} turn {s.Index} completed nothing"));

            // Nothing is under way at either mark, so every message between them belongs to a turn.
            Assert.Equal(record.Slices.Sum(s => s.Messages), LaunchMetrics.Messages(record.Begin!, record.End!));
            Assert.All(Measured, id => Assert.Contains(id, record.Metrics.Keys));
        }

        Assert.Equal(Enumerable.Range(0, 5 * records.Count), records.SelectMany(r => r.Slices).Select(s => s.Index).Order());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task Target_KilledInItsTurns_FailsThePairByItsName(int victim)
    {
        var launcher = new LaunchExecutor();
        var started = new List<int>();
        launcher.ChildStarted += child =>
        {
            if (child.Role == "target")
            {
                started.Add(child.Pid);
            }
            else if (child.Role == "load")
            {
                Process.GetProcessById(started[victim]).Kill();
            }
        };

        IReadOnlyList<LaunchRecord> records = await launcher.RunTurnsAsync(Request("c2s-echo"), CancellationToken.None);

        Assert.All(records, r => Assert.Equal(LaunchState.Failed, r.State));
        Assert.Equal(("target", "died"), (records[victim].FailedRole, records[victim].FailureCode));
        Assert.Equal((null, HardFailureRule.PartnerCode), (records[1 - victim].FailedRole, records[1 - victim].FailureCode));
        Assert.All(started, pid => Assert.Throws<ArgumentException>(() => Process.GetProcessById(pid)));
    }

    /// <summary>A load says which target does not answer by its place, and the coin says which arm that is.</summary>
    [Fact]
    public Task Target_ThatNeverAnswersOneMessage_FailsThePairByItsName() => Task.WhenAll(FailsByItsNameAsync(ArmNames.Baseline), FailsByItsNameAsync(ArmNames.Candidate));

    private static async Task FailsByItsNameAsync(string silent)
    {
        TurnsRequest request = Request("c2s-echo");
        IReadOnlyList<LaunchRecord> records = await new LaunchExecutor().RunTurnsAsync(request with { Arms = [.. request.Arms.Select(a => Silenced(a, silent))] }, CancellationToken.None);

        LaunchRecord guilty = records.Single(r => r.Arm == silent);
        Assert.Equal((LaunchState.Failed, "target", "no-answer"), (guilty.State, guilty.FailedRole, guilty.FailureCode));
        Assert.Equal(HardFailureRule.PartnerCode, records.Single(r => r.Arm != silent).FailureCode);
    }

    // A second after its start and for longer than the load waits for what is outstanding.
    private static LaunchRequest Silenced(LaunchRequest request, string silent) =>
        (request.Arm.Name == silent ? request with { Arm = request.Arm with { Inject = new InjectSpec { StallMs = 8_000 } } } : request) with { WarmupSeconds = 1.5 };

    [Fact]
    public void Coins_AreFairAndSayNothingOfTheArms()
    {
        const int Draws = 2_000;
        DrawnTurns[] draws = [.. Enumerable.Range(0, Draws).Select(i => DrawnTurns.Draw(Short, 2, (ulong)i))];

        // Four standard deviations of a fair coin.
        int limit = (int)(4 * Math.Sqrt(Draws / 4.0));
        Assert.InRange(draws.Count(d => d.Endpoints[0] == 1), (Draws / 2) - limit, (Draws / 2) + limit);
        Assert.All(Enumerable.Range(0, 5), turn => Assert.InRange(draws.Count(d => d.Slices[2 * turn].Target == 0), (Draws / 2) - limit, (Draws / 2) + limit));
        Assert.All(draws, d => Assert.All(Enumerable.Range(0, 5), turn => Assert.Equal((1, d.Slices[2 * turn].Kind), (d.Slices[2 * turn].Target + d.Slices[(2 * turn) + 1].Target, d.Slices[(2 * turn) + 1].Kind))));
        Assert.Equal(DrawnTurns.Draw(Short, 2, 5).Slices, DrawnTurns.Draw(Short, 2, 5).Slices);
        Assert.True(draws.Select(d => string.Concat(d.Slices.Select(s => s.Kind == SliceKind.Paced ? 'p' : 's'))).Distinct().Count() > 5, "the kinds come in one order");
    }

    private static TurnsRequest Request(string scenario)
    {
        LaunchRequest Of(string arm, int slot) => Requests.Of(scenario, arm) with
        {
            // Processes start in a third of the time where the runtime compiles as it does by itself.
            Slot = slot, Load = new LoadSpec { Connections = 10, Depth = 20, RatePerSecond = 1_000 }, WarmupSeconds = 0.3,
            Environment = new EnvironmentSpec { Compilation = CompilationMode.Runtime },
        };
        return new TurnsRequest([Of(ArmNames.Baseline, 0), Of(ArmNames.Candidate, 1)], Short);
    }
}
