namespace PlayHouse.Lab.Runner;

/// <summary>What a matrix measures.</summary>
public sealed record MatrixOptions
{
    /// <summary>Most rounds.</summary>
    public const int RoundsMax = 100;

    /// <summary>Longest window and warm-up, seconds.</summary>
    public const double SecondsMax = 600;

    /// <summary>Seams to measure; empty for every seam.</summary>
    public IReadOnlyList<string> Seams { get; init; } = [];

    /// <summary>The only scenario to use; null for the first of the catalogue that executes the strategy.</summary>
    public string? Scenario { get; init; }

    /// <summary>Launches of each strategy.</summary>
    public int Rounds { get; init; } = 2;

    /// <summary>Seconds of load before the window.</summary>
    public double WarmupSeconds { get; init; } = 2;

    /// <summary>Seconds of the window.</summary>
    public double WindowSeconds { get; init; } = 2;

    /// <summary>Seed of the orders and loads; null draws one.</summary>
    public ulong? Seed { get; init; }
}

/// <summary>A launch of a matrix begins.</summary>
/// <param name="Done">Launches done.</param>
/// <param name="Total">Launches in all.</param>
/// <param name="What">Scenario, seam and strategy, for people.</param>
public sealed record MatrixProgress(int Done, int Total, string What);
