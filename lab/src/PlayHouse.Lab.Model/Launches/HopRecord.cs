namespace PlayHouse.Lab.Model.Launches;

/// <summary>One hop of the messages of a launch.</summary>
/// <param name="Name">Where it begins and ends.</param>
/// <param name="Count">Messages.</param>
/// <param name="MeanNs">Mean in nanoseconds; of a remainder, what is left of the client's mean, which may be below 0.</param>
/// <param name="P50Ns">Median in nanoseconds; null for a remainder.</param>
/// <param name="P99Ns">99th percentile in nanoseconds; null for a remainder.</param>
public sealed record HopRecord(string Name, long Count, double MeanNs, double? P50Ns, double? P99Ns);
