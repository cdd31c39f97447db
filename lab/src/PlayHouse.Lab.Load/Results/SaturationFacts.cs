namespace PlayHouse.Lab.Load.Results;

/// <summary>What decides whether the load, not the target, limited a window.</summary>
internal sealed record SaturationFacts
{
    public required bool IsOpenLoop { get; init; }

    /// <summary>Cores this process may use.</summary>
    public required int AllowedCores { get; init; }

    /// <summary>Processor time in each second of the window, in cores.</summary>
    public required IReadOnlyList<double> CpuCoresPerSecond { get; init; }

    public required double LatenessP99Us { get; init; }

    public required double LatencyP99Us { get; init; }

    public required double OfferedRate { get; init; }

    /// <summary>Messages per second that a single event at the window's edge makes or breaks.</summary>
    public double EdgeRate { get; init; }

    public required double AchievedRate { get; init; }

    public required double GcPauseShare { get; init; }

    public required double LatestWakeMs { get; init; }
}
