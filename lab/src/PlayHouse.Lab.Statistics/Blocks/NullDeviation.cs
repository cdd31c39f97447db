using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Statistics.Blocks;

/// <summary>
/// How much a block contrast varies when the toggle does nothing, from launches of equal arms inside the blocks.
/// An upper estimate under drift: what drifts between the two launches of an arm is counted as noise, while the contrast cancels it.
/// </summary>
/// <param name="Deviation">Standard deviation of a contrast under no effect, on the scale of the values; NaN below two blocks.</param>
/// <param name="OuterShift">Fitted first minus fourth slot.</param>
/// <param name="InnerShift">Fitted second minus third slot.</param>
/// <param name="OrientationEffect">
/// Half the difference of mean contrasts between ABBA and BAAB blocks: what the inner slots have over the outer ones.
/// The random orientation turns it into symmetric noise. NaN until both orientations were seen.
/// </param>
public readonly record struct NullDeviation(double Deviation, double OuterShift, double InnerShift, double OrientationEffect)
{
    /// <summary>Fits and removes the slot effect, then pools what is left.</summary>
    public static NullDeviation Fit(IReadOnlyList<BlockValues> blocks)
    {
        ArgumentNullException.ThrowIfNull(blocks);
        if (blocks.Count == 0)
        {
            return new(double.NaN, double.NaN, double.NaN, double.NaN);
        }

        if (blocks[0].IsPair)
        {
            // A pair holds each arm once: what contrasts vary by is all there is to see, an effect of the toggle shifts them alike.
            return new(Resolution.StandardDeviation([.. blocks.Select(b => b.Contrast)]), double.NaN, double.NaN, Orientation(blocks));
        }

        double outer = blocks.Average(b => b.OuterShift);
        double inner = blocks.Average(b => b.InnerShift);
        double squares = blocks.Sum(b => Square(b.OuterShift - outer) + Square(b.InnerShift - inner));

        // One fitted mean per series leaves n - 1 degrees of freedom each.
        double deviation = blocks.Count < 2 ? double.NaN : Math.Sqrt(squares / 4 / (blocks.Count - 1));
        return new(deviation, outer, inner, Orientation(blocks));
    }

    private static double Orientation(IReadOnlyList<BlockValues> blocks)
    {
        int abba = blocks.Count(b => b.Order == BlockOrder.Abba);
        if (abba == 0 || abba == blocks.Count)
        {
            return double.NaN;
        }

        double meanAbba = blocks.Where(b => b.Order == BlockOrder.Abba).Average(b => b.Contrast);
        double meanBaab = blocks.Where(b => b.Order == BlockOrder.Baab).Average(b => b.Contrast);
        return 0.5 * (meanAbba - meanBaab);
    }

    private static double Square(double x) => x * x;
}
