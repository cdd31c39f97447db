using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Model.Screens;

/// <summary>What a screen found; computed from its stored launches whenever it is asked for.</summary>
public sealed record ScreenResult
{
    /// <summary>Launches the plan asks for.</summary>
    public required int LaunchesPlanned { get; init; }

    /// <summary>Completed launches that the figures rest on.</summary>
    public required int LaunchesUsed { get; init; }

    /// <summary>Attempts that failed, per combination that had any.</summary>
    public IReadOnlyDictionary<string, int> Failures { get; init; } = new Dictionary<string, int>();

    /// <summary>Metrics, primaries of the policy first.</summary>
    public required IReadOnlyList<ScreenMetric> Metrics { get; init; }

    /// <summary>Proof per seam that its code ran in every launch.</summary>
    public required IReadOnlyList<ScreenProof> Proofs { get; init; }

    /// <summary>What a reader must know first.</summary>
    public IReadOnlyList<Reason> Warnings { get; init; } = [];

    /// <summary>Experiments that put the top effects, and then the whole, to the proof of interleaved blocks.</summary>
    public IReadOnlyList<ScreenProposal> Proposals { get; init; } = [];

    /// <summary>True when every planned launch is there.</summary>
    public bool IsComplete => LaunchesUsed == LaunchesPlanned;
}

/// <summary>Whether the code of a screened seam ran.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="FewestHits">Fewest hits per message of any launch; NaN when one did not report it.</param>
/// <param name="Required">Hits per message that prove it.</param>
/// <param name="IsProved">True when every launch has at least so many.</param>
public sealed record ScreenProof(string Seam, double FewestHits, double Required, bool IsProved);

/// <summary>An experiment worth running after a screen.</summary>
/// <param name="Name">Short name: a factor, <c>second with first</c>, or <c>all</c>.</param>
/// <param name="Question">What it answers.</param>
/// <param name="Baseline">Combination of its baseline.</param>
/// <param name="Candidate">Combination of its candidate.</param>
/// <param name="IsFinal">True for all kept against the baseline: the number to publish.</param>
public sealed record ScreenProposal(string Name, string Question, int Baseline, int Candidate, bool IsFinal)
{
    /// <summary>Id of its experiment.</summary>
    public string ExperimentId { get; init; } = "";

    /// <summary>Its file as a command line names it; empty where the file is not there.</summary>
    public string Path { get; init; } = "";

    /// <summary>The latest run of it in this store; null for none.</summary>
    public string? RunId { get; init; }
}

/// <summary>One metric of a screen.</summary>
public sealed record ScreenMetric
{
    /// <summary>The metric with its role, direction, scale and the change that matters.</summary>
    public required MetricPolicy Policy { get; init; }

    /// <summary>
    /// What one launch is off its expectation inside a block (standard deviation), on the metric's scale: logarithms for a ratio. NaN without
    /// the stage or without degrees of freedom.
    /// </summary>
    public double Deviation { get; init; } = double.NaN;

    /// <summary>Degrees of freedom of <see cref="Deviation"/>.</summary>
    public int DegreesOfFreedom { get; init; }

    /// <summary>Value at the baseline combination, from the model; in the metric's unit.</summary>
    public double BaselineValue { get; init; } = double.NaN;

    /// <summary>Mean of the factorial launches, on the metric's scale; NaN without the stage.</summary>
    public double Mean { get; init; } = double.NaN;

    /// <summary>Smallest effect that matters by the policy, on the metric's scale.</summary>
    public double Delta { get; init; } = double.NaN;

    /// <summary>Main effects and interactions, the one that stands out most first; those that cannot be estimated last.</summary>
    public IReadOnlyList<ScreenEffect> Effects { get; init; } = [];

    /// <summary>Lenth's margins on the metric's scale; null for fewer than three effects.</summary>
    public ScreenMargins? Margins { get; init; }

    /// <summary>What the model says of all factors at their second level against the baseline; null when a needed effect is missing.</summary>
    public ScreenTotal? Total { get; init; }

    /// <summary>Leave-one-out from the combination that keeps everything; empty without that stage.</summary>
    public IReadOnlyList<ScreenAblation> Ablations { get; init; } = [];
}

