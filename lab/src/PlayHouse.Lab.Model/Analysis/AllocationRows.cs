namespace PlayHouse.Lab.Model.Analysis;

/// <summary>Estimated allocation of one type at one call site, in bytes per message.</summary>
public sealed record AllocationSite
{
    /// <summary>Normalised method of the call site: the first frame outside the framework.</summary>
    public required string Site { get; init; }

    /// <summary>Type name as the runtime gives it.</summary>
    public required string Type { get; init; }

    /// <summary>
    /// Source file name (no folder of the build machine) and line: <c>File.cs:12</c>, or <c>File.cs:~12</c> where the code may
    /// come from several lines; null where no PDB tells.
    /// </summary>
    public string? Source { get; init; }

    /// <summary>For a site without source, the nearest caller that has one, <c>Type.Method (File.cs:12)</c>; else null.</summary>
    public string? CalledFrom { get; init; }

    /// <summary>Horvitz–Thompson estimate, bytes per message.</summary>
    public required double BytesPerMessage { get; init; }

    /// <summary>Estimated variance of <see cref="BytesPerMessage"/>.</summary>
    public required double Variance { get; init; }

    /// <summary>Lower 95 % limit (log-normal), bytes per message; NaN below five samples.</summary>
    public required double Low { get; init; }

    /// <summary>Upper 95 % limit.</summary>
    public required double High { get; init; }

    /// <summary>Samples behind the estimate.</summary>
    public required int Samples { get; init; }

    /// <summary>True below five samples: shown, never compared.</summary>
    public bool IsInsufficient => Samples < 5;
}

/// <summary>What was checked before a trace may speak.</summary>
public sealed record TraceQuality
{
    /// <summary>Events the session lost; 0 in a valid trace.</summary>
    public required long EventsLost { get; init; }

    /// <summary>How often the list of method names was complete; 1 in a valid trace.</summary>
    public required int RundownsComplete { get; init; }

    /// <summary>Share of the estimated bytes whose allocating frame has no name, 0 … 1.</summary>
    public required double UnresolvedShare { get; init; }

    /// <summary>Samples whose allocating frame has no name.</summary>
    public int UnresolvedSamples { get; init; }

    /// <summary>Share of samples whose stack reached the runtime's depth limit, 0 … 1; their callers may be cut, their site is not.</summary>
    public required double CappedStacksShare { get; init; }

    /// <summary>Share of samples whose callers were left out to save memory, 0 … 1; their site is known.</summary>
    public double FoldedStacksShare { get; init; }

    /// <summary>Share of samples whose allocating code was not optimised yet, 0 … 1: it will allocate otherwise when it is.</summary>
    public double UnoptimisedShare { get; init; }

    /// <summary>Distance between the sum of the estimates and the exact counter in standard deviations; NaN without samples.</summary>
    public required double CalibrationZ { get; init; }

    /// <summary>Sum of the estimates over the exact counter, minus 1; NaN where that counter is 0 or unknown.</summary>
    public double FoundShare { get; init; } = double.NaN;

    /// <summary>Width of the wider mark, milliseconds.</summary>
    public required double WidestMarkMs { get; init; }
}

/// <summary>The allocation profile of one diagnostic launch.</summary>
public sealed record AllocationProfile
{
    /// <summary>Launch.</summary>
    public required string LaunchId { get; init; }

    /// <summary>Arm.</summary>
    public required string Arm { get; init; }

    /// <summary>Messages in the traced window.</summary>
    public required double Messages { get; init; }

    /// <summary>Exact bytes per message of the traced window.</summary>
    public required double ExactBytesPerMessage { get; init; }

    /// <summary>Sum of what the samples alone say, bytes per message.</summary>
    public required double EstimatedBytesPerMessage { get; init; }

    /// <summary>True when <see cref="Sites"/> were made to add up to the exact counter of this launch; their variances stay those of the samples.</summary>
    public bool IsCalibrated { get; init; }

    /// <summary>Samples in the window.</summary>
    public required int Samples { get; init; }

