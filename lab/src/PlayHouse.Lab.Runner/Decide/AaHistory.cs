using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
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
        int differences = results.Where(IsCalled).Select(r => r.RunId).Distinct().Count();
        (double low, double high) = runs == 0 ? (0, 1) : BinomialLaw.ClopperPearson(differences, runs, Confidence);
        return new AaStanding(runs, differences, low, high, Alarm(plan, results));
    }

    /// <summary>
    /// The load of a plan as A/A results name it: everything but the rate, which <c>auto</c> finds again in each run.
    /// </summary>
    public static string LoadOf(LoadSpec load) =>
        $"{LabJson.Word(load.Mode)}, {LabJson.Word(load.Arrivals)}, {load.Connections} x {load.Depth}, {load.PayloadBytes} B{(load.Hops ? ", hops" : "")}";

    private static Reason? Alarm(RunPlan plan, IReadOnlyList<AaResult> results)
    {
        IEnumerable<IGrouping<(string Seam, string Metric, MetricRole Role), AaResult>> places = results
            .Where(r => plan.ToggledSeams.Contains(r.Seam) && r.Scenario == plan.Experiment.Scenario
                && r.Layout == LabJson.Word(plan.Experiment.Design.Layout) && r.Load == LoadOf(plan.Experiment.Load))
            .GroupBy(r => (r.Seam, r.Metric, r.Role))
            .OrderBy(g => g.Key);
        AaResult[][] metrics = [.. places.Select(p => p.Take(RunsMax).ToArray())];
        ILookup<string, AaResult[]> guards = metrics.Where(IsGuard).ToLookup(m => m[0].Seam);
        return metrics.Select(m => IsGuard(m) ? GuardAlarm(m, guards[m[0].Seam].Count()) : PrimaryAlarm(m)).FirstOrDefault(a => a is not null);
    }

    private static bool IsGuard(AaResult[] results) => results[0].Role == MetricRole.Guard;

    /// <summary>
    /// A guard harms a verdict by being worse only. Each is worse in at most 5 % of runs where nothing differs, by its interval or by its
    /// counts; the guards of a seam share the level of one alarm, so that keeping many of them raises no more false ones.
    /// </summary>
    private static AaCallsDifferences? GuardAlarm(AaResult[] results, int guards)
    {
        int worse = results.Count(IsWorse);
        return BinomialLaw.IsAaAlarm(worse, results.Length, guards) ? new(results[0].Seam, results[0].Metric, false, worse, results.Length) : null;
    }

    private static Reason? PrimaryAlarm(AaResult[] results)
    {
        (string seam, string metric) = (results[0].Seam, results[0].Metric);
        int better = results.Count(IsBetter);
        int worse = results.Count(IsWorse);
        return BinomialLaw.IsAaAlarm(Math.Max(better, worse), results.Length)
            ? new AaCallsDifferences(seam, metric, better >= worse, Math.Max(better, worse), results.Length)
            : BinomialLaw.IsLopsided(better, worse) ? new AaLeans(seam, metric, better, worse, results.Length) : null;
    }

    // One of many guards lies beyond zero more often than in 5 % of runs; what counts is what the verdict table calls worse.
    private static bool IsCalled(AaResult result) => result.Role == MetricRole.Guard ? result.IsLoss : IsBetter(result) || IsWorse(result);

    private static bool IsBetter(AaResult result) => result.Class is MetricClass.Improved or MetricClass.ImprovedPractical;

    private static bool IsWorse(AaResult result) => result.Class is MetricClass.Worse or MetricClass.WorsePractical;
}
