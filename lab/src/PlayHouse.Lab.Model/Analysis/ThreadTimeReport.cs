namespace PlayHouse.Lab.Model.Analysis;

/// <summary>Time of threads at one place, estimated from looks at them; there is no interval.</summary>
/// <param name="ManagedMs">Milliseconds inside managed code.</param>
/// <param name="ExternalMs">Milliseconds outside it: waiting, or in native code.</param>
/// <param name="ManagedSamples">Looks behind <paramref name="ManagedMs"/>.</param>
/// <param name="ExternalSamples">Looks behind <paramref name="ExternalMs"/>.</param>
public readonly record struct ThreadTime(double ManagedMs, double ExternalMs, int ManagedSamples, int ExternalSamples)
{
    /// <summary>Milliseconds in all.</summary>
    public double TotalMs => ManagedMs + ExternalMs;

    /// <summary>Adds two up.</summary>
    public static ThreadTime operator +(ThreadTime a, ThreadTime b) => new(
        a.ManagedMs + b.ManagedMs, a.ExternalMs + b.ExternalMs, a.ManagedSamples + b.ManagedSamples, a.ExternalSamples + b.ExternalSamples);
}

/// <summary>Where threads were, by method.</summary>
/// <param name="Method">Normalised name.</param>
/// <param name="Source">The line of its frames, the file if there are several, null where no PDB tells.</param>
/// <param name="Self">Time in the method itself.</param>
/// <param name="Total">Time in it and in what it called; a recursive call counts once.</param>
public sealed record ThreadTimeMethod(string Method, string? Source, ThreadTime Self, ThreadTime Total);

/// <summary>Where threads were, by call site.</summary>
/// <param name="Site">Normalised method: the first frame outside the framework.</param>
/// <param name="Source"><c>File.cs:12</c> of the place with most of the time; null where no PDB tells.</param>
/// <param name="CalledFrom">For a site without source, the nearest caller that has one; else null.</param>
/// <param name="Time">Time in the site and in the framework code it called.</param>
public sealed record ThreadTimeSite(string Site, string? Source, string? CalledFrom, ThreadTime Time);

/// <summary>One thread.</summary>
/// <param name="Id">Thread id of the system.</param>
/// <param name="Time">Its time.</param>
public sealed record ThreadTimeThread(long Id, ThreadTime Time);

/// <summary>What a look at the threads of any process says.</summary>
public sealed record ThreadTimeReport
{
    /// <summary>What every reader of the figures must know.</summary>
    public const string Caveat =
        "Where threads were, sampled at safepoints: biased, waiting threads included; no interval.";

    /// <summary>Process that was traced.</summary>
    public required int Pid { get; init; }

    /// <summary>Exit code of the command that was started for it; null when none was or it still ran.</summary>
    public int? ExitCode { get; init; }

    /// <summary>Length of the window, seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>All threads together.</summary>
    public required ThreadTime Time { get; init; }

    /// <summary>The threads, most managed time first.</summary>
    public required IReadOnlyList<ThreadTimeThread> Threads { get; init; }

    /// <summary>Methods, most managed time of their own first.</summary>
    public required IReadOnlyList<ThreadTimeMethod> Methods { get; init; }

    /// <summary>Sites, most managed time first.</summary>
    public required IReadOnlyList<ThreadTimeSite> Sites { get; init; }

    /// <summary>Reasons why the figures may not be used, for people; empty is good.</summary>
    public IReadOnlyList<string> Invalid { get; init; } = [];

    /// <summary>What a reader must know of a valid trace, for people.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The raw trace.</summary>
    public required string TracePath { get; init; }

    /// <summary>Its size in bytes.</summary>
    public required long TraceBytes { get; init; }
}
