using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>What stands over every view: what was traced, how much of it, against which exact figure, and what is wrong with it. Pure.</summary>
internal static class AllocationHead
{
    public static IEnumerable<string> Lines(AllocationView view, int width) => Sentences(view).SelectMany(s => PlainText.Wrap(s, width));

    /// <summary>The same, a sentence or two an item.</summary>
    public static IEnumerable<string> Sentences(AllocationView view) =>
    [
        .. Invalid(view),
        Basis(view),
        Sum(view),
        .. view.Stacks.Notes,
        .. view.Notes,
    ];

    /// <summary>Marks figures that nothing may be concluded from.</summary>
    internal static IEnumerable<string> Invalid(AllocationView view) => view.Stacks.Invalid.Count == 0
        ? []
        : [$"INVALID TRACE, shown because it was asked for: {string.Join("; ", view.Stacks.Invalid)}. Conclude nothing from these figures."];

    private static string Basis(AllocationView view)
    {
        string windows = Numbers.Counted(view.Windows, "trace");
        string samples = Numbers.Counted(view.Stacks.Total().Samples, "sample");
        string messages = view.Stacks.Messages > 0 ? $", {Numbers.Counted(view.Stacks.Messages, "message")}" : "";
        string seconds = view.Seconds > 0 ? $", {Numbers.Plain(view.Seconds)} s" : "";
        return $"{view.Title}: {windows}, {samples}{messages}{seconds}.";
    }

    private static string Sum(AllocationView view)
    {
        AllocationScale scale = view.Scale;
        AllocationEstimator total = view.Stacks.Total();
        string rest = view.LeftOut.Samples > 0
            ? $" of what was asked for; {scale.Value(view.LeftOut)} {scale.Unit} {scale.Interval(view.LeftOut)} left out."
            : double.IsFinite(view.Stacks.ExactBytes) ? $", exact {scale.Figure(view.Stacks.ExactBytes)}." : ".";
        AllocationEstimator sampled = view.LeftOut.Samples == 0 ? view.Stacks.Sampled() : total;
        string scaled = view.Stacks.IsCalibrated ? " The figures below are scaled to the exact counter." : "";
        return $"Estimated {scale.Value(sampled)} {scale.Unit} {scale.Interval(sampled)}{rest}{scaled} Intervals are 95 %, of sampling alone.";
    }
}
