using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Model.Plans;

/// <summary>The turns that both arms of a pair take.</summary>
public sealed record PairSpec
{
    /// <summary>Pairs of saturated turns.</summary>
    public int SaturatedPairs { get; init; } = 90;

    /// <summary>Seconds of a saturated turn.</summary>
    public double SaturatedSeconds { get; init; } = 0.05;

    /// <summary>Pairs of paced turns.</summary>
    public int PacedPairs { get; init; } = 80;

    /// <summary>Seconds of a paced turn.</summary>
    public double PacedSeconds { get; init; } = 0.05;

    /// <summary>Seconds at the beginning of a turn that are not counted.</summary>
    public double LeadSeconds { get; init; } = 0.01;

    /// <summary>Seconds of all turns of both arms together.</summary>
    public double Seconds => SecondsOf(2);

    /// <summary>Seconds of all turns of so many arms.</summary>
    public double SecondsOf(int arms) => arms * ((SaturatedPairs * SaturatedSeconds) + (PacedPairs * PacedSeconds));

    /// <summary>A turn of one kind.</summary>
    public SlicePlan Slice(int target, SliceKind kind) =>
        new(target, kind, kind == SliceKind.Saturated ? SaturatedSeconds : PacedSeconds, LeadSeconds);
}
