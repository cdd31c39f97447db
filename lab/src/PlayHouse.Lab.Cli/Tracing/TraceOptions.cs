namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>What a trace looks at.</summary>
internal enum TraceSubject
{
    /// <summary>Where memory is allocated.</summary>
    Allocations,

    /// <summary>Where threads are.</summary>
    ThreadTime,
}

/// <summary>What <c>plab trace</c> was asked for; either a process or a command.</summary>
internal sealed record TraceOptions
{
    /// <summary>What to look at.</summary>
    public TraceSubject What { get; init; }

    /// <summary>A running process; null when a command is given.</summary>
    public int? Pid { get; init; }

    /// <summary>Program and arguments; empty when a process is given.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Longest trace, seconds; null until the process ends or Ctrl-C.</summary>
    public double? Seconds { get; init; }

    /// <summary>The file to write.</summary>
    public required string Path { get; init; }

    /// <summary>Start the command without inlining: exact sites, no amounts.</summary>
    public bool NoInlining { get; init; }

    /// <summary>Standard output belongs to one JSON document.</summary>
    public bool IsJson { get; init; }
}
