namespace PlayHouse.Engine.Diagnostics;

/// <summary>One hop of the messages recorded so far.</summary>
/// <param name="Name">Where it begins and ends.</param>
/// <param name="Count">Messages.</param>
/// <param name="MeanNs">Exact mean in nanoseconds.</param>
/// <param name="P50Ns">Median in nanoseconds, to 1.6 %.</param>
/// <param name="P99Ns">99th percentile in nanoseconds, to 1.6 %.</param>
public sealed record HopSummary(string Name, long Count, double MeanNs, double P50Ns, double P99Ns);
