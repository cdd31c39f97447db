using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Model.Analysis;

/// <summary>Says whether a reader who subtracts (or divides) the two arms of a row comes to the change that stands next to them. Pure.</summary>
public static class ColumnAgreement
{
    /// <summary>Share of the larger of the two by which they may lie apart and still say the same.</summary>
    public const double ApartMax = 0.25;

    // Three digits of each arm are shown: what hangs on the fourth no reader sees.
    private const double ShownPrecision = 0.0005;

    /// <summary>The change as the two arms say it, on the scale of <see cref="MetricEstimate.ShownChange"/>; NaN where it has none.</summary>
    /// <param name="estimate">The row.</param>
    public static double Change(MetricEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        (double baseline, double other) = (estimate.BaselineMedian, estimate.OtherMedian);
        return estimate.Policy.Scale == MetricScale.Difference ? other - baseline : baseline > 0 ? other / baseline - 1 : double.NaN;
    }

    /// <summary>True when both have the same sign and about the same size, as far as the shown digits tell.</summary>
    /// <param name="estimate">The row.</param>
    public static bool Holds(MetricEstimate estimate)
    {
        double columns = Change(estimate);
        double change = estimate.ShownChange;
        if (double.IsNaN(columns) || double.IsNaN(change))
        {
            return true;
        }

        double unit = estimate.Policy.Scale == MetricScale.Difference ? Math.Abs(estimate.BaselineMedian) + Math.Abs(estimate.OtherMedian) : 2;
        return Math.Abs(columns - change) <= ApartMax * Math.Max(Math.Abs(columns), Math.Abs(change)) + ShownPrecision * unit;
    }
}
