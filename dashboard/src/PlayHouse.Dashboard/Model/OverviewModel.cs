using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model;

/// <summary>Something worth a look.</summary>
/// <param name="Title">What it is.</param>
/// <param name="Why">Why it is worth it.</param>
/// <param name="Href">Page, relative.</param>
/// <param name="Command">Command line for the next step; null when the page is enough.</param>
public sealed record Suggestion(string Title, string Why, string Href, string? Command);

/// <summary>What the first page says. Pure.</summary>
public sealed record OverviewModel
{
    private const int VerdictsShown = 6;
    private const int SuggestionsShown = 5;

    /// <summary>True when nothing has been run here.</summary>
    public bool IsFirstRun { get; private init; }

    /// <summary>The latest runs with a verdict, newest first.</summary>
    public IReadOnlyList<RunReport> Verdicts { get; private init; } = [];

    /// <summary>What to look at next, most urgent first.</summary>
    public IReadOnlyList<Suggestion> Suggestions { get; private init; } = [];

    /// <summary>Runs in all.</summary>
    public int RunsCount { get; private init; }

    /// <summary>Verdicts by word, the most frequent first.</summary>
    public IReadOnlyList<(VerdictKind Kind, int Count)> Counts { get; private init; } = [];

    /// <summary>From the runs, newest first.</summary>
    public static OverviewModel Of(IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return new OverviewModel
        {
            IsFirstRun = runs.Count == 0,
            RunsCount = runs.Count,
            Verdicts = [.. runs.Where(r => r.Verdict is not null).Take(VerdictsShown)],
            Suggestions = [.. Suggest(runs).Take(SuggestionsShown)],
            Counts = [.. runs.Where(r => r.Verdict is not null).GroupBy(r => r.Verdict!.Kind).Select(g => (g.Key, g.Count())).OrderByDescending(c => c.Item2).ThenBy(c => c.Key)],
        };
    }

    private static IEnumerable<Suggestion> Suggest(IReadOnlyList<RunReport> runs)
    {
        IEnumerable<Suggestion> running = runs.Where(r => r.Run.State == RunState.Running).Select(r =>
            new Suggestion($"{r.Run.ExperimentId} is running", $"{Blocks(r)} count so far.", $"runs/{r.Run.Id}/live", null));
        IEnumerable<Suggestion> interrupted = runs.Where(r => r.Run.State == RunState.Interrupted).Select(r =>
            new Suggestion($"{r.Run.ExperimentId} was interrupted", $"It can be resumed: {Blocks(r)} count already.", $"runs/{r.Run.Id}", $"plab resume {r.Run.Id}"));
        // Only the latest run of an experiment speaks for it.
        IEnumerable<RunReport> latest = runs.Where(r => r.Verdict is not null || r.Run.State == RunState.Failed)
            .Where(r => !VerdictWords.IsAa(r.Run) && !r.IsInjected).DistinctBy(r => r.Run.ExperimentId);
        return [.. running, .. interrupted, .. latest.SelectMany(OfLatest), .. WithoutAa(runs)];
    }

    private static string Blocks(RunReport report) => $"{report.BlocksAccepted} of at most {PlanSize.BlocksMax(report.Run.Plan)} blocks";

    private static IEnumerable<Suggestion> OfLatest(RunReport report)
    {
        string? why = report switch
        {
            { Run.State: RunState.Failed } => "Its latest run failed.",
            { Verdict.Kind: VerdictKind.Unfit } => "The measurements of its latest run cannot support a verdict.",
            { Verdict.Kind: VerdictKind.Inconclusive } => "Its latest run could not tell yet.",
            { IsProvisional: false, Verdict.Kind: VerdictKind.Rollback } => "Its candidate makes something worse.",
            { Verdict.Kind: VerdictKind.TradeOff } => VerdictWords.Meaning(VerdictKind.TradeOff),
            { IsProvisional: true } => "Its verdict is provisional until another run confirms it.",
            _ => null,
        };
        if (why is not null)
        {
            NextStep? next = NextSteps.Of(report).FirstOrDefault(s => s.Command.StartsWith("plab run", StringComparison.Ordinal));
            yield return new Suggestion($"{report.Run.ExperimentId}: {VerdictLook.Of(report).Word}", why, $"runs/{report.Run.Id}", next?.Command);
        }
    }

    private static IEnumerable<Suggestion> WithoutAa(IReadOnlyList<RunReport> runs)
    {
        HashSet<string> checkedExperiments = [.. runs.Where(r => r.Run.Plan.Other.Name == ArmNames.Twin).Select(r => r.Run.ExperimentId)];
        return runs.Where(r => r.Verdict is not null && !r.IsInjected).Select(r => r.Run.ExperimentId).Distinct().Where(e => !checkedExperiments.Contains(e))
            .Take(1)
            .Select(e => new Suggestion($"Check the method on {e}", "No run has measured its baseline against itself yet.", "help#glossary", $"plab run experiments/{e} --aa"));
    }
}
