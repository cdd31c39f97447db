namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>What <c>plab trace</c> was asked for; either a process or a command.</summary>
internal sealed record TraceOptions
{
    /// <summary>True for where threads are, false for where memory is allocated.</summary>
    public bool IsThreadTime { get; init; }

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
