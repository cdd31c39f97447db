using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Statistics.Factorial;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>Draws the blocks of a screen from its seed. Pure.</summary>
internal static class ScreenDesign
{
    /// <summary>Launches of a round that keep everything: every other launch of the round is compared with them.</summary>
    public const int WholesPerRound = 2;

    // The orders of the ablation must not repeat those of the factorial design.
    private const ulong AblationStream = 0x5851F42D4C957F2DUL;

    /// <summary>Factors, blocks and what each replicate confounds.</summary>
    public static ScreenPlan Draw(IReadOnlyList<ScreenFactor> factors, IReadOnlyList<HeldSeam> held, ScreenOptions options, ulong seed)
    {
        List<ScreenBlock> blocks = [];
        FactorialDesign? design = null;
        if (options.Stages.Contains(ScreenStage.Screen))
        {
            design = FactorialDesign.Draw(factors.Count, options.Replicates ?? FactorialDesign.ReplicatesFor(factors.Count), seed);
            blocks.AddRange(design.Blocks.Select(b => new ScreenBlock(ScreenStage.Screen, b.Replicate, b.Cells)));
        }

        if (options.Stages.Contains(ScreenStage.Ablate))
        {
            blocks.AddRange(Ablation(factors.Count, options.Rounds, new Shuffle(seed ^ AblationStream)));
        }

        return new ScreenPlan
        {
            Factors = factors,
            Blocks = blocks,
            Generators = [.. (design?.Generators ?? []).Select(g => g.ToString())],
            Held = held,
            Planted = options.Planted,
        };
    }

    private static IEnumerable<ScreenBlock> Ablation(int factors, int rounds, Shuffle shuffle)
    {
        int whole = (1 << factors) - 1;
        int[] cells = [.. Enumerable.Repeat(whole, WholesPerRound), .. Enumerable.Range(0, factors).Select(i => whole & ~(1 << i))];
        for (int round = 0; round < rounds; round++)
        {
            yield return new ScreenBlock(ScreenStage.Ablate, round, shuffle.Of(cells));
        }
    }
}
