using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>The difference of one cell between two arms: interval and p-value from one and the same construction.</summary>
internal sealed class CellDifference
{
    private const double Tail95 = 0.025;
    private const double MultipleMax = 40;

    private readonly double _launchVariance;
    private readonly double _degrees;

    public CellDifference(ArmCell baseline, ArmCell other, LaunchSpread shared)
    {
        (Baseline, Other) = (baseline, other);
        double degrees = baseline.Profiles + other.Profiles - 2;
        double between = degrees > 0 ? BetweenLaunches(degrees) : 0;
        double floor = shared.RelativeVariance * (baseline.Mean * baseline.Mean + other.Mean * other.Mean) / 2;
        if (floor > between)
            (between, degrees) = (floor, shared.Degrees);
        _launchVariance = between * (baseline.SquaredWeights + other.SquaredWeights);
        double all = _launchVariance + baseline.SamplingVariance + other.SamplingVariance;
        // Satterthwaite: sampling variance is known well, the spread between a handful of launches is not.
        _degrees = _launchVariance > 0 ? degrees * (all / _launchVariance) * (all / _launchVariance) : double.PositiveInfinity;
    }

    public ArmCell Baseline { get; }

    public ArmCell Other { get; }

    public double Difference => Other.Mean - Baseline.Mean;

    /// <summary>Source of the side that allocates more.</summary>
    public string? Source => Heavier?.Source;

    /// <summary>Nearest caller with a source, of the side that allocates more; null for a site that has a source itself.</summary>
    public string? CalledFrom => Heavier?.CalledFrom;

    private AllocationSite? Heavier =>
        Other.Mean >= Baseline.Mean ? Other.Heaviest ?? Baseline.Heaviest : Baseline.Heaviest ?? Other.Heaviest;

    /// <summary>False when both sides have too few samples: shown, never compared.</summary>
    public bool IsTested => Math.Max(Baseline.Samples, Other.Samples) >= AllocationEstimator.SamplesMin;

    public (double Low, double High) Interval95() => Interval(StudentT.Quantile(Tail95, _degrees), Tail95);

    /// <summary>Two-sided level at which the interval touches zero.</summary>
    public double PValue()
    {
        double excluded = 0;
        double reached = MultipleMax;
        for (int i = 0; i < 60; i++)
        {
            double multiple = (excluded + reached) / 2;
            (double low, double high) = Interval(multiple, StudentT.UpperTail(multiple, _degrees));
            if (low > 0 || high < 0)
                excluded = multiple;
            else
                reached = multiple;
        }
        return Math.Min(1, 2 * StudentT.UpperTail(excluded, _degrees));
    }

    private (double Low, double High) Interval(double multiple, double tail)
    {
        (double lowBaseline, double highBaseline) = Baseline.Limits(multiple, tail);
        (double lowOther, double highOther) = Other.Limits(multiple, tail);
        double launches = multiple * multiple * _launchVariance;
        double down = Squared(Other.Mean - lowOther) + Squared(highBaseline - Baseline.Mean) + launches;
        double up = Squared(highOther - Other.Mean) + Squared(Baseline.Mean - lowBaseline) + launches;
        return (Difference - Math.Sqrt(down), Difference + Math.Sqrt(up));
    }

    /// <summary>Variance of one launch beyond sampling, pooled over both arms; 0 when sampling explains the spread.</summary>
    private double BetweenLaunches(double degrees)
    {
        double variancePerByte = Math.Max(Baseline.BytesVariancePerByte, Other.BytesVariancePerByte);
        double squares = Baseline.SquaresBetween() + Other.SquaresBetween()
            - Baseline.SquaresFromSampling(variancePerByte) - Other.SquaresFromSampling(variancePerByte);
        return Math.Max(0, squares / degrees);
    }

    private static double Squared(double x) => x * x;
}
