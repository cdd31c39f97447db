using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Statistics.Verdicts;

/// <summary>What the verdict table may know about one metric.</summary>
/// <param name="Class">Class by the interval.</param>
/// <param name="IsLarge">The estimate itself reaches the threshold of relevance, in either direction.</param>
/// <param name="IsConfirmed">The improvement survives Holm's correction over all primaries.</param>
/// <param name="IsNonInferior">The interval excludes a worsening of the threshold.</param>
public readonly record struct MetricFacts(MetricClass Class, bool IsLarge, bool IsConfirmed, bool IsNonInferior)
{
    /// <summary>Better, whatever the size.</summary>
    public bool IsImproved => Class is MetricClass.Improved or MetricClass.ImprovedPractical;

    /// <summary>Worse, whatever the size.</summary>
    public bool IsWorse => Class is MetricClass.Worse or MetricClass.WorsePractical;

    /// <summary>A confirmed improvement of a size that matters.</summary>
    public bool EarnsKeep => IsConfirmed && (Class == MetricClass.ImprovedPractical || (Class == MetricClass.Improved && IsLarge));
}

/// <summary>Everything the verdict table decides on.</summary>
public sealed record VerdictFacts
{
    /// <summary>Errors, loss, wrong replies or a rate not held by the other arm alone.</summary>
    public bool HasHardFailure { get; init; }

    /// <summary>More than half of the blocks were contaminated.</summary>
    public bool IsMostlyContaminated { get; init; }

    /// <summary>A/A runs on this machine call too many differences.</summary>
    public bool HasAaAlarm { get; init; }

    /// <summary>A toggled seam was not proved to run.</summary>
    public bool IsProofMissing { get; init; }

    /// <summary>The launches differ in something that must be equal.</summary>
    public bool IsMixed { get; init; }

    /// <summary>The number of blocks is not one at which the plan looks.</summary>
    public bool IsBetweenLooks { get; init; }

    /// <summary>Primary metrics.</summary>
    public required IReadOnlyList<MetricFacts> Primaries { get; init; }

    /// <summary>Guard metrics.</summary>
    public required IReadOnlyList<MetricFacts> Guards { get; init; }
}
