using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Model.Analysis;

/// <summary>Class of one metric by its interval on the scale where positive is better.</summary>
public enum MetricClass
{
    /// <summary>Worse by more than matters.</summary>
    WorsePractical,

    /// <summary>Better by more than matters.</summary>
    ImprovedPractical,

    /// <summary>Any difference is smaller than what matters.</summary>
    Equivalent,

    /// <summary>Worse, size not settled.</summary>
    Worse,

    /// <summary>Better, size not settled.</summary>
    Improved,

    /// <summary>There is not enough data to tell.</summary>
    Inconclusive,
}

/// <summary>How often the launches of each arm show an event that should not happen at all; what a counting guard is judged on.</summary>
/// <param name="BaselineLaunches">Launches of the baseline with at least one event.</param>
/// <param name="BaselineOf">Completed launches of the baseline.</param>
/// <param name="OtherLaunches">Launches of the other arm with at least one event.</param>
/// <param name="OtherOf">Completed launches of the other arm.</param>
/// <param name="P">Fisher's exact one-sided p that the other arm shows it more often.</param>
public sealed record EventCounts(int BaselineLaunches, int BaselineOf, int OtherLaunches, int OtherOf, double P)
{
    /// <summary>True when the other arm does not show the event in a larger share of its launches.</summary>
    public bool IsNoMore => (long)OtherLaunches * BaselineOf <= (long)BaselineLaunches * OtherOf;
}

/// <summary>An estimate without the blocks that hold a flagged launch. It never decides: leaving blocks out may favour an arm.</summary>
/// <param name="Blocks">Blocks without a flagged launch.</param>
/// <param name="Theta">Hodges–Lehmann estimate over them, positive is better.</param>
/// <param name="Lower">Lower limit.</param>
/// <param name="Upper">Upper limit.</param>
/// <param name="Confidence">Attained confidence, 0 … 1.</param>
public sealed record UnflaggedEstimate(int Blocks, double Theta, double Lower, double Upper, double Confidence);

/// <summary>The estimate of one metric over the blocks of a run.</summary>
public sealed record MetricEstimate
{
    /// <summary>Fewest events of a mean launch whose change may be judged.</summary>
    public const double EventsMin = 5;

    /// <summary>The metric and its rule.</summary>
    public required MetricPolicy Policy { get; init; }

    /// <summary>Blocks that carry the metric.</summary>
    public required int Blocks { get; init; }

    /// <summary>Level of the baseline in the metric's unit: Hodges–Lehmann estimate (pseudomedian) of its block means, see <c>ArmLevels</c>.</summary>
    public required double BaselineMedian { get; init; }

    /// <summary>Level of the other arm.</summary>
    public required double OtherMedian { get; init; }

    /// <summary>Hodges–Lehmann estimate, positive is better, on the metric's scale (logarithm or unit).</summary>
    public required double Theta { get; init; }

    /// <summary>Lower limit of the decision interval, same scale.</summary>
    public required double Lower { get; init; }

    /// <summary>Upper limit of the decision interval, same scale.</summary>
    public required double Upper { get; init; }

    /// <summary>Attained confidence of the interval, 0 … 1.</summary>
    public required double Confidence { get; init; }

    /// <summary>Threshold of relevance on the same scale.</summary>
    public required double Delta { get; init; }

    /// <summary>Standard deviation of a block contrast under no effect; an upper estimate under drift.</summary>
    public required double NullDeviation { get; init; }

    /// <summary>Smallest effect this many blocks can see on this machine, same scale.</summary>
    public required double NoiseFloor { get; init; }

    /// <summary>Exact one-sided signed-rank p for "better".</summary>
    public required double PBetter { get; init; }

    /// <summary>Exact one-sided signed-rank p for "worse"; not a number in records of rule 2 and older, which did not keep it.</summary>
    public double PWorse { get; init; } = double.NaN;

    /// <summary>Class of the metric.</summary>
    public required MetricClass Class { get; init; }

    /// <summary>
    /// For a count of rare events, the events in the mean launch of the arm that has more; null for everything else. The change of
    /// fewer than <see cref="EventsMin"/> hangs on single events and is given no class that is settled.
    /// </summary>
    public double? EventsPerLaunch { get; init; }

    /// <summary>True when the metric counts events of which a launch has too few.</summary>
    public bool HasTooFewEvents => EventsPerLaunch < EventsMin;

    /// <summary>True when the blocks are too few for an interval of the wanted confidence.</summary>
    public bool HasTooFewBlocks => double.IsInfinity(Lower) || double.IsInfinity(Upper);

    /// <summary>Blocks still needed to confirm an improvement of delta; null when decided or not computable.</summary>
    public int? BlocksToKeep { get; init; }

    /// <summary>Blocks still needed to exclude a worsening of delta; null when decided or not computable.</summary>
    public int? BlocksToHold { get; init; }

    /// <summary>Blocks still needed to show equivalence; null when decided or not computable.</summary>
    public int? BlocksToEquivalence { get; init; }

    /// <summary>True when SD of the contrasts is far above the null deviation: the effect differs between blocks.</summary>
    public bool IsHeterogeneous { get; init; }

    /// <summary>The block contrasts, positive is better, in block order.</summary>
    public IReadOnlyList<double> Contrasts { get; init; } = [];

    /// <summary>What a guard that counts events is judged on; null for every other metric.</summary>
    public EventCounts? Counts { get; init; }

    /// <summary>The same without blocks that hold a flagged launch; null where none or all of them do.</summary>
    public UnflaggedEstimate? WithoutFlagged { get; init; }

    /// <summary>True when the data exclude a worsening by what matters; a counting guard must show no more events than the baseline.</summary>
    public bool IsNonInferior => Counts?.IsNoMore ?? (Lower > -Delta);

    /// <summary>Change for people: B/A − 1 on the ratio scale, B − A on the difference scale, in the metric's own direction.</summary>
    public double ShownChange => Shown(Theta);

    /// <summary>Low end of the interval of <see cref="ShownChange"/>.</summary>
    public double ShownLow => Math.Min(Shown(Lower), Shown(Upper));

    /// <summary>High end of the interval of <see cref="ShownChange"/>.</summary>
    public double ShownHigh => Math.Max(Shown(Lower), Shown(Upper));

    /// <summary>A contrast, whose positive side is better, as a change for people.</summary>
    public double Shown(double better)
    {
        double own = Policy.Direction == MetricDirection.Lower ? -better : better;
        return Policy.Scale == MetricScale.Ratio ? Math.Exp(own) - 1 : own;
    }
}
