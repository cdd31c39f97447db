using System.Collections.Concurrent;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Statistics.Changes;

/// <summary>Values that fall into two groups.</summary>
/// <param name="Lower">Median of the lower group.</param>
/// <param name="Upper">Median of the upper group.</param>
/// <param name="LowerCount">Values in the lower group.</param>
/// <param name="UpperCount">Values in the upper group.</param>
/// <param name="P">Chance of such a gap among as many values of one normal distribution.</param>
public sealed record TwoGroupsResult(double Lower, double Upper, int LowerCount, int UpperCount, double P);

/// <summary>
/// A gap test: the widest gap between two neighbouring values, in units of the spread inside the groups on both sides, held against the
/// same of normal values. A group is never a single outlier: each side has a sixth of the values and three at least. The null law is
/// simulated with a fixed seed and kept per number of values. Pure, any thread.
/// </summary>
public static class TwoGroups
{
    /// <summary>Fewest values in which groups are looked for.</summary>
    public const int ValuesMin = 8;

    /// <summary>Most values of one call.</summary>
    public const int ValuesMax = 400;

    /// <summary>Simulated samples of the null law; a p-value is never below one over one more.</summary>
    public const int Samples = 1_999;

    private const int SideMin = 3;
    private const int SideShare = 6;
    private const ulong Seed = 0x2E0D;

    private static readonly ConcurrentDictionary<int, double[]> NullLaws = new();

    /// <summary>The two groups; null when there are none at this level, or too few values.</summary>
    /// <param name="values">Finite values in any order, at most <see cref="ValuesMax"/>.</param>
    /// <param name="alpha">Chance of two groups where there is one normal one, above 1 / <see cref="Samples"/>.</param>
    public static TwoGroupsResult? Find(IReadOnlyCollection<double> values, double alpha)
    {
        ArgumentNullException.ThrowIfNull(values);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(values.Count, ValuesMax);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(alpha, 1.0 / Samples);
        if (values.Count < ValuesMin || values.Any(v => !double.IsFinite(v)))
        {
            return null;
        }

        double[] sorted = [.. values.Order()];
        (double observed, int at) = Widest(sorted);
        double[] law = NullLaws.GetOrAdd(sorted.Length, Simulate);
        double p = (1.0 + law.Count(v => v >= observed)) / (law.Length + 1);
        return p > alpha ? null : new TwoGroupsResult(Median(sorted.AsSpan(0, at)), Median(sorted.AsSpan(at)), at, sorted.Length - at, p);
    }

    private static double[] Simulate(int count)
    {
        var random = new SeededRandom(Seed);
        double[] law = new double[Samples];
        double[] sample = new double[count];
        for (int i = 0; i < law.Length; i++)
        {
            for (int j = 0; j < count; j++)
            {
                sample[j] = random.NextNormal();
            }

            Array.Sort(sample);
            law[i] = Widest(sample).Gap;
        }

        return law;
    }

    /// <summary>The widest gap in units of the pooled standard deviation of both sides, and the first value above it.</summary>
    private static (double Gap, int At) Widest(double[] sorted)
    {
        int side = Math.Max(SideMin, sorted.Length / SideShare);
        double widest = 0;
        int at = side;
        for (int k = side; k <= sorted.Length - side; k++)
        {
            double spread = Math.Sqrt((Squares(sorted.AsSpan(0, k)) + Squares(sorted.AsSpan(k))) / (sorted.Length - 2));
            double gap = sorted[k] - sorted[k - 1];
            double relative = gap <= 0 ? 0 : spread > 0 ? gap / spread : double.PositiveInfinity;
            if (relative > widest)
            {
                (widest, at) = (relative, k);
            }
        }

        return (widest, at);
    }

    private static double Squares(ReadOnlySpan<double> values)
    {
        double mean = 0, squares = 0;
        foreach (double value in values)
        {
            mean += value / values.Length;
        }

        foreach (double value in values)
        {
            squares += (value - mean) * (value - mean);
        }

        return squares;
    }

    private static double Median(ReadOnlySpan<double> sorted) => (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
}
