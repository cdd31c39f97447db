using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Statistics.Verdicts;

/// <summary>What the verdict table may know about one metric.</summary>
/// <param name="Class">Class by the interval.</param>
/// <param name="IsLarge">The estimate itself reaches the threshold of relevance, in either direction.</param>
/// <param name="IsConfirmed">The improvement may earn a KEEP: it survives the correction over all primaries that the experiment asked for, Holm's or a fixed order.</param>
/// <param name="IsNonInferior">The interval excludes a worsening of the threshold.</param>
/// <param name="IsLossConfirmed">The worsening survives Holm's correction over the guards that have an interval; asked of guards only.</param>
/// <param name="IsShown">The improvement survives Holm's correction over all primaries, whatever order the experiment asked for: it weighs against a loss.</param>
public readonly record struct MetricFacts(
    MetricClass Class, bool IsLarge, bool IsConfirmed, bool IsNonInferior, bool IsLossConfirmed = false, bool IsShown = false)
{
    /// <summary>
    /// Better, whatever the size, and still so after a correction. A primary that is better only without the correction is neither
    /// improved nor judged: noise on one of several primaries must not weigh against a loss that is shown.
    /// </summary>
    public bool IsImproved => (IsConfirmed || IsShown) && Class is MetricClass.Improved or MetricClass.ImprovedPractical;

    /// <summary>Worse, whatever the size.</summary>
    public bool IsWorse => Class is MetricClass.Worse or MetricClass.WorsePractical;

    /// <summary>
    /// A guard that weighs against a gain: worse by more than matters, or worse with an estimate of that size after the correction. The
    /// guards are many, and the limit of one of them lies beyond zero by a hair more often than a loss is real.
    /// </summary>
    public bool CountsAsLoss => Class == MetricClass.WorsePractical || (Class == MetricClass.Worse && IsLarge && IsLossConfirmed);

    /// <summary>A guard that is worse by its interval, and by what matters by its estimate, whether the correction lets it count or not.</summary>
    public bool IsSuspectedLoss => IsWorse && IsLarge;

    /// <summary>The data say where it stands: equal, worse or improved. Everything else is open.</summary>
    public bool IsJudged => Class == MetricClass.Equivalent || IsWorse || IsImproved;

    /// <summary>An improvement of a size that matters.</summary>
    public bool EarnsKeep => IsConfirmed && IsImproved && (Class == MetricClass.ImprovedPractical || IsLarge);
}

/// <summary>Everything the verdict table decides on.</summary>
public sealed record VerdictFacts
{
    /// <summary>Crashes, errors, loss, wrong replies or a rate that is not held, significantly more often in the other arm.</summary>
    public bool HasHardFailure { get; init; }

    /// <summary>The load could not offer its rate, in both arms.</summary>
    public bool IsLoadLimited { get; init; }

    /// <summary>A/A runs of a toggled seam, in this scenario, layout and load, call too many differences.</summary>
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
