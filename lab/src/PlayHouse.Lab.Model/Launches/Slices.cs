namespace PlayHouse.Lab.Model.Launches;

/// <summary>How the load drives a target while it has its turn.</summary>
public enum SliceKind
{
    /// <summary>Closed loop: every connection keeps its depth of requests outstanding. For messages per second and processor time.</summary>
    Saturated,

    /// <summary>Open loop at the stored rate. For latency.</summary>
    Paced,
}

/// <summary>One turn of a load that takes turns at several targets.</summary>
/// <param name="Target">Index of the target in the load's start.</param>
/// <param name="Kind">How it is driven.</param>
/// <param name="Seconds">How long requests are sent; then the load waits for what is outstanding.</param>
/// <param name="LeadSeconds">The beginning of it: sent and answered, part of the processor time, not counted otherwise.</param>
/// <param name="Speed">Share of the load's rate at which a paced turn sends.</param>
public sealed record SlicePlan(int Target, SliceKind Kind, double Seconds, double LeadSeconds, double Speed = 1)
{
    /// <summary>Largest <see cref="Speed"/> that a load takes.</summary>
    public const double SpeedMax = 100;
}

/// <summary>What one turn brought.</summary>
public sealed record SliceRecord
{
    /// <summary>Place among the turns of all targets, from 0.</summary>
    public required int Index { get; init; }

    /// <summary>How the target was driven.</summary>
    public required SliceKind Kind { get; init; }

    /// <summary>Seconds that count: without the lead.</summary>
    public required double Seconds { get; init; }

    /// <summary>Messages that came to their end in the whole turn, the lead and the wait included.</summary>
    public required long Messages { get; init; }

    /// <summary>Right replies that arrived in the seconds that count.</summary>
    public required long Arrived { get; init; }

    /// <summary>Processor time of the target's process in the whole turn, microseconds; null where the system does not tell it.</summary>
    public double? CpuUs { get; init; }

    /// <summary>Processor time of the load in the whole turn, microseconds; null where the system does not tell it.</summary>
    public double? LoadCpuUs { get; init; }

    /// <summary>Median latency of the messages that count, microseconds; from the due time when paced, from the send when saturated.</summary>
    public double P50Us { get; init; }

    /// <summary>99th percentile of the same.</summary>
    public double P99Us { get; init; }

    /// <summary>The longest of the same; of a message that was skipped or lost, how long it waited at least. Null in records of older builds.</summary>
    public double? LongestUs { get; init; }
}

/// <summary>What a target got of a load that took turns.</summary>
/// <param name="Slices">Its turns in their order.</param>
/// <param name="Saturated">What was counted in its saturated turns.</param>
/// <param name="Paced">What was counted in its paced turns.</param>
public sealed record SlicedTargetResult(IReadOnlyList<SliceRecord> Slices, LoadResult Saturated, LoadResult Paced);
