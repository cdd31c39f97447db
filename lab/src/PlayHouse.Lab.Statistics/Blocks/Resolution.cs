using PlayHouse.Lab.Statistics.Normals;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Statistics.Blocks;

/// <summary>
/// What a number of blocks can see at a one-sided level α, with a power of 80 % (90 % on each side for equivalence). The normal
/// formulas of the t test, with the signed-rank test's efficiency of 0.955 = 3/π against it under normal noise. Effects and
/// deviations are on the same scale; n is blocks.
/// </summary>
public static class Resolution
{
    /// <summary>More blocks than this are called out of reach.</summary>
    public const int BlocksMax = 10_000;

    /// <summary>Contrasts whose SD is above this multiple of the null deviation come from an effect that differs between blocks.</summary>
    public const double HeterogeneityFactor = 2;

    private const double Efficiency = 0.955;
    private const double Power = 0.80;
    private const double PowerPerSide = 0.90;

    /// <summary>(z(1 − α) + z(.80)) / √0.955: 2.54 at 5 %, 3.07 at 1/64.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The level is not inside 0 … 1.</exception>
    public static double FloorFactor(double alpha) => (NormalLaw.Quantile(1 - alpha) + NormalLaw.Quantile(Power)) / Math.Sqrt(Efficiency);

    /// <summary>The square of <see cref="FloorFactor"/>: 6.5 at 5 %, 9.4 at 1/64.</summary>
    public static double KeepFactor(double alpha) => Math.Pow(FloorFactor(alpha), 2);

    /// <summary>(z(1 − α) + z(.90))² / 0.955: 9.0 at 5 %, 12.4 at 1/64.</summary>
    public static double EquivalenceFactor(double alpha) =>
        Math.Pow(NormalLaw.Quantile(1 - alpha) + NormalLaw.Quantile(PowerPerSide), 2) / Efficiency;

    /// <summary>Smallest effect that n blocks find four times in five, in the unit of the deviation; from the deviation under no effect, what a machine can see.</summary>
    public static double NoiseFloor(double nullDeviation, int n, double alpha) => FloorFactor(alpha) * nullDeviation / Math.Sqrt(n);

    /// <summary>Blocks that find an effect of delta four times in five; null when delta is 0, a value is not finite, or it is out of reach.</summary>
    public static int? BlocksToKeep(double deviation, double delta, double alpha) => Blocks(KeepFactor(alpha), deviation, delta);

    /// <summary>Blocks that show equivalence within delta four times in five when there is no effect; null as for <see cref="BlocksToKeep"/>.</summary>
    public static int? BlocksToEquivalence(double deviation, double delta, double alpha) => Blocks(EquivalenceFactor(alpha), deviation, delta);

    /// <summary>P(the one-sided interval excludes an effect of −delta | nothing changed) after n blocks: how likely an untouched guard passes.</summary>
    /// <remarks>
    /// The noncentral t law by its normal approximation, at the level that the signed ranks really attain: with a dozen blocks the plain
    /// normal formula promises ten points too much.
    /// </remarks>
    public static double ChanceToPass(double deviation, double delta, int n, double alpha)
    {
        int k = SignedRankLaw.CriticalK(n, alpha);
        if (k == 0 || n < 2)
        {
            return 0;
        }

        double freedom = n - 1;
        double z = NormalLaw.Quantile(1 - SignedRankLaw.AtMost(n, k - 1));
        double t = z + ((Math.Pow(z, 3) + z) / (4 * freedom)) + (((5 * Math.Pow(z, 5)) + (16 * Math.Pow(z, 3)) + (3 * z)) / (96 * freedom * freedom));
        double shift = delta * Math.Sqrt(Efficiency * n) / deviation;
        return deviation <= 0 ? 1 : NormalLaw.AtMost((shift - (t * (1 - (1 / (4 * freedom))))) / Math.Sqrt(1 + (t * t / (2 * freedom))));
    }

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
