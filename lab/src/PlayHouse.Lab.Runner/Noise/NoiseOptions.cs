using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Noise;

/// <summary>How a machine's noise is measured.</summary>
public sealed record NoiseOptions
{
    /// <summary>Blocks of four launches; four of them leave eight degrees of freedom and take two minutes.</summary>
    public int Blocks { get; init; } = 4;

    /// <summary>Seconds of load before each window.</summary>
    public double WarmupSeconds { get; init; } = 2;

    /// <summary>Seconds of each window: that of the short design.</summary>
    public double WindowSeconds { get; init; } = 3;

    /// <summary>Placement of the processes.</summary>
    public CpuLayout Layout { get; init; } = CpuLayout.Shared;

    /// <summary>Seed of the loads.</summary>
    public ulong Seed { get; init; } = 1;
}
