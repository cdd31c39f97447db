using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>One figure of a runtime profile.</summary>
/// <param name="Id">Id in JSON, with its unit.</param>
/// <param name="Label">Row label, with its unit.</param>
/// <param name="Read">The figure; NaN where the profile does not tell.</param>
/// <param name="IsAlwaysShown">False for a row that text leaves out where it is zero throughout.</param>
internal sealed record RuntimeFigure(string Id, string Label, Func<RuntimeProfile, double> Read, bool IsAlwaysShown = true);

/// <summary>A figure over the usable launches of an arm.</summary>
/// <param name="Figure">The figure.</param>
/// <param name="Arm">Arm.</param>
/// <param name="Launches">Launches that have it.</param>
/// <param name="Median">Median of the launches.</param>
/// <param name="Low">Lowest.</param>
/// <param name="High">Highest.</param>
internal sealed record RuntimeSpread(RuntimeFigure Figure, string Arm, int Launches, double Median, double Low, double High);

/// <summary>The figures of runtime profiles and their spread over launches. Pure functions, any thread.</summary>
internal static class RuntimeFigures
{
    private const double MsPerSecond = 1e3;
    private const double Million = 1e6;

    public static RuntimeFigure AllocatedPerMessage { get; } = new("allocated-bytes-per-message", "allocated, B/msg", p => p.AllocatedBytesPerMessage);

    public static RuntimeFigure CollectionsPerSecond { get; } = new("collections-per-second", "collections/s", p => PerSecond(p, p.CollectionsCount));

    public static RuntimeFigure PausePerSecond { get; } = new("pause-ms-per-second", "pauses, ms/s", p => PerSecond(p, p.PauseMs));

    /// <summary>All figures in the order in which they are shown.</summary>
    public static IReadOnlyList<RuntimeFigure> All { get; } =
    [
        AllocatedPerMessage,
        new("survived-bytes-per-message", "survived gen 0", p => p.SurvivedBytesPerMessage),
        new("promoted-bytes-per-message", "survived any gen", p => p.PromotedBytesPerMessage),
        CollectionsPerSecond,
        new("gen0-per-second", "  generation 0", p => PerSecond(p, CountOf(p, 0))),
        new("gen1-per-second", "  generation 1", p => PerSecond(p, CountOf(p, 1))),
        new("gen2-per-second", "  generation 2", p => PerSecond(p, CountOf(p, 2))),
        PausePerSecond,
        new("pause-ms-max", "longest pause, ms", p => p.PauseMsMax),
        new("pause-percent", "time in pauses, %", p => 100 * p.PauseShare),
        new("heap-mb-after", "heap after, MB", p => p.Collections.Count == 0 ? double.NaN : p.Collections[^1].HeapAfter.Total / Million),
        new("lock-waits-per-million-messages", "lock waits/M msg", p => p.ContentionsCount * Million / p.Messages, false),
        new("lock-wait-ms-per-second", "lock waits, ms/s", p => PerSecond(p, p.Contentions.Sum(c => c.WaitMs)), false),
        new("exceptions-per-million-messages", "exceptions/M msg", p => p.Exceptions.Sum(e => e.Count) * Million / p.Messages, false),
        new("pool-starvations", "pool starvations", p => p.Starvations, false),
        new("methods-compiled", "methods compiled", p => double.IsNaN(p.Methods.Compiled) ? p.Methods.Recompiled : p.Methods.Compiled),
    ];

    /// <summary>The spread of a figure over the usable profiles of an arm; NaN without any.</summary>
    public static RuntimeSpread Of(RuntimeFigure figure, string arm, IEnumerable<RuntimeProfile> profiles)
    {
        double[] sorted = [.. profiles.Where(p => p.Arm == arm && p.Invalid.Count == 0).Select(figure.Read).Where(double.IsFinite).Order()];
        return sorted.Length == 0
            ? new RuntimeSpread(figure, arm, 0, double.NaN, double.NaN, double.NaN)
            : new RuntimeSpread(figure, arm, sorted.Length, (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2, sorted[0], sorted[^1]);
    }

    private static int CountOf(RuntimeProfile profile, int generation) => profile.Groups.Where(g => g.Generation == generation).Sum(g => g.Count);

    private static double PerSecond(RuntimeProfile profile, double value) => value * MsPerSecond / profile.WindowMs;
}
