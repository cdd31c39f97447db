namespace PlayHouse.Lab.Model.Analysis;

/// <summary>What one type allocated at one call site while a process was traced.</summary>
public sealed record TracedSite
{
    /// <summary>Normalised method of the call site: the first frame outside the framework.</summary>
    public required string Site { get; init; }

    /// <summary>Type name as the runtime gives it.</summary>
    public required string Type { get; init; }

    /// <summary><c>File.cs:12</c>, <c>File.cs:~12</c> where several lines are possible; null where no PDB tells.</summary>
    public string? Source { get; init; }

    /// <summary>For a site without source, the nearest caller that has one, <c>Type.Method (File.cs:12)</c>; else null.</summary>
    public string? CalledFrom { get; init; }

    /// <summary>Estimated bytes in the whole window.</summary>
    public required double Bytes { get; init; }

    /// <summary>Lower 95 % limit of <see cref="Bytes"/>; NaN below five samples.</summary>
    public required double Low { get; init; }

    /// <summary>Upper 95 % limit.</summary>
    public required double High { get; init; }

    /// <summary>Samples behind the estimate.</summary>
    public required int Samples { get; init; }
}

/// <summary>What the trace of any process says: one that counts no messages, so that bytes are per second and in all.</summary>
public sealed record TraceReport
{
    /// <summary>Process that was traced.</summary>
    public required int Pid { get; init; }

    /// <summary>Exit code of the command that was started for it; null when none was or it still ran.</summary>
    public int? ExitCode { get; init; }

    /// <summary>Length of the window, seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>Estimated bytes of the window.</summary>
    public required double Bytes { get; init; }

    /// <summary>Lower 95 % limit of <see cref="Bytes"/>.</summary>
    public required double Low { get; init; }

    /// <summary>Upper 95 % limit.</summary>
    public required double High { get; init; }

    /// <summary>Exact bytes by a counter of the process; NaN where the trace holds none.</summary>
    public double ExactBytes { get; init; } = double.NaN;

    /// <summary>Samples in the window.</summary>
    public required int Samples { get; init; }

    /// <summary>Sites, largest first.</summary>
    public required IReadOnlyList<TracedSite> Sites { get; init; }

    /// <summary>Reasons why the figures may not be used, for people; empty is good.</summary>
    public IReadOnlyList<string> Invalid { get; init; } = [];

    /// <summary>What a reader must know of a valid trace, for people.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>True when the process ran without inlining: its sites are exact, its amounts are not those of the program.</summary>
    public bool IsAttributionOnly { get; init; }

    /// <summary>The raw trace.</summary>
    public required string TracePath { get; init; }

    /// <summary>Its size in bytes.</summary>
    public required long TraceBytes { get; init; }

    /// <summary>The normalised stacks next to it.</summary>
    public required string StacksPath { get; init; }
}
