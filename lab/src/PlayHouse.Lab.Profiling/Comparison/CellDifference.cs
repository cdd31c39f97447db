using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>The difference of one cell between two arms: interval and p-value from one and the same construction.</summary>
internal sealed class CellDifference(ArmCell baseline, ArmCell other, LaunchSpread shared)
{
    private readonly SignedSum _sum = new(shared, (other, 1), (baseline, -1));

    public ArmCell Baseline => baseline;

    public ArmCell Other => other;

    public double Difference => _sum.Value;

    /// <summary>Source of the side that allocates more.</summary>
    public string? Source => Heavier?.Source;

    /// <summary>Nearest caller with a source, of the side that allocates more; null for a site that has a source itself.</summary>
    public string? CalledFrom => Heavier?.CalledFrom;

    private AllocationSite? Heavier =>
        other.Mean >= baseline.Mean ? other.Heaviest ?? baseline.Heaviest : baseline.Heaviest ?? other.Heaviest;

    /// <summary>False when both sides have too few samples: shown, never compared.</summary>
    public bool IsTested => Math.Max(baseline.Samples, other.Samples) >= AllocationEstimator.SamplesMin;

    /// <summary>True when the launches of both arms are enough to know how far launches lie apart: else nothing is called different.</summary>
    public bool HasLaunchSpread => Math.Min(baseline.Profiles, other.Profiles) > 1;

    public (double Low, double High) Interval95() => _sum.Interval95();

    public double PValue() => _sum.PValue();

    /// <summary>The figures for a reader, with their state.</summary>
    public BytesChange ToRecord()
    {
        (double low, double high) = Interval95();
        return new BytesChange(baseline.Mean, other.Mean, Difference, low, high, Mark(low, high))
        {
            BaselineSamples = baseline.Samples,
            OtherSamples = other.Samples,
        };
    }

    private ChangeMark Mark(double low, double high)
    {
        if (!IsTested)
            return ChangeMark.Insufficient;
        if (!HasLaunchSpread || (low <= 0 && high >= 0))
            return ChangeMark.Open;
        if (low > 0)
            return baseline.Samples == 0 ? ChangeMark.New : ChangeMark.More;
        return other.Samples == 0 ? ChangeMark.Gone : ChangeMark.Less;
    }
}
