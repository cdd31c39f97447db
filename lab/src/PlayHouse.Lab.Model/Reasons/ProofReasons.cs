namespace PlayHouse.Lab.Model.Reasons;

/// <summary>A verdict about a part of what the arms differ in.</summary>
/// <param name="Seams">Seams it is about.</param>
/// <param name="NotExecuted">Seams in which the arms differ too and which this load does not execute.</param>
public sealed record JudgedInPart(IReadOnlyList<string> Seams, IReadOnlyList<string> NotExecuted) : Reason;

/// <summary>The toggled code ran in every launch; the proofs stand in the verdict.</summary>
public sealed record ToggledCodeRan : Reason;

/// <summary>The catalogue does not say what would prove that a seam ran.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Arm">Arm whose strategy's own code it does not know; null when it does not know the hits of the seam.</param>
public sealed record ProofUnknown(string Seam, string? Arm = null) : Reason;

/// <summary>A launch that did not report how often a seam ran.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Launch">Launch id.</param>
/// <param name="Arm">Arm name.</param>
public sealed record HitsNotReported(string Seam, string Launch, string Arm) : Reason;

/// <summary>A launch in which a seam ran too seldom to call it executed.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Launch">Launch id.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="Hits">Times per message.</param>
/// <param name="Required">Fewest that count as proof.</param>
public sealed record HitsTooFew(string Seam, string Launch, string Arm, double Hits, double Required) : Reason;

/// <summary>The arms executed a seam unequally often.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Baseline">Times per message in the baseline, median of its launches.</param>
/// <param name="Other">The same of the other arm.</param>
public sealed record HitsApart(string Seam, double Baseline, double Other) : Reason;

/// <summary>A launch in which the code of the strategy that its arm names counted too little.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Strategy">Strategy id.</param>
/// <param name="Counted">What its code counts, in the words of the catalogue.</param>
/// <param name="Launch">Launch id.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="Hits">Events per message.</param>
/// <param name="Required">Fewest that count as proof.</param>
public sealed record OwnCodeSilent(string Seam, string Strategy, string Counted, string Launch, string Arm, double Hits, double Required) : Reason;

/// <summary>A launch in which the code of another strategy ran than its arm names.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Strategy">Strategy that the arm names.</param>
/// <param name="Launch">Launch id.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="Counter">Counter of the other strategy.</param>
/// <param name="Hits">What it counted per message.</param>
public sealed record OtherCodeRan(string Seam, string Strategy, string Launch, string Arm, string Counter, double Hits) : Reason;

/// <summary>Too many A/A runs of one place call a difference.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Metric">Metric id.</param>
/// <param name="IsBetter">True when they call it better, false for worse.</param>
/// <param name="Differences">A/A runs that do.</param>
/// <param name="Runs">A/A runs of the place.</param>
public sealed record AaCallsDifferences(string Seam, string Metric, bool IsBetter, int Differences, int Runs) : Reason;

/// <summary>The differences that A/A runs of one place call lean to one side.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Metric">Metric id.</param>
/// <param name="Better">A/A runs that call it better.</param>
/// <param name="Worse">A/A runs that call it worse.</param>
/// <param name="Runs">A/A runs of the place.</param>
public sealed record AaLeans(string Seam, string Metric, int Better, int Worse, int Runs) : Reason;

/// <summary>Launches of a screen that differ in what must be equal: its effects may hold that difference.</summary>
/// <param name="Key">Key of the fingerprint.</param>
/// <param name="Values">The values; null stands for a launch that does not report it.</param>
public sealed record ScreenLaunchesDiffer(string Key, IReadOnlyList<string?> Values) : Reason;

/// <summary>A screened seam whose code is not proved to have run in every launch.</summary>
/// <param name="Seam">Seam id.</param>
public sealed record ScreenSeamUnproved(string Seam) : Reason;

/// <summary>A screened seam whose levels were built the same, or one level in two ways.</summary>
/// <param name="Seam">Seam id.</param>
public sealed record ScreenToggleNotTaken(string Seam) : Reason;
