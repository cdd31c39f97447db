namespace PlayHouse.Lab.Statistics.Blocks;

/// <summary>The noise of a block contrast from blocks of four launches of one and the same program.</summary>
public static class EqualLaunches
{
    /// <summary>Launches of a block.</summary>
    public const int PerBlock = 4;

    /// <summary>Degrees of freedom that each block gives.</summary>
    public const int FreedomPerBlock = 2;

    /// <summary>
    /// Standard deviation of the contrast of a block. Of four launches in a row the mean and the linear drift go; what is left has two
    /// directions, the contrast (1, −1, −1, 1) / 2 and the cubic (−1, 3, −3, 1) / √20, each with the variance of a contrast of
    /// independent launches.
    /// </summary>
    /// <param name="values">Launches in the order in which they ran, a multiple of four, on the metric's scale.</param>
    /// <exception cref="ArgumentException">Not a multiple of four, or none.</exception>
    public static double Deviation(ReadOnlySpan<double> values)
    {
        if (values.Length == 0 || values.Length % PerBlock != 0)
        {
            throw new ArgumentException($"{values.Length} launches are not blocks of {PerBlock}.", nameof(values));
        }

        double squares = 0;
        for (int i = 0; i < values.Length; i += PerBlock)
        {
            (double a, double b, double c, double d) = (values[i], values[i + 1], values[i + 2], values[i + 3]);
            double contrast = 0.5 * (a - b - c + d);
            double cubic = ((d - a) + (3 * (b - c))) / Math.Sqrt(20);
            squares += (contrast * contrast) + (cubic * cubic);
        }

        return Math.Sqrt(squares / (FreedomPerBlock * (values.Length / PerBlock)));
    }
}
