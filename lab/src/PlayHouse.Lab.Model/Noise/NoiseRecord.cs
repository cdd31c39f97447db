using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Noise;

/// <summary>How much one metric varied between equal arms.</summary>
/// <param name="Id">Metric id.</param>
/// <param name="Median">Median of the launches, in the metric's unit.</param>
/// <param name="RatioDeviation">Standard deviation of a pair's contrast on the ratio scale (of logarithms); null where a launch had zero.</param>
/// <param name="Deviation">Standard deviation of a pair's contrast on the difference scale, in the metric's unit.</param>
public sealed record MetricNoise(string Id, double Median, double? RatioDeviation, double Deviation);

/// <summary>The noise of a machine as it measured itself: pairs of one and the same program, as a run has them.</summary>
public sealed record NoiseRecord
{
    /// <summary>Version that is written and read.</summary>
    public const int VersionOfToday = 2;

    /// <summary>Version of the file.</summary>
    public int Version { get; init; } = VersionOfToday;

    /// <summary>When it ended, UTC.</summary>
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>Scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>Load with its rate.</summary>
    public required LoadSpec Load { get; init; }

    /// <summary>Placement of the processes.</summary>
    public required CpuLayout Layout { get; init; }

    /// <summary>Pairs, and degrees of freedom of each deviation: equal arms have no difference to be found.</summary>
    public required int Pairs { get; init; }

    /// <summary>Machine, runtime and build as the first launch reported them.</summary>
    public required IReadOnlyDictionary<string, string> Fingerprint { get; init; }

    /// <summary>Metrics that every launch carried.</summary>
    public required IReadOnlyList<MetricNoise> Metrics { get; init; }

    /// <summary>Pairs that failed and were made again.</summary>
    public int Failed { get; init; }
}

/// <summary>A pair of a measurement of noise begins.</summary>
/// <param name="Done">Pairs done.</param>
/// <param name="Total">Pairs in all.</param>
/// <param name="What">What is launched, for people.</param>
/// <param name="SecondsLeft">Estimated seconds to the end.</param>
public sealed record NoiseProgress(int Done, int Total, string What, double SecondsLeft);
