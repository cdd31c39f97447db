namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>Launches that are alive at once: differences between blocks are taken out of every effect.</summary>
/// <param name="Replicate">Replicate from 0.</param>
/// <param name="Cells">Combinations in the order in which they start; bit i is 1 where factor i is at its second level.</param>
public sealed record FactorialBlock(int Replicate, IReadOnlyList<int> Cells);

/// <summary>One added factor of a fraction: its level is the product of others.</summary>
/// <param name="Factor">The factor.</param>
/// <param name="Words">The factors whose product it is.</param>
public sealed record Generator(int Factor, IReadOnlyList<int> Words)
{
    /// <summary>As the literature writes it, <c>F = ABCDE</c>; every second replicate takes the negative product.</summary>
    public override string ToString() => $"{Letter(Factor)} = {string.Concat(Words.Select(Letter))}";

    private static char Letter(int factor) => (char)('A' + factor);
}

/// <summary>
/// Which combinations of k factors at two levels run, all of a replicate at once, in an order drawn from a seed. Up to five factors: every
/// combination. Six to eight: a regular fraction of resolution V or more, in which no main effect and no pair is aliased with another
/// (Box, Hunter and Hunter, Statistics for Experimenters, 2nd ed. 2005, table of two-level fractions). Pure and repeatable.
/// </summary>
public sealed class FactorialDesign
{
    /// <summary>Fewest factors.</summary>
    public const int FactorsMin = 2;

    /// <summary>Most factors.</summary>
    public const int FactorsMax = 8;

    /// <summary>Fewest replicates: one gives no estimate of the error.</summary>
    public const int ReplicatesMin = 2;

    /// <summary>Most replicates.</summary>
    public const int ReplicatesMax = 32;

    private const int LaunchesWanted = 24;

    private FactorialDesign(int factors, IReadOnlyList<Generator> generators, IReadOnlyList<FactorialBlock> blocks)
    {
        Factors = factors;
        Generators = generators;
        Blocks = blocks;
    }

    /// <summary>Factors.</summary>
    public int Factors { get; }

    /// <summary>How the fraction is made; empty when every combination runs.</summary>
    public IReadOnlyList<Generator> Generators { get; }

    /// <summary>Blocks in the order in which they run, one for each replicate.</summary>
    public IReadOnlyList<FactorialBlock> Blocks { get; }

    /// <summary>Replicates without an own wish: enough for 24 launches, at least two.</summary>
    public static int ReplicatesFor(int factors)
    {
        CheckFactors(factors);
        int cells = 1 << (factors - GeneratorsOf(factors).Count);
        return Math.Max(ReplicatesMin, (LaunchesWanted + cells - 1) / cells);
    }

    /// <summary>Draws a design.</summary>
    /// <param name="factors">Factors, <see cref="FactorsMin"/> to <see cref="FactorsMax"/>.</param>
    /// <param name="replicates">Replicates, <see cref="ReplicatesMin"/> to <see cref="ReplicatesMax"/>.</param>
    /// <param name="seed">Seed of the orders.</param>
    public static FactorialDesign Draw(int factors, int replicates, ulong seed)
    {
        CheckFactors(factors);
        ArgumentOutOfRangeException.ThrowIfLessThan(replicates, ReplicatesMin);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(replicates, ReplicatesMax);
        IReadOnlyList<Generator> generators = GeneratorsOf(factors);
        var random = new Shuffle(seed);
        return new FactorialDesign(
            factors, generators,
            [.. Enumerable.Range(0, replicates).Select(r => new FactorialBlock(r, random.Of((int[])[.. Cells(factors, generators, isNegative: r % 2 == 1)])))]);
    }

    /// <summary>
    /// Generators of the fraction: one for six (resolution VI) and seven factors (resolution VII), two for eight (resolution V).
    /// </summary>
    private static IReadOnlyList<Generator> GeneratorsOf(int factors) => factors switch
    {
        6 => [new Generator(5, [0, 1, 2, 3, 4])],
        7 => [new Generator(6, [0, 1, 2, 3, 4, 5])],
        8 => [new Generator(6, [0, 1, 2, 3]), new Generator(7, [0, 1, 4, 5])],
        _ => [],
    };

    /// <summary>
    /// All combinations of a replicate. The sign of the generators changes from one replicate to the next, so that two replicates
    /// together are aliased less than each of them.
    /// </summary>
    private static IEnumerable<int> Cells(int factors, IReadOnlyList<Generator> generators, bool isNegative)
    {
        for (int cell = 0; cell < 1 << (factors - generators.Count); cell++)
        {
            int whole = cell;
            foreach (Generator generator in generators)
            {
                // Levels are -1 and +1: a product is +1 when an even number of its factors is at -1.
                int low = generator.Words.Count(w => (cell >> w & 1) == 0);
                bool isHigh = (low % 2 == 0) != isNegative;
                whole |= isHigh ? 1 << generator.Factor : 0;
            }

            yield return whole;
        }
    }

    private static void CheckFactors(int factors)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(factors, FactorsMin);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(factors, FactorsMax);
    }
}
