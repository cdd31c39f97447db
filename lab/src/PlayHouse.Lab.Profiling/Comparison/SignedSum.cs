using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>
/// A sum of cells of different arms, each added or taken away: one cell alone, or other minus baseline. The interval is put
/// together from the intervals of the cells (method of variance estimates recovery); spread between launches beyond sampling
/// widens it. The one construction behind every interval of this library.
/// </summary>
internal sealed class SignedSum
{
    public const double Tail95 = 0.025;
    private const double MultipleMax = 40;

    private readonly (ArmCell Cell, int Sign)[] _terms;

    public SignedSum(LaunchSpread shared, params (ArmCell Cell, int Sign)[] terms)
    {
        _terms = terms;
        double degrees = terms.Sum(t => t.Cell.Profiles - 1);
        double between = degrees > 0 ? BetweenLaunches(degrees) : 0;
        double floor = shared.RelativeVariance * terms.Average(t => t.Cell.Mean * t.Cell.Mean);
        if (floor > between)
            (between, degrees) = (floor, shared.Degrees);
        LaunchVariance = between * terms.Sum(t => t.Cell.SquaredWeights);
        double all = LaunchVariance + terms.Sum(t => t.Cell.SamplingVariance);
        // Satterthwaite: sampling variance is known well, the spread between a handful of launches is not.
        Degrees = LaunchVariance > 0 ? degrees * (all / LaunchVariance) * (all / LaunchVariance) : double.PositiveInfinity;
    }

    /// <summary>The estimate.</summary>
    public double Value => _terms.Sum(t => t.Sign * t.Cell.Mean);

    /// <summary>Variance that the spread between launches adds.</summary>
    public double LaunchVariance { get; }

    /// <summary>Degrees of freedom of the interval.</summary>
    public double Degrees { get; }

    public (double Low, double High) Interval95() => Interval(StudentLaw.Quantile(Tail95, Degrees), Tail95);

    /// <summary>Two-sided level at which the interval touches zero.</summary>
    public double PValue()
    {
        double excluded = 0;
        double reached = MultipleMax;
        for (int i = 0; i < 60; i++)
        {
            double multiple = (excluded + reached) / 2;
            (double low, double high) = Interval(multiple, StudentLaw.UpperTail(multiple, Degrees));
            if (low > 0 || high < 0)
                excluded = multiple;
            else
                reached = multiple;
        }
        return Math.Min(1, 2 * StudentLaw.UpperTail(excluded, Degrees));
    }

    private (double Low, double High) Interval(double multiple, double tail)
    {
        double down = multiple * multiple * LaunchVariance;
        double up = down;
        foreach ((ArmCell cell, int sign) in _terms)
        {
            (double low, double high) = cell.Limits(multiple, tail);
            down += Squared(sign > 0 ? cell.Mean - low : high - cell.Mean);
            up += Squared(sign > 0 ? high - cell.Mean : cell.Mean - low);
        }
        return (Value - Math.Sqrt(down), Value + Math.Sqrt(up));
    }

    /// <summary>Variance of one launch beyond sampling, pooled over the arms; 0 when sampling explains the spread.</summary>
    private double BetweenLaunches(double degrees)
    {
        double variancePerByte = _terms.Max(t => t.Cell.BytesVariancePerByte);
        double squares = _terms.Sum(t => t.Cell.SquaresBetween() - t.Cell.SquaresFromSampling(variancePerByte));
        return Math.Max(0, squares / degrees);
    }

    private static double Squared(double x) => x * x;
}
