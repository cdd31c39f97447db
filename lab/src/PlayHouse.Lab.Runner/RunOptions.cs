using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner;

/// <summary>What a command line may change of an experiment.</summary>
public sealed record RunOptions
{
    /// <summary>Design to use in place of the file's; null keeps it.</summary>
    public DesignKind? Design { get; init; }

    /// <summary>Fixed number of blocks; null keeps the design's rule.</summary>
    public int? Blocks { get; init; }

    /// <summary>Environment in place of the file's settings; null keeps them.</summary>
    public EnvironmentKind? Environment { get; init; }

    /// <summary>Runs the baseline against its twin.</summary>
    public bool Aa { get; init; }

    /// <summary>Seed of the run; null draws one.</summary>
    public ulong? Seed { get; init; }

    /// <summary>Records hops of messages, whatever the file says.</summary>
    public bool Hops { get; init; }

    /// <summary>Offered rate in messages per second; null keeps the file's.</summary>
    public double? RatePerSecond { get; init; }

    /// <summary>Run, or the beginning of its id, whose verdict this one is declared to confirm; null for a run of its own.</summary>
    public string? Confirms { get; init; }
}
