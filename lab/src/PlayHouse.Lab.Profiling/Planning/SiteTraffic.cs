using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Planning;

/// <summary>What a planner must know of one site.</summary>
/// <param name="BytesPerMessage">Bytes per message there; 0 for a site that does not exist yet.</param>
/// <param name="VariancePerByte">Sampling variance of the estimated bytes per byte; about 102,400 for small objects.</param>
/// <param name="SamplesPerByte">Samples per byte; about 1/102,400 for small objects.</param>
/// <param name="LaunchVariance">Variance of a launch beyond sampling over its squared mean.</param>
public sealed record SiteTraffic(
    double BytesPerMessage,
    double VariancePerByte = AllocationEstimator.BytesPerSample,
    double SamplesPerByte = AllocationEstimator.ByteProbability,
    double LaunchVariance = 0);

/// <summary>How long to trace.</summary>
/// <param name="Launches">Launches of each arm.</param>
/// <param name="MessagesPerLaunch">Messages in the window of each.</param>
public sealed record TracePlan(int Launches, double MessagesPerLaunch);
