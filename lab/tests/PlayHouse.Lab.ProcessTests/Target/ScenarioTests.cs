using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Multiplexer;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Target.Tests;

/// <summary>Every scenario with its real processes: the load's books balance, and the target has counted the same messages.</summary>
public sealed class ScenarioTests(ITestOutputHelper output)
{
    private const int Connections = 8;

    // The depth holds more than a slow machine's longest pause: what is asked here is not how fast it is.
    private static readonly LoadSpec Load = new() { Connections = Connections, Depth = 200, RatePerSecond = 400 };

    public static TheoryData<string> OneOfEachSubject => [.. ScenarioCatalog.All.GroupBy(s => s.Subject).Select(g => g.First().Id)];

    public static TheoryData<string> Scenarios => [.. ScenarioCatalog.All.Select(s => s.Id)];

    public static TheoryData<string> Piloted => [.. ScenarioCatalog.All.Where(s => s.Load.RatePerConnection is null).Select(s => s.Id)];

    [Theory]
    [MemberData(nameof(OneOfEachSubject))]
    public Task Launch_OfOneScenarioOfEachSubject_BalancesAndAgreesWithTheTarget(string id) => BalancesAsync(id);

    [Trait("Run", "selftest-scenarios")]
    [Theory]
    [MemberData(nameof(Scenarios))]
    public Task Launch_OfEveryScenario_BalancesAndAgreesWithTheTarget(string id) => BalancesAsync(id);

    private async Task BalancesAsync(string id)
    {
        ScenarioDescriptor scenario = ScenarioCatalog.Find(id)!;
        LoadSpec load = Fit(scenario);

        ScenarioRun run = await ScenarioRun.MakeAsync(scenario, load);

        LoadResult result = Balanced(id, run);
        Assert.Equal(0, result.Lost + result.WrongReplies + result.ErrorReplies + result.ConnectionsLost);
        Assert.True(result.Received > 0, "nothing was measured");
        // The target also counts what was sent before and after the window: no more than is due between its marks.
        Assert.InRange(run.Counted, result.Received, load.RatePerSecond!.Value * run.Seconds + Burst(scenario));
        AssertExecuted(scenario, load, run);
    }

    /// <summary>
    /// What the catalogue says of a scenario's seams holds: the code of each one ran as often as a proof of execution asks. Of
    /// amortised ones (a buffer per receive) only that it ran: how often depends on the machine's pace.
    /// </summary>
    private void AssertExecuted(ScenarioDescriptor scenario, LoadSpec load, ScenarioRun run)
    {
        foreach (SeamDescriptor seam in Seams(scenario).Where(s => scenario.Seams.Contains(s.Id) && s.Default.MinHitsPerMessage > 0))
        {
            double hits = run.Delta("engine." + seam.Default.Counter) / run.Counted;
            double needed = seam.Default.MinHitsPerMessage / scenario.MessagesPerEvent(load);
            output.WriteLine($"  {seam.Id}: {hits:F3} hits per message, a proof needs {needed:F3}");
            bool isAmortised = seam.Default.MinHitsPerMessage < 0.5;
            Assert.True(isAmortised ? hits > 0 : hits >= needed, $"{scenario.Id} does not execute {seam.Id}: {hits:F3} hits per message");
        }
    }

    private static IReadOnlyList<SeamDescriptor> Seams(ScenarioDescriptor scenario) => scenario.Subject switch
    {
        ScenarioSubject.Multiplexer => MultiplexerCatalog.Seams,
        ScenarioSubject.FastPort => FastPortCatalog.Seams,
        _ => StrategyCatalog.Seams,
    };

    /// <summary>A pilot finds a rate: what the engine reaches, and what the load itself does.</summary>
    [Trait("Run", "selftest-scenarios")]
    [Theory]
    [MemberData(nameof(Piloted))]
    public async Task Pilot_OfEveryScenarioWithoutAKnownRate_ReachesSomething(string id)
    {
        ScenarioDescriptor scenario = ScenarioCatalog.Find(id)!;
        LoadSpec load = Fit(scenario) with { Mode = LoadMode.Closed, RatePerSecond = null, Depth = 2 };

        LoadResult reached = Balanced(id, await ScenarioRun.MakeAsync(scenario, load));
        LoadResult ceiling = Balanced("null-echo", await ScenarioRun.MakeAsync(scenario, load, isCalibration: true));

        Assert.All((LoadResult[])[reached, ceiling], r => Assert.Equal(0, r.Lost + r.WrongReplies + r.ErrorReplies + r.ConnectionsLost));
        Assert.True(reached.AchievedRate > 0 && ceiling.AchievedRate > 0, "a pilot without a rate ends the run");
    }

    private LoadResult Balanced(string what, ScenarioRun run)
    {
        LoadResult result = run.Result;
        output.WriteLine($"{what}: offered {result.Offered} sent {result.Sent} skipped {result.Skipped} received {result.Received} lost {result.Lost} " +
            $"errors {result.ErrorReplies} wrong {result.WrongReplies} lost connections {result.ConnectionsLost}; " +
            $"achieved {result.AchievedRate:F0}/s; target {run.Counted} in {run.Seconds:F3} s; " +
            string.Join("; ", result.SaturationFlags.Concat(result.Faults)));
        Assert.Equal(result.Offered, result.Sent + result.Skipped);
        Assert.Equal(result.Sent, result.Received + result.Lost);
        Assert.DoesNotContain(result.SaturationFlags, f => f.StartsWith("client-defect", StringComparison.Ordinal));
        return result;
    }

    private static LoadSpec Fit(ScenarioDescriptor scenario) => Load with
    {
        Depth = Math.Min(Load.Depth, scenario.Load.DepthMax),
        PayloadBytes = Math.Max(Load.PayloadBytes, scenario.PayloadBytesMin),
        RatePerSecond = scenario.Load.IsRateFixed ? scenario.Load.KnownRate(Load) : scenario.PayloadBytesMin > 0 ? 100 : Load.RatePerSecond,
    };

    /// <summary>What one moment may be due at once: a message of each connection, or, where a loop catches up, of several steps.</summary>
    private static int Burst(ScenarioDescriptor scenario) => scenario.Load.IsRateFixed ? 8 * Connections : Connections;
}