    /// <summary>Sites, largest first.</summary>
    public required IReadOnlyList<AllocationSite> Sites { get; init; }

    /// <summary>Reasons why the trace may not be used; empty is good.</summary>
    public IReadOnlyList<string> Invalid { get; init; } = [];

    /// <summary>What a reader must know about a valid trace, for people; empty is ordinary.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The figures behind <see cref="Invalid"/>.</summary>
    public TraceQuality? Quality { get; init; }

    /// <summary>True when the arm allocates too little to attribute: fewer than five samples in all. No defect of the trace.</summary>
    public bool IsTooLittle => Samples < 5;
}

/// <summary>One site in both arms.</summary>
/// <param name="Site">Call site, or the role that stands for it in both arms.</param>
/// <param name="Type">Type.</param>
/// <param name="Source">File and line or null.</param>
/// <param name="Baseline">Bytes per message in the baseline.</param>
/// <param name="Other">Bytes per message in the other arm.</param>
/// <param name="Difference">Other minus baseline.</param>
/// <param name="Low">Lower 95 % limit of the difference.</param>
/// <param name="High">Upper 95 % limit of the difference.</param>
/// <param name="IsDifferent">True when the interval excludes zero after Benjamini–Hochberg at 5 %, which takes two launches of each arm.</param>
public sealed record AllocationDifference(
    string Site, string Type, string? Source, double Baseline, double Other, double Difference, double Low, double High, bool IsDifferent)
{
    /// <summary>For a site without source, the nearest caller that has one: <c>Type.Method (File.cs:12)</c>; null otherwise.</summary>
    public string? CalledFrom { get; init; }

    /// <summary>Real name in the baseline, where <see cref="Site"/> may be a role that both arms share; null without a sample.</summary>
    public string? BaselineSite { get; init; }

    /// <summary>Real name in the other arm.</summary>
    public string? OtherSite { get; init; }

    /// <summary>True when both sides have fewer than five samples: shown, never compared.</summary>
    public bool IsInsufficient { get; init; }
}

/// <summary>How the sites of two arms add up to the exact change.</summary>
public sealed record AllocationComparison
{
    /// <summary>Exact change in bytes per message from the timed launches.</summary>
    public required double ExactDifference { get; init; }

    /// <summary>Sites that differ first, each group by absolute difference: noise of a large site never outranks a finding.</summary>
    public required IReadOnlyList<AllocationDifference> Sites { get; init; }

    /// <summary>Sum of the differences of the sites that are different.</summary>
    public required double Explained { get; init; }

    /// <summary>Exact change minus <see cref="Explained"/>.</summary>
    public required double Unexplained { get; init; }

    /// <summary>Half the width of the 95 % interval of <see cref="Explained"/>, sampling and launches together.</summary>
    public double ExplainedHalfWidth { get; init; }

    /// <summary>Difference of all compared sites together, marked or not; NaN in a comparison stored before it was computed.</summary>
    public double AllDifference { get; init; } = double.NaN;

    /// <summary>Lower 95 % limit of <see cref="AllDifference"/>.</summary>
    public double AllLow { get; init; } = double.NaN;

    /// <summary>Upper 95 % limit of <see cref="AllDifference"/>.</summary>
    public double AllHigh { get; init; } = double.NaN;

    /// <summary>Change in bytes per message by the exact counters of the traced launches; NaN where it was not computed.</summary>
    public double TracedDifference { get; init; } = double.NaN;

    /// <summary>False when an arm has no valid profile: then nothing is known, which is not the same as <see cref="IsEmpty"/>.</summary>
    public bool IsPossible { get; init; } = true;

    /// <summary>True when the spread between launches is part of the intervals: each arm has at least two profiles. Else no site is called different.</summary>
    public bool HasLaunchSpread { get; init; }

    /// <summary>Profiles left out, each with its reasons, for people.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];

    /// <summary>True when no site differs: the tool says so instead of naming one.</summary>
    public bool IsEmpty => !Sites.Any(s => s.IsDifferent);
}
