namespace PlayHouse.Lab.Statistics.Blocks;

/// <summary>
/// What a number of blocks can see. Constants follow from one-sided 5 %, a power of 80 % (90 % on each side for equivalence)
/// and the signed-rank test's efficiency of 0.955 against the t test under normal noise.
/// </summary>
public static class Resolution
{
    /// <summary>(z.95 + z.80) / √0.955.</summary>
    public const double FloorFactor = 2.54;

    /// <summary>Square of <see cref="FloorFactor"/>, rounded up.</summary>
    public const double KeepFactor = 6.5;

    /// <summary>(z.95 + z.90)² / 0.955.</summary>
    public const double EquivalenceFactor = 9.0;

    /// <summary>More blocks than this are called out of reach.</summary>
    public const int BlocksMax = 10_000;

    /// <summary>Contrasts whose SD is above this multiple of the null deviation come from an effect that differs between blocks.</summary>
    public const double HeterogeneityFactor = 2;

    private const double Efficiency = 0.955;
    private const double ZLevel = 1.6448536269514722;
    private const double ZPower = 0.8416212335729143;

    /// <summary>Smallest effect that n blocks find four times in five, in the unit of the deviation.</summary>
    public static double MinimumDetectableEffect(double deviation, int n) => (ZLevel + ZPower) * deviation / Math.Sqrt(Efficiency * n);

    /// <summary>Smallest effect that this machine can see with n blocks, from the deviation under no effect.</summary>
    public static double NoiseFloor(double nullDeviation, int n) => FloorFactor * nullDeviation / Math.Sqrt(n);

    /// <summary>Blocks that find an effect of delta four times in five; null when delta is 0, a value is not finite, or it is out of reach.</summary>
    public static int? BlocksToKeep(double deviation, double delta) => Blocks(KeepFactor, deviation, delta);

    /// <summary>Blocks that show equivalence within delta four times in five when there is no effect; null as for <see cref="BlocksToKeep"/>.</summary>
    public static int? BlocksToEquivalence(double deviation, double delta) => Blocks(EquivalenceFactor, deviation, delta);

    /// <summary>
    /// True when the effect itself seems to differ between blocks: at least six of them, an SD far above the null deviation,
    /// and a spread that reaches half of what matters.
    /// </summary>
    public static bool IsHeterogeneous(int n, double deviation, double nullDeviation, double delta) =>
        n >= 6 && deviation > HeterogeneityFactor * nullDeviation && deviation > 0.5 * delta;

    /// <summary>Standard deviation with n − 1; NaN below two values.</summary>
    public static double StandardDeviation(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count < 2)
        {
            return double.NaN;
        }

        double mean = values.Average();
        return Math.Sqrt(values.Sum(v => (v - mean) * (v - mean)) / (values.Count - 1));
    }

    /// <summary>Median; NaN of nothing.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0 ? double.NaN : 0.5 * sorted[(sorted.Length - 1) / 2] + 0.5 * sorted[sorted.Length / 2];
    }

    private static int? Blocks(double factor, double deviation, double delta)
    {
        double ratio = deviation / delta;
        double blocks = Math.Ceiling(factor * ratio * ratio);
        return blocks <= BlocksMax ? (int)blocks : null;
    }
}
