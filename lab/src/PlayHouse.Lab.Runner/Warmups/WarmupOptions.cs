using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Warmups;

/// <summary>What the experiment about warm-up measures.</summary>
public sealed record WarmupOptions
{
    /// <summary>Most rounds.</summary>
    public const int RoundsMax = 50;

    /// <summary>Seconds of load that the end of a warm-up is compared with.</summary>
    public const double SecondsDefault = 60;

    /// <summary>Shortest watched warm-up, seconds: the short form.</summary>
    public const double SecondsMin = 12;

    /// <summary>Longest watched warm-up, seconds.</summary>
    public const double SecondsMax = 600;

    /// <summary>Scenario, at the shipped defaults of every seam.</summary>
    public string Scenario { get; init; } = "c2s-echo";

    /// <summary>Messages per second over all connections.</summary>
    public double RatePerSecond { get; init; } = 5_000;

    /// <summary>Launches of each setting, each in a fresh process.</summary>
    public int Rounds { get; init; } = 5;

    /// <summary>Seconds for which each launch is watched under load.</summary>
    public double Seconds { get; init; } = SecondsDefault;

    /// <summary>Ids of the settings to compare; empty for all.</summary>
    public IReadOnlyList<string> Settings { get; init; } = [];

    /// <summary>Placement of the processes.</summary>
    public CpuLayout Layout { get; init; } = CpuLayout.Shared;

    /// <summary>Seed of the orders and loads; null draws one.</summary>
    public ulong? Seed { get; init; }
}

/// <summary>A launch of the experiment begins.</summary>
/// <param name="Done">Launches done.</param>
/// <param name="Total">Launches in all.</param>
/// <param name="What">Round and setting, for people.</param>
public sealed record WarmupProgress(int Done, int Total, string What);
