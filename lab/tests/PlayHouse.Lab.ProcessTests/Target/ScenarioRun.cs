using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Target.Tests;

/// <summary>One short launch of a scenario with the real processes: target, peer where there is one, load.</summary>
/// <param name="Result">What the load counted in its window.</param>
/// <param name="Begin">The target's counters before anything was sent.</param>
/// <param name="End">The same after the load had drained.</param>
internal sealed record ScenarioRun(LoadResult Result, MarkRecord Begin, MarkRecord End)
{
    private const double WindowSeconds = 1;
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    /// <summary>Messages that the target counted, before, in and after the window.</summary>
    public double Counted => Delta("engine." + CounterNames.EngineMessages);

    /// <summary>Seconds between the two marks, the marks included.</summary>
    public double Seconds => (End.TicksAfter - Begin.TicksBefore) / 1e9;

    /// <param name="scenario">The scenario.</param>
    /// <param name="load">Its load.</param>
    /// <param name="isCalibration">True puts the echo below the engine in the target's place, as a pilot does to learn what the load reaches.</param>
    public static async Task<ScenarioRun> MakeAsync(ScenarioDescriptor scenario, LoadSpec load, bool isCalibration = false)
    {
        await using TargetProcess target = TargetProcess.Launch();
        await using TargetProcess? peer = scenario.HasPeer && !isCalibration ? TargetProcess.Launch() : null;
        await using ControlProcess client = ControlProcess.Start(new ControlProcessStart("load", Repository.Program("PlayHouse.Lab.Load"), [], new Dictionary<string, string?>()));
        ReadyBody ready = await target.StartAsync(Start(isCalibration ? ScenarioCatalog.NullEcho : scenario.Id, load));
        if (peer is not null)
        {
            ReadyBody other = await peer.StartAsync(Start(scenario.Id, load) with { IsPeer = true });
            await Task.WhenAll(target.ConnectAsync(other.Ports["mesh"]), peer.ConnectAsync(ready.Ports["mesh"]));
        }

        Task AskAsync(string type, object? body = null) => client.RequestAsync(type, body, Deadline, CancellationToken.None);
        string asked = isCalibration ? scenario.Load.CeilingScenario : scenario.Id;
        await AskAsync(ControlTypes.Start, new LoadStart { Scenario = asked, Targets = [new LoadTarget("127.0.0.1", ready.Ports.GetValueOrDefault("tcp"), ready.Pipe)], Load = load, Seed = 99 });
        await AskAsync(ControlTypes.Connect);
        MarkRecord begin = await target.MarkAsync("begin");
        await AskAsync(ControlTypes.Warm, new SecondsBody(0));
        await AskAsync(ControlTypes.Measure, new SecondsBody(WindowSeconds));
        ResultBody result = await client.RequestAsync<ResultBody>(ControlTypes.Drain, null, Deadline, CancellationToken.None);
        MarkRecord end = await target.MarkAsync("end");
        return new ScenarioRun(result.Result, begin, end);
    }

    public double Delta(string counter) => End.Counters[counter] - Begin.Counters[counter];

    private static TargetStart Start(string scenario, LoadSpec load) => new()
    {
        Scenario = scenario,
        // The one choice under which every seam of the engine that scenarios execute has work.
        Strategies = ScenarioCatalog.Find(scenario)?.Subject == ScenarioSubject.Engine
            ? new Dictionary<string, StrategySetting> { ["route-object"] = StrategySetting.Of("pooled-object") }
            : [],
        Connections = load.Connections,
        PayloadBytes = load.PayloadBytes,
    };
}
