using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Statistics.Binomials;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>
/// Reads the A/A runs of a store when a verdict is made. Two arms that are the same should be called different in at most 5 % of runs
/// on each side; more than that says that the method, the machine or the load is off, and nothing it says may be believed. Pure.
/// </summary>
internal static class AaHistory
{
    /// <summary>Most A/A runs of one place that are looked at, newest first: what was mended long ago must not forbid for ever.</summary>
    public const int RunsMax = 100;

    private const double Confidence = 0.95;

    /// <summary>What the A/A runs say about a run of this plan.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="results">A/A results of the whole store, newest first.</param>
    public static AaStanding Of(RunPlan plan, IReadOnlyList<AaResult> results)
    {
        int runs = results.Select(r => r.RunId).Distinct().Count();
        int differences = results.Where(r => IsBetter(r) || IsWorse(r)).Select(r => r.RunId).Distinct().Count();
        (double low, double high) = runs == 0 ? (0, 1) : BinomialLaw.ClopperPearson(differences, runs, Confidence);
        return new AaStanding(runs, differences, low, high, Alarm(plan, results));
    }

    /// <summary>
    /// The load of a plan as A/A results name it: everything but the rate, which <c>auto</c> finds again in each run.
    /// </summary>
    public static string LoadOf(LoadSpec load) =>
        $"{JsonText.Word(load.Mode)}, {JsonText.Word(load.Arrivals)}, {load.Connections} x {load.Depth}, {load.PayloadBytes} B{(load.Hops ? ", hops" : "")}";

    private static string? Alarm(RunPlan plan, IReadOnlyList<AaResult> results)
    {
        IEnumerable<IGrouping<(string Seam, string Metric), AaResult>> places = results
            .Where(r => plan.ToggledSeams.Contains(r.Seam) && r.Scenario == plan.Experiment.Scenario
                && r.Layout == JsonText.Word(plan.Experiment.Design.Layout) && r.Load == LoadOf(plan.Experiment.Load))
            .GroupBy(r => (r.Seam, r.Metric))
            .OrderBy(g => g.Key);
        return places.Select(place => Alarm(place.Key.Seam, place.Key.Metric, [.. place.Take(RunsMax)])).FirstOrDefault(a => a is not null);
    }

    private static string? Alarm(string seam, string metric, AaResult[] results)
    {
        int better = results.Count(IsBetter);
        int worse = results.Count(IsWorse);
        string place = $"A/A runs of {seam} in this scenario, layout and load";
        return BinomialLaw.IsAaAlarm(Math.Max(better, worse), results.Length)
            ? $"{Math.Max(better, worse)} of {results.Length} {place} called {metric} {(better >= worse ? "better" : "worse")} where nothing differs; at a rate of 5 % that has a chance below 1 %."
            : BinomialLaw.IsLopsided(better, worse)
                ? $"{results.Length} {place} called {metric} better {better} times and worse {worse} times where nothing differs; an even split has a chance below 1 % of that."
                : null;
    }

    private static bool IsBetter(AaResult result) => result.Class is MetricClass.Improved or MetricClass.ImprovedPractical;

    private static bool IsWorse(AaResult result) => result.Class is MetricClass.Worse or MetricClass.WorsePractical;
}
