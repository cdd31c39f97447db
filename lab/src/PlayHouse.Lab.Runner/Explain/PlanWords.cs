using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Runner.Explain;

/// <summary>The words about a plan before it is run, the same on every surface. Pure.</summary>
internal static class PlanWords
{
    /// <summary>How long it takes.</summary>
    public static string Duration(RunPlan plan)
    {
        PlanEstimate estimate = PlanEstimate.Of(plan);
        string most = $"up to about {Numbers.Duration(estimate.TotalSeconds)}";
        return plan.Looks.Count > 1 ? $"{most}; {Numbers.Duration(estimate.FirstLookSeconds)} when the first look decides" : most;
    }

    /// <summary>What is launched, in which order.</summary>
    public static string Order(RunPlan plan)
    {
        int blocks = plan.Looks[^1];
        string unit = BlockWords.One(plan.Pairs is not null);
        string looks = plan.Looks.Count > 1 ? $" The data are looked at after {string.Join(", ", plan.Looks)} {unit}s; a clear answer ends the run." : "";
        return plan.Pairs is not null
            ? $"At most {Numbers.Counted(blocks, unit)} of fresh processes, one of each arm, alive at once: the load takes turns at them, so that whatever the machine does meets both arms alike. "
            + "Coins decide which process starts first, which is the load's first endpoint, and who is first in each pair of turns." + looks
            : $"At most {Numbers.Counted(blocks, unit)} of {plan.LaunchesPerBlock()} launches, {Numbers.Count(blocks * plan.LaunchesPerBlock())} in all. "
            + "A coin decides for each block whether it runs A B B A or B A A B, so that a machine that drifts meets both arms alike." + looks;
    }

    /// <summary>How long each launch is loaded and measured.</summary>
    public static string Launch(RunPlan plan) => plan.Experiment.Design is { Kind: DesignKind.Capacity, Slo: { } slo }
        ? $"{Numbers.Plain(plan.WarmupSeconds)} s of turns as warm-up, then a search of the highest rate with p99 at most {Numbers.Plain(slo.P99Ms)} ms and at most {Numbers.Percent(slo.SkippedShare)} not sent, in probes of {Numbers.Plain(plan.WindowSeconds)} s, both arms in turn"
        : plan.Pairs is { } pairs
        ? $"{Numbers.Plain(plan.WarmupSeconds)} s of turns as warm-up, then {pairs.SaturatedPairs} saturated turns of {1e3 * pairs.SaturatedSeconds:0} ms and {pairs.PacedPairs} paced ones of {1e3 * pairs.PacedSeconds:0} ms for each arm"
        : $"{Numbers.Plain(plan.WindowSeconds)} s window after {Numbers.Plain(plan.WarmupSeconds)} s of warm-up";

    /// <summary>How fast is sent.</summary>
    public static string Rate(RunPlan plan) => plan.Experiment.Design.Kind == DesignKind.Capacity
        ? "searched in every launch"
        : plan.Experiment.Load.Mode == LoadMode.Closed
        ? "as fast as replies come"
        : plan.RatePerSecond is { } rate ? $"{Numbers.Count(rate)} messages/s over all connections" : "found by pilots before the first block, the same for both arms";

    /// <summary>What one metric's forecast says.</summary>
    public static string Metric(MetricForecast forecast)
    {
        string last = Numbers.Distance(forecast.AtLastLook, forecast.Policy);
        string first = Numbers.Distance(forecast.AtFirstLook, forecast.Policy);
        string seen = first == last ? $"from {last}" : $"from {last} at the last look, {first} at the first";
        string noisy = forecast.AtLastLook > forecast.Delta ? ": too noisy here" : "";
        return $"{VerdictWords.Label(forecast.Policy.Id)} {seen} (policy asks {Numbers.Distance(forecast.Delta, forecast.Policy)}{noisy})";
    }

    /// <summary>Where a forecast comes from.</summary>
    public static string Origin(PlanForecast forecast) =>
        $"From the noise of {(forecast.IsAa ? "the A/A run" : "run")} {forecast.RunId}, which measured this load for as long ({Numbers.Time(forecast.CreatedAt)} UTC).";

    /// <summary>The command that runs the same again, without <c>./</c>.</summary>
    /// <param name="path">Experiment as the command line names it.</param>
    /// <param name="options">What it changes of the file.</param>
    public static string Command(string path, RunOptions options)
    {
        List<string> words = ["plab run", path];
        if (options.Design is { } design)
        {
            words.Add($"--design {LabJson.Word(design)}");
        }

        if (options.Blocks is { } blocks)
        {
            words.Add($"--blocks {blocks}");
        }

        if (options.RatePerSecond is { } rate)
        {
            words.Add(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"--rate {rate}"));
        }

        words.AddRange(new[] { options.Hops ? "--hops" : "", options.Aa ? "--aa" : "" }.Where(w => w.Length > 0));
        return string.Join(' ', words);
    }
}
