using PlayHouse.Engine.Peers.Measure;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>What the samples say of one goal.</summary>
/// <param name="Goal">The goal.</param>
/// <param name="Values">Its figure or ratio of every round; empty when there is none.</param>
/// <param name="Noise">The same ratio between two copies of one arm in the same cell and rounds; empty when none runs twice.</param>
/// <param name="Status">In words.</param>
internal sealed record GoalRow(Goal Goal, IReadOnlyList<double> Values, IReadOnlyList<double> Noise, string Status)
{
    private const double FullCore = 0.9;

    /// <summary>Median of the values.</summary>
    public double Median => Numbers.Median(Values);

    /// <summary>Judges a goal.</summary>
    public static GoalRow Of(Goal goal, BenchResult result)
    {
        Sample[] samples = [.. result.Samples.Where(s => s.Cell.Name == goal.Cell?.Name)];
        double[] values = ValuesOf(samples, goal.Server, goal.Against, goal.Metric);
        double[] noise = goal.Cell?.Twins is { } twins ? ValuesOf(samples, twins.Again, twins.Arm, goal.Metric) : [];
        return new GoalRow(goal, values, noise, StatusOf(goal, values, noise, samples, result));
    }

    private static double[] ValuesOf(Sample[] samples, string server, string? against, string metric) =>
    [
        .. from own in samples
           where own.Arm == server && !double.IsNaN(own.Of(metric))
           let other = samples.FirstOrDefault(s => s.Arm == against && s.Round == own.Round)
           where against is null || (other is not null && other.Of(metric) > 0)
           select against is null ? own.Of(metric) : own.Of(metric) / other!.Of(metric),
    ];

    private static string StatusOf(Goal goal, double[] values, double[] noise, Sample[] samples, BenchResult result)
    {
        if (goal.Cell is { } cell && result.Obstacles.TryGetValue(cell.Name, out string? obstacle))
        {
            return obstacle;
        }

        if (values.Length == 0)
        {
            return StatusWithout(goal, samples);
        }

        if (goal.Wish == Wish.None)
        {
            return goal.Note;
        }

        double median = Numbers.Median(values);
        string word = Meets(goal, median, goal.Target) ? "target met" : Meets(goal, median, goal.Must) ? "must met" : "**missed**";
        string noisy = goal.Against is not null && IsWithin(noise, median, goal.Must) ? ", within the noise" : "";
        string bound = InMost(goal, samples, s => s.Marks.Count > 0) ? ", client-bound" : "";
        return word + noisy + bound + (goal.Metric == Metrics.Rate && InMost(goal, samples, IsIdle) ? ", no core was full" : "");
    }

    /// <summary>Why there is no figure: the arms did not run, or they ran and this figure of them cannot be had.</summary>
    private static string StatusWithout(Goal goal, Sample[] samples)
    {
        bool hasRun = samples.Any(s => s.Arm == goal.Server) && samples.Any(s => s.Arm == goal.Against);
        return goal.Missing.Length > 0 && (goal.Cell is null || hasRun) ? $"missing: {goal.Missing}" : "not in this run";
    }

    private static bool Meets(Goal goal, double value, double limit) => goal.Wish == Wish.AtMost ? value <= limit : value >= limit;

    /// <summary>Two equal arms were so far apart that the median could as well lie on the other side of the limit.</summary>
    private static bool IsWithin(double[] noise, double median, double limit)
    {
        double factor = noise.Select(r => Math.Max(r, 1 / r)).DefaultIfEmpty(1).Max();
        return median > limit / factor && median < limit * factor;
    }

    /// <summary>
    /// Neither end used its processor up: something else did, or the two waited for each other. Processor time per message is
    /// good all the same; a rate is not.
    /// </summary>
    private static bool IsIdle(Sample sample) => sample.Of(Metrics.ServerCores) < FullCore && sample.Of(Metrics.ClientCores) < FullCore;

    /// <summary>True of most samples of one of the two arms.</summary>
    private static bool InMost(Goal goal, Sample[] samples, Func<Sample, bool> condition) =>
        samples.Where(s => s.Arm == goal.Server || s.Arm == goal.Against)
            .GroupBy(s => s.Arm)
            .Any(a => 2 * a.Count(condition) > a.Count());
}
