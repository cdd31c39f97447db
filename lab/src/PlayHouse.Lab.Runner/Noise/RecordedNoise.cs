using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Noise;

/// <summary>What is known of one metric's noise.</summary>
/// <param name="Deviation">Standard deviation of a block contrast, on the metric's scale.</param>
/// <param name="Median">Median of the baseline's launches, in the metric's unit.</param>
internal readonly record struct KnownNoise(double Deviation, double Median);

/// <summary>
/// The noise that this machine has recorded and that fits a plan: past runs of the same scenario, load and layout, else what the machine
/// measured of itself. Pure; any thread.
/// </summary>
internal sealed class RecordedNoise
{
    /// <summary>Past runs whose noise is pooled, newest first: older ones tell of another day.</summary>
    public const int RunsMax = 5;

    private readonly Func<MetricPolicy, KnownNoise?> _find;

    private RecordedNoise(NoiseSource source, Func<MetricPolicy, KnownNoise?> find)
    {
        Source = source;
        _find = find;
    }

    /// <summary>Where it comes from.</summary>
    public NoiseSource Source { get; }

    /// <summary>True when two plans put the same scenario under the same load in the same layout, the rate aside.</summary>
    internal static bool IsSameLoad(RunPlan plan, RunPlan other) =>
        plan.Experiment.Scenario == other.Experiment.Scenario
        && plan.Experiment.Load with { RatePerSecond = null, Arrivals = default } == other.Experiment.Load with { RatePerSecond = null, Arrivals = default }
        && plan.Experiment.Design.Layout == other.Experiment.Design.Layout
        && (plan.Experiment.Design.Kind == DesignKind.Capacity) == (other.Experiment.Design.Kind == DesignKind.Capacity)
        && plan.Pairs == other.Pairs;

    /// <summary>The noise that fits best.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="past">Runs of the store, newest first.</param>
    /// <param name="machine">What the machine measured of itself; null for nothing.</param>
    public static RecordedNoise For(RunPlan plan, IEnumerable<RunReport> past, NoiseRecord? machine)
    {
        RunReport[] alike =
        [
            .. past.Where(r => r.Verdict is { Estimates.Count: > 0 } && r.Run.Plan.Origin is null && IsSameLoad(plan, r.Run.Plan))
                .OrderByDescending(r => r.Run.Plan.WindowSeconds.Equals(plan.WindowSeconds))
                .Take(RunsMax),
        ];
        return alike.Length > 0 ? OfRuns(plan, alike)
            : machine is not null ? OfMachine(plan, machine)
            : new(new NoiseSource(NoiseKind.Unknown, [], null, null), static _ => null);
    }

    /// <summary>The noise of a metric; null when it was never measured on the metric's scale.</summary>
    public KnownNoise? Of(MetricPolicy policy) => _find(policy);

    private static RecordedNoise OfRuns(RunPlan plan, RunReport[] runs)
    {
        double[] windows = [.. runs.Select(r => r.Run.Plan.WindowSeconds).Distinct()];
        string? caveat = windows is [double same] && same.Equals(plan.WindowSeconds)
            ? null
            : $"Those runs measured windows of {string.Join(" and ", windows.Select(Numbers.Plain))} s, this plan has {Numbers.Plain(plan.WindowSeconds)} s: longer windows vary less.";
        var source = new NoiseSource(NoiseKind.PastRuns, [.. runs.Select(r => r.Run.Id)], runs.Max(r => r.Run.CreatedAt), caveat);
        return new RecordedNoise(source, policy => Pool(runs, policy));
    }

    /// <summary>The spread of the contrasts of all runs, each about its own mean: a toggle's effect is no noise.</summary>
    private static KnownNoise? Pool(RunReport[] runs, MetricPolicy policy)
    {
        double squares = 0;
        int freedom = 0;
        double median = double.NaN;
        foreach (MetricEstimate estimate in runs.SelectMany(r => r.Verdict!.Estimates).Where(e => e.Policy.Id == policy.Id && e.Policy.Scale == policy.Scale))
        {
            bool hasContrasts = estimate.Contrasts.Count >= 2;
            double deviation = hasContrasts ? Resolution.StandardDeviation(estimate.Contrasts) : estimate.NullDeviation;
            int degrees = hasContrasts ? estimate.Contrasts.Count - 1 : 2 * (estimate.Blocks - 1);
            if (double.IsFinite(deviation) && degrees > 0)
            {
                squares += degrees * deviation * deviation;
                freedom += degrees;
                median = double.IsNaN(median) ? estimate.BaselineMedian : median;
            }
        }

        return freedom == 0 ? null : new KnownNoise(Math.Sqrt(squares / freedom), median);
    }

    private static RecordedNoise OfMachine(RunPlan plan, NoiseRecord machine)
    {
        var differences = new List<string>();
        AddDifference(differences, "scenario", machine.Scenario, plan.Experiment.Scenario);
        AddDifference(differences, "layout", LabJson.Word(machine.Layout), LabJson.Word(plan.Experiment.Design.Layout));
        AddDifference(differences, "connections", Numbers.Count(machine.Load.Connections), Numbers.Count(plan.Experiment.Load.Connections));
        AddDifference(differences, "by", BlockWords.One(isOfPairs: true) + "s", BlockWords.One(plan.Pairs is not null) + "s");
        string? caveat = differences.Count == 0 ? null : $"It measured {string.Join(", ", differences)}; an A/A run of this experiment (--aa) tells better.";
        var source = new NoiseSource(NoiseKind.Doctor, [], machine.MeasuredAt, caveat);
        return new RecordedNoise(source, policy => OfMetric(machine, policy));
    }

    /// <summary>What a machine measured of a metric, on the metric's scale; null when it did not.</summary>
    public static KnownNoise? OfMetric(NoiseRecord machine, MetricPolicy policy) => machine.Metrics.FirstOrDefault(m => m.Id == policy.Id) is not { } metric
        ? null
        : policy.Scale == MetricScale.Difference ? new KnownNoise(metric.Deviation, metric.Median)
        : metric.RatioDeviation is { } ratio ? new KnownNoise(ratio, metric.Median)
        : null;

    private static void AddDifference(List<string> differences, string name, string measured, string planned)
    {
        if (measured != planned)
        {
            differences.Add($"{name} {measured} (the plan: {planned})");
        }
    }
}
