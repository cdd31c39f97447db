namespace PlayHouse.Lab.Model.Launches;

/// <summary>What the load process counted in one measured window and its drain.</summary>
public sealed record LoadResult
{
    /// <summary>How the load read and waited: epoll; in older results also epoll-level, epoll-real-time or sockets, or empty.</summary>
    public string Loop { get; init; } = "";

    /// <summary>Seconds of the measured window.</summary>
    public double WindowSeconds { get; init; }

    /// <summary>Messages due in the window over all connections (open loop), or sent (closed loop); the scenario says what one is.</summary>
    public long Offered { get; init; }

    /// <summary>Messages of the window that were written, or that a room owed.</summary>
    public long Sent { get; init; }

    /// <summary>Checked replies, pushes or arrivals that belong to messages of the window, the drain included.</summary>
    public long Received { get; init; }

    /// <summary>Messages of the window that never came to their end.</summary>
    public long Lost { get; init; }

    /// <summary>Due messages not sent because the depth cap was reached or the connection that sends was lost.</summary>
    public long Skipped { get; init; }

    /// <summary>
    /// Entries of the latency histogram that are lower bounds: messages that were skipped, lost or cut off, each with the time from
    /// its due moment to the next message that its connection took, or to the moment at which it was given up. 0 in closed loop, and
    /// in results recorded before they were counted.
    /// </summary>
    public long CensoredArrivals { get; init; }

    /// <summary>Replies with an error code, in the window.</summary>
    public long ErrorReplies { get; init; }

    /// <summary>Replies whose id, order or bytes were not what was due.</summary>
    public long WrongReplies { get; init; }

    /// <summary>Connections that closed before the end.</summary>
    public int ConnectionsLost { get; init; }

    /// <summary>Replies that arrived between the marks, per second.</summary>
    public double AchievedRate { get; init; }

    /// <summary>Percentiles in microseconds by metric id: latency-*, service-*, and lateness-p99.</summary>
    public IReadOnlyDictionary<string, double> PercentilesUs { get; init; } = new Dictionary<string, double>();

    /// <summary>Role of the histogram of latencies from the time at which a message was due.</summary>
    public const string LatencyRole = "latency";

    /// <summary>Histograms by role (latency, service, lateness), each the versioned compressed form, Base64.</summary>
    public IReadOnlyDictionary<string, string> Histograms { get; init; } = new Dictionary<string, string>();

    /// <summary>CPU of the load process in the window, in cores.</summary>
    public double CpuCores { get; init; }

    /// <summary>Share of the window in the load's own collection pauses.</summary>
    public double GcPauseShare { get; init; }

    /// <summary>Managed bytes the load process allocated in the window; next to nothing, or the load disturbs what it measures.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>What went wrong on the target's side of the wire, in words: lost connections with their reasons.</summary>
    public IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>Named reasons why the load, not the target, may have limited the window; empty is good.</summary>
    public IReadOnlyList<string> SaturationFlags { get; init; } = [];

    /// <summary>One row per second of the window.</summary>
    public IReadOnlyList<LoadSecond> Seconds { get; init; } = [];
}

/// <summary>One second of a window, for charts and for the steady-state test.</summary>
/// <param name="Second">Index from 0.</param>
/// <param name="Received">Replies that arrived.</param>
/// <param name="P50Us">Median latency, microseconds.</param>
/// <param name="P99Us">99th percentile, microseconds.</param>
/// <param name="CpuCores">CPU of the load process, in cores.</param>
public sealed record LoadSecond(int Second, long Received, double P50Us, double P99Us, double CpuCores);
