namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>Where the two processes run.</summary>
internal enum LoadLayout
{
    /// <summary>The server on processor 0, the load on processor 1.</summary>
    Split,

    /// <summary>Both on both.</summary>
    Shared,
}

/// <summary>What one launch of the load showed.</summary>
/// <param name="Arm">The arm.</param>
/// <param name="Layout">Where it ran.</param>
/// <param name="Share">Share of the ceiling that was offered; 0 for a closed loop.</param>
/// <param name="Server">The server that was asked.</param>
internal sealed record LoadSample(LoadArm Arm, LoadLayout Layout, double Share, string Server)
{
    /// <summary>Replies per second.</summary>
    public required double Rate { get; init; }

    /// <summary>99th percentile of actual send after due time, microseconds; NaN in closed loop.</summary>
    public required double LatenessP99Us { get; init; }

    /// <summary>99th percentile of reply after due time, what was not sent included; NaN in closed loop.</summary>
    public required double LatencyP99Us { get; init; }

    /// <summary>Processor time of the load for one request and reply, microseconds.</summary>
    public required double LoadCpuUs { get; init; }

    /// <summary>The same of the server.</summary>
    public required double ServerCpuUs { get; init; }

    /// <summary>Share of what was due that was not sent.</summary>
    public required double SkippedShare { get; init; }

    /// <summary>Processors that other programs used meanwhile, steal included; NaN where the system does not tell.</summary>
    public required double OtherCores { get; init; }
}
