using System.Text.Json.Serialization;

namespace PlayHouse.Lab.Model.Reasons;

/// <summary>
/// One fact that a verdict rests on, warns of or asks for: which rule found it, of what, with the numbers. Stores keep facts, and the
/// sentence is made where it is shown, so that an old run is told in the words of the day. Immutable.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "rule")]
[JsonDerivedType(typeof(Said), "said")]
[JsonDerivedType(typeof(Notice), "notice")]
[JsonDerivedType(typeof(Advice), "advice")]
[JsonDerivedType(typeof(NextLook), "next-look")]
[JsonDerivedType(typeof(MetricNeeds), "metric-needs")]
[JsonDerivedType(typeof(PrimaryMustHold), "primary-must-hold")]
[JsonDerivedType(typeof(MetricMustBeMeasured), "metric-must-be-measured")]
[JsonDerivedType(typeof(BetweenLooks), "between-looks")]
[JsonDerivedType(typeof(MetricFound), "metric-found")]
[JsonDerivedType(typeof(MetricsFoundUnasked), "metrics-found-unasked")]
[JsonDerivedType(typeof(FamilyAsksMore), "family-asks-more")]
[JsonDerivedType(typeof(FirstMetricIsOpen), "first-metric-is-open")]
[JsonDerivedType(typeof(LossSuspected), "loss-suspected")]
[JsonDerivedType(typeof(GuardsWithoutData), "guards-without-data")]
[JsonDerivedType(typeof(GuardsHold), "guards-hold")]
[JsonDerivedType(typeof(MetricNoisy), "metric-noisy")]
[JsonDerivedType(typeof(BlocksDisagree), "blocks-disagree")]
[JsonDerivedType(typeof(BlocksWithoutMetric), "blocks-without-metric")]
[JsonDerivedType(typeof(MetricNotMeasured), "metric-not-measured")]
[JsonDerivedType(typeof(MetricNotCounted), "metric-not-counted")]
[JsonDerivedType(typeof(MetricWithoutFlagged), "metric-without-flagged")]
[JsonDerivedType(typeof(TailTooThin), "tail-too-thin")]
[JsonDerivedType(typeof(LevelChanged), "level-changed")]
[JsonDerivedType(typeof(TwoLevels), "two-levels")]
[JsonDerivedType(typeof(ArmFailed), "arm-failed")]
[JsonDerivedType(typeof(PilotsDied), "pilots-died")]
[JsonDerivedType(typeof(FlagLeans), "flag-leans")]
[JsonDerivedType(typeof(LoadBelowRate), "load-below-rate")]
[JsonDerivedType(typeof(LoadLimitsBoth), "load-limits-both")]
[JsonDerivedType(typeof(CapacityAtCeiling), "capacity-at-ceiling")]
[JsonDerivedType(typeof(CapacityBelowFloor), "capacity-below-floor")]
[JsonDerivedType(typeof(LoadWasLate), "load-was-late")]
[JsonDerivedType(typeof(BlocksDisturbed), "blocks-disturbed")]
[JsonDerivedType(typeof(WindowsNotSteady), "windows-not-steady")]
[JsonDerivedType(typeof(CompilerWorked), "compiler-worked")]
[JsonDerivedType(typeof(MessagesMiscounted), "messages-miscounted")]
[JsonDerivedType(typeof(LaunchesMisplaced), "launches-misplaced")]
[JsonDerivedType(typeof(LaunchesDiffer), "launches-differ")]
[JsonDerivedType(typeof(LaunchesSilent), "launches-silent")]
[JsonDerivedType(typeof(BuildNotRelease), "build-not-release")]
[JsonDerivedType(typeof(StrategiesMixed), "strategies-mixed")]
[JsonDerivedType(typeof(ToggleNotTaken), "toggle-not-taken")]
[JsonDerivedType(typeof(ArmsDifferUnasked), "arms-differ-unasked")]
[JsonDerivedType(typeof(JudgedInPart), "judged-in-part")]
[JsonDerivedType(typeof(ToggledCodeRan), "toggled-code-ran")]
[JsonDerivedType(typeof(ProofUnknown), "proof-unknown")]
[JsonDerivedType(typeof(HitsNotReported), "hits-not-reported")]
[JsonDerivedType(typeof(HitsTooFew), "hits-too-few")]
[JsonDerivedType(typeof(HitsApart), "hits-apart")]
[JsonDerivedType(typeof(OwnCodeSilent), "own-code-silent")]
[JsonDerivedType(typeof(OtherCodeRan), "other-code-ran")]
[JsonDerivedType(typeof(AaCallsDifferences), "aa-calls-differences")]
[JsonDerivedType(typeof(AaLeans), "aa-leans")]
[JsonDerivedType(typeof(ScreenLaunchesDiffer), "screen-launches-differ")]
[JsonDerivedType(typeof(ScreenSeamUnproved), "screen-seam-unproved")]
[JsonDerivedType(typeof(ScreenToggleNotTaken), "screen-toggle-not-taken")]
public abstract record Reason;

/// <summary>A sentence as a lab of an earlier time stored it: its numbers are part of its words.</summary>
/// <param name="Text">The sentence.</param>
public sealed record Said(string Text) : Reason;

/// <summary>Something a reader must know that has no numbers.</summary>
/// <param name="About">What it is.</param>
public sealed record Notice(NoticeKind About) : Reason;

/// <summary>What a <see cref="Notice"/> says.</summary>
public enum NoticeKind
{
    /// <summary>A KEEP or ROLLBACK is provisional until the next declared run of the question confirms it.</summary>
    AwaitsConfirmation,

    /// <summary>Both arms are the same: any word but NO-EFFECT and INCONCLUSIVE is a false alarm.</summary>
    BothArmsAreTheSame,

    /// <summary>No launch carries a primary metric of the policy.</summary>
    NoPrimary,

    /// <summary>An arm carries a planted effect.</summary>
    Injected,
}

/// <summary>Launches of one arm that show something.</summary>
/// <param name="Arm">Arm name.</param>
/// <param name="Launches">Launches that show it.</param>
/// <param name="Of">Launches of the arm.</param>
public sealed record ArmCount(string Arm, int Launches, int Of);
