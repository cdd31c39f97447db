using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Statistics.Changes;

/// <summary>A place at which the level of a sequence changed.</summary>
/// <param name="Index">First value at the new level.</param>
/// <param name="Before">Median of the stretch before.</param>
/// <param name="After">Median of the stretch from there on.</param>
/// <param name="P">Permutation p-value of the stretch that was split here.</param>
public sealed record LevelStep(int Index, double Before, double After, double P);

/// <summary>
/// Finds steps in the level of a sequence. The largest standardised rank sum over all splits is compared with the same largest sum
/// of random orders of the same values, so that the choice of the split is inside the error; a stretch that was split is searched
/// again on both sides, at half the level each. It assumes that without a change the values could have come in any order: a slow
/// drift breaks that and is reported as steps, too. The draws depend on the seed alone. Pure, any thread.
/// </summary>
public static class StepDetector
{
    /// <summary>Fewest values in which a step is looked for.</summary>
    public const int ValuesMin = 16;

    /// <summary>Most values of one call: the work grows with their number.</summary>
    public const int ValuesMax = 400;

    /// <summary>Fewest values on each side of a step.</summary>
    public const int SideMin = 5;

    /// <summary>Random orders of a stretch; a p-value is never below one over one more.</summary>
    public const int Orders = 4_999;

    /// <summary>The steps in their order; none in fewer than <see cref="ValuesMin"/> values.</summary>
    /// <param name="values">Finite values in their order, at most <see cref="ValuesMax"/>.</param>
    /// <param name="alpha">Chance of any step at all in a sequence without one, inside 0 … 0.5.</param>
    /// <param name="seed">Seed of the random orders.</param>
    public static IReadOnlyList<LevelStep> Find(ReadOnlySpan<double> values, double alpha, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(values.Length, ValuesMax);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(alpha);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(alpha, 0.5);
        double[] sequence = values.ToArray();
        if (sequence.Any(v => !double.IsFinite(v)))
        {
            throw new ArgumentException("a value is not finite", nameof(values));
        }

        var random = new SeededRandom(seed);
        SortedDictionary<int, double> found = [];
        Stack<(int From, int To, double Alpha)> open = new([(0, sequence.Length, alpha)]);
        while (open.TryPop(out (int From, int To, double Alpha) stretch))
        {
            if (Split(sequence.AsSpan(stretch.From, stretch.To - stretch.From), stretch.Alpha, random) is not { } split)
            {
                continue;
            }

            int at = stretch.From + split.Index;
            found[at] = split.P;
            open.Push((stretch.From, at, stretch.Alpha / 2));
            open.Push((at, stretch.To, stretch.Alpha / 2));
        }

        return Steps(sequence, found);
    }

    private static IReadOnlyList<LevelStep> Steps(double[] sequence, SortedDictionary<int, double> found)
    {
        int[] borders = [0, .. found.Keys, sequence.Length];
        return
        [
            .. Enumerable.Range(1, found.Count).Select(i => new LevelStep(
                borders[i], Median(sequence.AsSpan(borders[i - 1], borders[i] - borders[i - 1])), Median(sequence.AsSpan(borders[i], borders[i + 1] - borders[i])), found[borders[i]])),
        ];
    }

    private static (int Index, double P)? Split(ReadOnlySpan<double> stretch, double alpha, SeededRandom random)
    {
        if (stretch.Length < ValuesMin)
        {
            return null;
        }

        double[] ranks = CentredRanks(stretch);
        double[] scales = Scales(ranks.Length);
        (double observed, int index) = Largest(ranks, scales);

        // Once so many orders reach the observed sum, the level is out of reach whatever the others do.
        int reachedMax = (int)Math.Floor(alpha * (Orders + 1)) - 1;
        int reached = 0;
        for (int i = 0; i < Orders && reached <= reachedMax; i++)
        {
            Shuffle(ranks, random);
            reached += Largest(ranks, scales).Value >= observed - 1e-12 ? 1 : 0;
        }

        return observed > 0 && reached <= reachedMax ? (index, (reached + 1.0) / (Orders + 1)) : null;
    }

    /// <summary>The largest standardised sum of the ranks in front of a split, and the split.</summary>
    private static (double Value, int Index) Largest(double[] ranks, double[] scales)
    {
        double sum = 0, largest = 0;
        int index = SideMin;
        for (int k = 1; k < scales.Length; k++)
        {
            sum += ranks[k - 1];
            double value = Math.Abs(sum) * scales[k];
            if (value > largest)
            {
                (largest, index) = (value, k);
            }
        }

        return (largest, index);
    }

    /// <summary>What a sum in front of each split is multiplied with; 0 where a side would be too short.</summary>
    private static double[] Scales(int n)
    {
        double[] scales = new double[n - SideMin + 1];
        for (int k = SideMin; k < scales.Length; k++)
        {
            scales[k] = 1 / Math.Sqrt((double)k * (n - k));
        }

        return scales;
    }

    private static double[] CentredRanks(ReadOnlySpan<double> values)
    {
        double[] sorted = values.ToArray();
        int[] order = [.. Enumerable.Range(0, sorted.Length)];
        Array.Sort(sorted, order);
        double[] ranks = new double[sorted.Length];
        for (int from = 0; from < sorted.Length;)
        {
            int to = from;
            while (to < sorted.Length && sorted[to].Equals(sorted[from]))
            {
                to++;
            }

            for (int i = from; i < to; i++)
            {
                ranks[order[i]] = (from + to - 1) / 2.0 - (sorted.Length - 1) / 2.0;
            }

            from = to;
        }

        return ranks;
    }

    private static void Shuffle(double[] values, SeededRandom random)
    {
        for (int i = values.Length - 1; i > 0; i--)
        {
            int j = (int)(random.NextDouble() * (i + 1));
            (values[i], values[j]) = (values[j], values[i]);
        }
    }

    private static double Median(ReadOnlySpan<double> values)
    {
        double[] sorted = values.ToArray();
        Array.Sort(sorted);
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
