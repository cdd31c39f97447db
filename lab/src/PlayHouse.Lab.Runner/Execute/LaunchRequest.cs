using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Capacity;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Everything one launch needs.</summary>
internal sealed record LaunchRequest
{
    public required string LaunchId { get; init; }

    public required string RunId { get; init; }

    public required ResolvedArm Arm { get; init; }

    public required LaunchKind Kind { get; init; }

    public int Block { get; init; }

    public int Attempt { get; init; }

    public int Slot { get; init; }

    public required string Scenario { get; init; }

    /// <summary>True puts an echo below the engine in the target's place: shows what the load itself can reach.</summary>
    public bool IsCalibration { get; init; }

    /// <summary>Load with its rate resolved.</summary>
    public required LoadSpec Load { get; init; }

    public required EnvironmentSpec Environment { get; init; }

    public required CpuLayout Layout { get; init; }

    public required double WarmupSeconds { get; init; }

    public required double WindowSeconds { get; init; }

    public required ulong LoadSeed { get; init; }

    /// <summary>Outstanding requests per connection in saturated turns: the experiment's own depth.</summary>
    public int SaturatedDepth { get; init; } = 1;

    /// <summary>The search of a capacity design; null where the load has one rate.</summary>
    public CapacityTask? Capacity { get; init; }

    /// <summary>The turns that a launch takes alone, saturated and paced ones; null for a window at one rate.</summary>
    public PairSpec? Turns { get; init; }

    /// <summary>File of the raw trace; set on diagnostic launches only.</summary>
    public string? TracePath { get; init; }

    /// <summary>The record of a launch that begins now.</summary>
    public LaunchRecord Begin() => new()
    {
        Id = LaunchId,
        RunId = RunId,
        Arm = Arm.Name,
        Kind = Kind,
        Block = Block,
        Attempt = Attempt,
        Slot = Slot,
        StartedAt = DateTimeOffset.UtcNow,
        Inject = Arm.Inject,
        IsCalibration = IsCalibration,
    };
}
