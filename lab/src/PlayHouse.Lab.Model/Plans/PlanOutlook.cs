using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Model.Plans;

/// <summary>Where the noise of an outlook comes from.</summary>
public enum NoiseKind
{
    /// <summary>No noise is known.</summary>
    Unknown,

    /// <summary>Past runs of this machine under the same scenario, load and layout.</summary>
    PastRuns,

    /// <summary>The machine's measurement of itself under the default echo.</summary>
    Doctor,
}

/// <summary>Source of the noise behind an outlook.</summary>
/// <param name="Kind">Runs, the machine's own measurement, or nothing.</param>
/// <param name="RunIds">The runs, newest first; empty for other sources.</param>
/// <param name="MeasuredAt">When the newest source was measured, UTC; null when nothing is known.</param>
/// <param name="Caveat">What differs between the source and the plan, one sentence; null when nothing does.</param>
public sealed record NoiseSource(NoiseKind Kind, IReadOnlyList<string> RunIds, DateTimeOffset? MeasuredAt, string? Caveat);

/// <summary>One look of a plan.</summary>
/// <param name="Blocks">Blocks until then.</param>
/// <param name="Seconds">Wall seconds until then, pilots and traced launches included, when no block is repeated.</param>
public sealed record PlannedLook(int Blocks, double Seconds);

/// <summary>What a plan can say about one primary metric.</summary>
/// <param name="Policy">The metric.</param>
/// <param name="Delta">What matters, on the metric's scale.</param>
/// <param name="Deviation">Standard deviation of a block contrast, on the metric's scale.</param>
/// <param name="Improved">Chance that an improvement of 1, 2 and 3 deltas is found by the last look.</param>
/// <param name="ShownEqual">Chance that no change is shown to be none that matters by the last look.</param>
/// <param name="DetectableAtLastLook">Smallest change found four times in five at the last look, on the metric's scale; infinite where none is.</param>
public sealed record PrimaryChance(
    MetricPolicy Policy, double Delta, double Deviation, IReadOnlyList<double> Improved, double ShownEqual, double DetectableAtLastLook);

/// <summary>What a plan can say about one guard.</summary>
/// <param name="Policy">The metric.</param>
/// <param name="Delta">What matters, on the metric's scale.</param>
/// <param name="Deviation">Standard deviation of a block contrast, on the metric's scale.</param>
/// <param name="PassesAtFirstLook">Chance that it is shown to be no worse at the first look when nothing changed.</param>
/// <param name="PassesAtLastLook">The same at the last look.</param>
public sealed record GuardChance(MetricPolicy Policy, double Delta, double Deviation, double PassesAtFirstLook, double PassesAtLastLook);

/// <summary>What is known of a run before its first launch: how long it takes and how often it decides on this machine.</summary>
public sealed record PlanOutlook
{
    /// <summary>A plan none of whose primaries reaches this chance, for three deltas or for no change, can decide nothing.</summary>
    public const double HopelessBelow = 0.5;

    /// <summary>The plan.</summary>
    public required RunPlan Plan { get; init; }

    /// <summary>Its looks with the time to each.</summary>
    public required IReadOnlyList<PlannedLook> Looks { get; init; }

    /// <summary>Where the noise comes from.</summary>
    public required NoiseSource Noise { get; init; }

    /// <summary>Primary metrics whose noise is known, in the order of the policy.</summary>
    public IReadOnlyList<PrimaryChance> Primaries { get; init; } = [];

    /// <summary>Guards whose noise is known, in the order of the policy.</summary>
    public IReadOnlyList<GuardChance> Guards { get; init; } = [];

    /// <summary>Primary and guard metrics of which no noise is known.</summary>
    public IReadOnlyList<string> Unknown { get; init; } = [];

    /// <summary>True when the noise of every primary is known and none has an even chance to be decided.</summary>
    public bool IsHopeless =>
        Primaries.Count > 0
        && Plan.Policy.Metrics.Where(m => m.Role == MetricRole.Primary).All(m => Primaries.Any(p => p.Policy.Id == m.Id))
        && Primaries.All(p => p.Improved[^1] < HopelessBelow && p.ShownEqual < HopelessBelow);
}
