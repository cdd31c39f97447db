using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.History;

/// <summary>Runs of one experiment under the same conditions: they may stand on one line.</summary>
/// <param name="Scenario">Scenario.</param>
/// <param name="Conditions">What they share, for people.</param>
/// <param name="Runs">Oldest first.</param>
public sealed record HistorySeries(string Scenario, string Conditions, IReadOnlyList<RunReport> Runs);

/// <summary>
/// The runs of an experiment over time. Runs of another scenario, load, policy or machine are never joined: each combination is a
/// series of its own. Pure.
/// </summary>
public sealed record ExperimentHistory
{
    /// <summary>Series, the one with the newest run first.</summary>
    public IReadOnlyList<HistorySeries> Series { get; private init; } = [];

    /// <summary>Runs that stand on no line, with the reason; one sentence each.</summary>
    public IReadOnlyList<string> LeftOut { get; private init; } = [];

    /// <summary>Sorts runs, in any order, into series.</summary>
    public static ExperimentHistory Of(IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ILookup<string, RunReport> reasons = runs.ToLookup(Reason);
        return new ExperimentHistory
        {
            Series =
            [
                .. reasons[""].GroupBy(Key).OrderByDescending(g => g.Max(r => r.Run.CreatedAt))
                    .Select(g => new HistorySeries(g.Key.Scenario, Words(g.Last()), [.. g.OrderBy(r => r.Run.CreatedAt).ThenBy(r => r.Run.Id, StringComparer.Ordinal)])),
            ],
            LeftOut = [.. reasons.Where(g => g.Key.Length > 0).OrderBy(g => g.Key, StringComparer.Ordinal).Select(g => $"{Numbers.Count(g.Count())} × {g.Key}.")],
        };
    }

    private static string Reason(RunReport run) => run switch
    {
        { IsInjected: true } => "a planted effect (INJECTED), left out",
        { Run.Plan.Screen: not null } => "a screen of several toggles has more than two arms, left out",
        _ when VerdictWords.IsAa(run.Run) => "the baseline against itself (A/A), left out",
        { Launches.Count: 0 } => "no completed timed launch",
        _ => "",
    };

    // Two rates that were found by pilots are one when they lie in the same step of a quarter: a run finds its own each time.
    private const double RateStep = 1.25;

    // CPU and latency depend on the rate, on the window and on the warm-up. Fewer blocks say the same with less certainty.
    private static (string Scenario, Model.Experiments.LoadSpec Load, double Rate, double Warmup, double Window, string Policy, string Machine) Key(RunReport run) =>
        (run.Run.Plan.Experiment.Scenario, run.Run.Plan.Experiment.Load, Math.Round(Math.Log(run.Run.Plan.RatePerSecond ?? 1, RateStep)), run.Run.Plan.WarmupSeconds, run.Run.Plan.WindowSeconds,
            run.Run.Plan.PolicyHash, Machine(run));

    private static string Machine(RunReport run)
    {
        LaunchRecord? launch = run.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0);
        return launch is null ? "" : string.Join('\n', FingerprintKeys.Machine.Select(k => launch.Fingerprint.GetValueOrDefault(k)));
    }

    private static string Rate(RunReport run) => run.Run.Plan.RatePerSecond is { } rate ? $"{Numbers.Count(rate)} messages/s, " : "";

    private static string Words(RunReport run)
    {
        LaunchRecord? launch = run.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0);
        string[] machine =
        [
            .. new[] { FingerprintKeys.ProcessorModel, FingerprintKeys.ProcessorCount, FingerprintKeys.Runtime }
                .Select(k => launch?.Fingerprint.GetValueOrDefault(k)).OfType<string>().Where(v => v.Length > 0).Select(v => PlainText.Clean(v)),
        ];
        string policy = run.Run.Plan.PolicyHash is { Length: > 8 } hash ? hash[..8] : run.Run.Plan.PolicyHash;
        return $"{run.Run.Plan.Experiment.Scenario}, {Numbers.Counted(run.Run.Plan.Experiment.Load.Connections, "connection")}, {Rate(run)}window {Numbers.Plain(run.Run.Plan.WindowSeconds)} s, policy {policy}, {(machine.Length == 0 ? "machine not recorded" : string.Join(", ", machine))}";
    }
}
