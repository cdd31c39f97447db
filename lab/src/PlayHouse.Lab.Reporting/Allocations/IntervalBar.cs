using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>
/// A bar that shows what is sure: solid up to the lower limit, shaded up to the upper one, dotted as a whole where there is no
/// interval. Pure.
/// </summary>
internal static class IntervalBar
{
    /// <summary>A bar of so many columns; <paramref name="largest"/> bytes fill them.</summary>
    public static string Of(in AllocationEstimator estimate, double largest, int columns)
    {
        if (largest <= 0 || columns <= 0 || estimate.Samples == 0)
        {
            return "";
        }

        (double low, double high) = estimate.Interval95();
        if (estimate.IsInsufficient)
        {
            return new string('·', Math.Max(1, Columns(estimate.Bytes, largest, columns)));
        }

        int solid = Columns(low, largest, columns);
        // Something is never shown as nothing.
        return new string('█', solid) + new string('░', Math.Max(solid == 0 ? 1 : 0, Columns(high, largest, columns) - solid));
    }

    private static int Columns(double bytes, double largest, int columns) => Math.Clamp((int)Math.Round(bytes / largest * columns), 0, columns);
}
