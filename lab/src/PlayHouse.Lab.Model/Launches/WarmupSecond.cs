namespace PlayHouse.Lab.Model.Launches;

/// <summary>One second of a watched warm-up.</summary>
/// <param name="EndSeconds">Seconds from the load's start to the end of this one.</param>
/// <param name="MethodsPerSecond">Methods compiled, per second.</param>
/// <param name="CompilerShare">Time in the JIT per second.</param>
/// <param name="CpuUsPerMessage">CPU time of the target per message, microseconds; null without a message.</param>
/// <param name="MessagesPerSecond">Messages that the target completed, per second.</param>
public sealed record WarmupSecond(double EndSeconds, double MethodsPerSecond, double CompilerShare, double? CpuUsPerMessage, double MessagesPerSecond)
{
    /// <summary>The second between two samples.</summary>
    /// <param name="first">Sample at the load's start.</param>
    /// <param name="from">Sample at the second's begin.</param>
    /// <param name="to">Sample at its end.</param>
    public static WarmupSecond Between(TargetSample first, TargetSample from, TargetSample to)
    {
        ArgumentNullException.ThrowIfNull(first);
        ArgumentNullException.ThrowIfNull(from);
        ArgumentNullException.ThrowIfNull(to);
        double seconds = (to.Nanoseconds - from.Nanoseconds) / 1e9;
        double messages = to.Messages - from.Messages;
        return new WarmupSecond(
            (to.Nanoseconds - first.Nanoseconds) / 1e9,
            (to.JitMethods - from.JitMethods) / seconds,
            (to.JitSeconds - from.JitSeconds) / seconds,
            messages > 0 ? (to.CpuSeconds - from.CpuSeconds) * 1e6 / messages : null,
            messages / seconds);
    }
}

/// <summary>A few counters of the target, read while it warms up: far cheaper than a mark.</summary>
/// <param name="Nanoseconds">Monotonic time.</param>
/// <param name="Messages">Messages completed.</param>
/// <param name="CpuSeconds">CPU time of the process.</param>
/// <param name="JitMethods">Methods compiled.</param>
/// <param name="JitSeconds">Seconds in the JIT.</param>
public sealed record TargetSample(long Nanoseconds, double Messages, double CpuSeconds, double JitMethods, double JitSeconds);

/// <summary>How a target started.</summary>
/// <param name="ReadyMs">Milliseconds from process start to accepting connections.</param>
/// <param name="MethodsAtReady">Methods compiled by then.</param>
/// <param name="FirstThousandMs">Milliseconds from the load's start to the thousandth message; null when it did not come in time.</param>
public sealed record StartUpRecord(double ReadyMs, double MethodsAtReady, double? FirstThousandMs);
