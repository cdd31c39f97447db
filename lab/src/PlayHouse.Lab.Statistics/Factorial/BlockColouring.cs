namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>
/// Chooses which combinations share a block. A block of four is closed under two changes of levels; a factor takes part in the first, in the
/// second or in both: three colours. A factor of no colour would never change inside a block, and two factors of one colour change
/// together, so their interaction is lost in that replicate. Each replicate takes the colouring that loses the fewest pairs which every
/// replicate before it lost too, and then the fewest pairs.
/// </summary>
internal sealed class BlockColouring(int factors, IReadOnlyList<Generator> generators)
{
    private const int Colours = 3;

    private readonly IReadOnlyList<int[]> _all = [.. All(factors, generators)];
    private readonly Dictionary<FactorPair, int> _losses = [];
    private int _replicates;

    /// <summary>The colours 1 … 3 of the factors in the next replicate.</summary>
    public int[] Next()
    {
        int[] best = _all.MinBy(c => (
            Pairs(c).Count(p => _losses.GetValueOrDefault(p) == _replicates),
            Pairs(c).Count,
            Pairs(c).Sum(p => _losses.GetValueOrDefault(p))))!;
        foreach (FactorPair pair in Pairs(best))
        {
            _losses[pair] = _losses.GetValueOrDefault(pair) + 1;
        }

        _replicates++;
        return best;
    }

    /// <summary>Pairs of one colour: their interaction is confounded with blocks.</summary>
    public static IReadOnlyList<FactorPair> Pairs(int[] colours) =>
    [
        .. from first in Enumerable.Range(0, colours.Length)
           from second in Enumerable.Range(first + 1, colours.Length - first - 1)
           where colours[first] == colours[second]
           select new FactorPair(first, second),
    ];

    /// <summary>The two changes of levels under which a block is closed, as bits of the factors that change.</summary>
    public static (int First, int Second) Directions(int[] colours)
    {
        int first = 0, second = 0;
        for (int factor = 0; factor < colours.Length; factor++)
        {
            first |= (colours[factor] & 1) << factor;
            second |= (colours[factor] >> 1) << factor;
        }

        return (first, second);
    }

    /// <summary>Every colouring; an added factor changes where an odd number of the factors that make it changes.</summary>
    private static IEnumerable<int[]> All(int factors, IReadOnlyList<Generator> generators)
    {
        int basic = factors - generators.Count;
        int count = (int)Math.Pow(Colours, basic);
        for (int number = 0; number < count; number++)
        {
            int[] colours = new int[factors];
            for (int factor = 0, rest = number; factor < basic; factor++, rest /= Colours)
            {
                colours[factor] = 1 + (rest % Colours);
            }

            foreach (Generator generator in generators)
            {
                colours[generator.Factor] = generator.Words.Aggregate(0, (sum, word) => sum ^ colours[word]);
            }

            (int first, int second) = Directions(colours);
            if (colours.All(c => c != 0) && first != 0 && second != 0 && first != second)
            {
                yield return colours;
            }
        }
    }
}
