namespace PlayHouse.Lab.Model.Launches;

/// <summary>What the target has done so far, read while it warms up: far cheaper than a mark.</summary>
/// <param name="Nanoseconds">Monotonic time.</param>
/// <param name="Messages">Messages completed.</param>
public sealed record TargetSample(long Nanoseconds, double Messages);

/// <summary>How a target started.</summary>
/// <param name="ReadyMs">Milliseconds from process start to accepting connections.</param>
/// <param name="MethodsAtReady">Methods compiled by then.</param>
/// <param name="FirstThousandMs">Milliseconds from the load's start to the thousandth message; null when it did not come in time.</param>
public sealed record StartUpRecord(double ReadyMs, double MethodsAtReady, double? FirstThousandMs);
