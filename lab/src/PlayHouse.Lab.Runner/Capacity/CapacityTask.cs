using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Statistics.Capacity;

namespace PlayHouse.Lab.Runner.Capacity;

/// <summary>What one launch of a capacity design searches.</summary>
/// <param name="Slo">What a rate must meet.</param>
/// <param name="StartPerSecond">First rate.</param>
/// <param name="CeilingPerSecond">Highest rate that is tried.</param>
internal sealed record CapacityTask(SloSpec Slo, double StartPerSecond, double CeilingPerSecond)
{
    /// <summary>Measured seconds of a probe where the file does not say.</summary>
    public const double WindowSecondsUsual = 1;

    /// <summary>Lowest rate that is tried; a server below it is not searched but said to be below.</summary>
    public const double FloorPerSecond = 10;

    /// <summary>
    /// The search of a launch. Starts are spread over one step, drawn from the launch's seed: all launches would else try the same few
    /// rates, and capacities would come in steps.
    /// </summary>
    public static CapacityTask Of(RunPlan plan, double startPerSecond, double ceilingPerSecond, ulong seed)
    {
        double place = (seed >> 11) * (1.0 / (1UL << 53));
        double start = startPerSecond * Math.Pow(CapacitySearch.FirstStep, place - 0.5);
        return new CapacityTask(plan.Experiment.Design.Slo ?? new SloSpec(), start, Math.Max(FloorPerSecond, ceilingPerSecond));
    }

    /// <summary>A search from its beginning.</summary>
    public CapacitySearch Search() => new(StartPerSecond, FloorPerSecond, CeilingPerSecond);

    /// <summary>What a window of the load says about its rate.</summary>
    public CapacityProbe Judge(double ratePerSecond, LoadResult load)
    {
        double due = Math.Max(1, load.Offered);
        double skipped = (load.Skipped + load.Lost) / due;
        double p99 = load.PercentilesUs.TryGetValue(Model.Analysis.MetricIds.LatencyP99, out double us) ? us : double.PositiveInfinity;
        double achieved = load.AchievedRate * load.WindowSeconds / due;
        bool isSustained = load.Offered > 0 && p99 <= 1e3 * Slo.P99Ms && skipped <= Slo.SkippedShare && achieved >= OfferedRate.ShareMin;
        return new CapacityProbe(ratePerSecond, p99, skipped, achieved, isSustained);
    }
}
