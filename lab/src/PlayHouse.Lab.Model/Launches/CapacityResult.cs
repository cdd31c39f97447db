namespace PlayHouse.Lab.Model.Launches;

/// <summary>One window of a search for the highest sustained rate.</summary>
/// <param name="RatePerSecond">Offered messages per second.</param>
/// <param name="P99Us">99th percentile of latency from the due time, microseconds.</param>
/// <param name="SkippedShare">Share of due messages that were skipped or lost, 0 … 1.</param>
/// <param name="AchievedShare">Replies that arrived in the window over messages due in it.</param>
/// <param name="IsSustained">True when it met the objective.</param>
public sealed record CapacityProbe(double RatePerSecond, double P99Us, double SkippedShare, double AchievedShare, bool IsSustained);

/// <summary>What a launch found to be its highest sustained rate.</summary>
public sealed record CapacityResult
{
    /// <summary>Share of the load's own ceiling from which on the load may be what limits.</summary>
    public const double CeilingShare = 0.95;

    /// <summary>Highest rate that met the objective, messages per second.</summary>
    public required double RatePerSecond { get; init; }

    /// <summary>What the load itself sustains against an echo that does nothing, messages per second; the search went no higher.</summary>
    public required double CeilingPerSecond { get; init; }

    /// <summary>Every window in the order in which they were measured.</summary>
    public required IReadOnlyList<CapacityProbe> Probes { get; init; }

    /// <summary>True when an echo that does nothing stood in the target's place: this is the load's own ceiling.</summary>
    public bool IsOfLoad { get; init; }

    /// <summary>True when not even the lowest rate tried met the objective: the capacity is below <see cref="RatePerSecond"/>.</summary>
    public bool IsBelowFloor { get; init; }

    /// <summary>True when the load itself may have been the limit: the capacity is <see cref="RatePerSecond"/> or more.</summary>
    public bool IsCensored => RatePerSecond >= CeilingShare * CeilingPerSecond;
}
