using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Noise;

/// <summary>How a machine's noise is measured.</summary>
public sealed record NoiseOptions
{
    /// <summary>Pairs of equal arms; six of them take three minutes.</summary>
    public int Pairs { get; init; } = 6;

    /// <summary>Placement of the processes.</summary>
    public CpuLayout Layout { get; init; } = CpuLayout.Shared;

    /// <summary>Seed of the coins and loads.</summary>
    public ulong Seed { get; init; } = 1;
}