/// <summary>Lenth's margins (Technometrics 31 (1989) 469–473).</summary>
/// <param name="PseudoStandardError">The error as the small effects show it.</param>
/// <param name="Margin">Size that one effect of nothing exceeds with 5 %.</param>
/// <param name="Simultaneous">Size that any effect of nothing exceeds with at most 5 %.</param>
public sealed record ScreenMargins(double PseudoStandardError, double Margin, double Simultaneous);

/// <summary>A number on the metric's scale with its 95 % interval. NaN: it cannot be told from these launches.</summary>
/// <param name="Estimate">Estimate: a difference, or the logarithm of a factor.</param>
/// <param name="Low">Low end.</param>
/// <param name="High">High end.</param>
public sealed record ScreenEstimate(double Estimate, double Low, double High)
{
    /// <summary>Nothing known.</summary>
    public static ScreenEstimate None { get; } = new(double.NaN, double.NaN, double.NaN);

    /// <summary>True when there is an estimate.</summary>
    public bool IsKnown => !double.IsNaN(Estimate);

    /// <summary>True when the interval lies on one side of zero.</summary>
    public bool IsSettled => Low > 0 || High < 0;

    /// <summary>What people are shown: the relative change on the ratio scale, the difference otherwise.</summary>
    public ScreenEstimate Shown(MetricScale scale) => scale == MetricScale.Ratio
        ? new ScreenEstimate(Math.Exp(Estimate) - 1, Math.Exp(Low) - 1, Math.Exp(High) - 1)
        : this;
}

/// <summary>A main effect or an interaction.</summary>
public sealed record ScreenEffect
{
    /// <summary>One factor, or two.</summary>
    public required IReadOnlyList<string> Factors { get; init; }

    /// <summary>
    /// Main effect: mean at the second level less mean at the first. Interaction: half of how much the effect of one changes when the other
    /// goes to its second level; zero when the two simply add up.
    /// </summary>
    public required ScreenEstimate Estimate { get; init; }

    /// <summary>Standard error.</summary>
    public required double StandardError { get; init; }

    /// <summary>Two-sided p of no effect.</summary>
    public required double P { get; init; }

    /// <summary>True when it stands out of all effects of the metric together: Holm's test at 5 %.</summary>
    public required bool StandsOut { get; init; }

    /// <summary>Place on a half-normal plot; NaN when it cannot be estimated.</summary>
    public required double HalfNormal { get; init; }

    /// <summary>
    /// Of a main effect: the factor alone, from the baseline, as the model has it. Of an interaction: the effect of the second factor while
    /// the first one is at its first level.
    /// </summary>
    public ScreenEstimate Alone { get; init; } = ScreenEstimate.None;

    /// <summary>Of an interaction: the effect of the second factor while the first one is at its second level. Not known for a main effect.</summary>
    public ScreenEstimate Beside { get; init; } = ScreenEstimate.None;

    /// <summary>Name on every output: <c>a</c> or <c>a × b</c>.</summary>
    public string Name => string.Join(" × ", Factors);

    /// <summary>True for two factors.</summary>
    public bool IsInteraction => Factors.Count == 2;
}

/// <summary>Everything kept against the baseline, from the model of the screen.</summary>
/// <param name="Together">All factors at their second level.</param>
/// <param name="OneAtATime">Sum of what each does alone: what a reader of single experiments would expect.</param>
public sealed record ScreenTotal(double Together, double OneAtATime);

/// <summary>What taking one factor back does when everything else is kept.</summary>
public sealed record ScreenAblation
{
    /// <summary>The factor.</summary>
    public required string Factor { get; init; }

    /// <summary>Value without it less value with all, on the metric's scale.</summary>
    public required ScreenEstimate Change { get; init; }

    /// <summary>Two-sided p of no change.</summary>
    public required double P { get; init; }

    /// <summary>True when it stands out of all factors together: Holm's test at 5 %.</summary>
    public required bool StandsOut { get; init; }

    /// <summary>What the factor does alone, from the screen's model; not known without that stage.</summary>
    public ScreenEstimate Alone { get; init; } = ScreenEstimate.None;

    /// <summary>
    /// True when the factor stood out in the screen, alone would do something that matters, and taking it back does not: the others do its
    /// work already.
    /// </summary>
    public bool IsMasked { get; init; }
}
