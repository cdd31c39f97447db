using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Screens;

/// <summary>What the launches of a block of a screen are for.</summary>
public enum ScreenStage
{
    /// <summary>Combinations of the factorial design: main effects and interactions.</summary>
    Screen,

    /// <summary>Every factor at its second level, and the same with one of them taken back.</summary>
    Ablate,
}

/// <summary>One seam of a factor.</summary>
/// <param name="Baseline">Its strategy at the first level.</param>
/// <param name="Candidate">Its strategy at the second level.</param>
public sealed record SeamLevels(StrategySetting Baseline, StrategySetting Candidate);

/// <summary>A toggle that is screened: one seam, or several that move together.</summary>
/// <param name="Name">Name on every output: the seam, or the seams joined by a plus sign.</param>
/// <param name="Seams">Seam id to its two levels.</param>
public sealed record ScreenFactor(string Name, IReadOnlyDictionary<string, SeamLevels> Seams);

/// <summary>Launches that are alive at once and take turns; differences between blocks are taken out of every effect.</summary>
/// <param name="Stage">What they are for.</param>
/// <param name="Replicate">Replicate of the design, or round of the ablation, from 0.</param>
/// <param name="Cells">Combinations in the order in which their processes start; bit i is 1 where factor i is at its second level.</param>
public sealed record ScreenBlock(ScreenStage Stage, int Replicate, IReadOnlyList<int> Cells);

/// <summary>A planted effect: bytes per message in every combination that has all these factors at their second level.</summary>
/// <param name="Factors">Names of factors; empty for every combination.</param>
/// <param name="BytesPerMessage">Bytes; may be negative as long as no combination's sum is.</param>
public sealed record PlantedTerm(IReadOnlyList<string> Factors, int BytesPerMessage);

/// <summary>A seam in which the two arms differ and which this screen does not vary: it has its baseline strategy everywhere.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Reason">Why, one sentence without its full stop.</param>
public sealed record HeldSeam(string Seam, string Reason);

/// <summary>What a screen launches, fixed and stored before the first launch.</summary>
public sealed record ScreenPlan
{
    /// <summary>The toggles.</summary>
    public required IReadOnlyList<ScreenFactor> Factors { get; init; }

    /// <summary>All blocks in the order in which they run.</summary>
    public required IReadOnlyList<ScreenBlock> Blocks { get; init; }

    /// <summary>How a fraction is made, such as <c>F = ABCDE</c>; empty when every combination runs.</summary>
    public IReadOnlyList<string> Generators { get; init; } = [];

    /// <summary>Seams that stay at the baseline's strategy.</summary>
    public IReadOnlyList<HeldSeam> Held { get; init; } = [];

    /// <summary>Planted effects; empty in every honest screen.</summary>
    public IReadOnlyList<PlantedTerm> Planted { get; init; } = [];

    /// <summary>Launches of all blocks.</summary>
    public int Launches => Blocks.Sum(b => b.Cells.Count);

    /// <summary>The combination with every factor at its second level.</summary>
    public int AllKept => (1 << Factors.Count) - 1;

    /// <summary>True when some block belongs to the stage.</summary>
    public bool Has(ScreenStage stage) => Blocks.Any(b => b.Stage == stage);

    /// <summary>A combination as text, one sign per factor: <c>+-+</c>. The arm name of its launches.</summary>
    public string CodeOf(int cell) => string.Concat(Enumerable.Range(0, Factors.Count).Select(i => (cell >> i & 1) == 1 ? '+' : '-'));

    /// <summary>A combination on top of the baseline's strategies.</summary>
    public static IReadOnlyDictionary<string, StrategySetting> StrategiesOf(
        IReadOnlyDictionary<string, StrategySetting> baseline, IReadOnlyList<ScreenFactor> factors, int cell)
    {
        ArgumentNullException.ThrowIfNull(factors);
        var strategies = new Dictionary<string, StrategySetting>(baseline);
        for (int i = 0; i < factors.Count; i++)
        {
            foreach ((string seam, SeamLevels levels) in factors[i].Seams)
            {
                strategies[seam] = (cell >> i & 1) == 1 ? levels.Candidate : levels.Baseline;
            }
        }

        return strategies;
    }

    /// <summary>The effect that is planted in a combination; null for none.</summary>
    public InjectSpec? InjectOf(int cell)
    {
        int bytes = Planted.Where(t => t.Factors.All(f => IsHigh(cell, f))).Sum(t => t.BytesPerMessage);
        return Planted.Count == 0 ? null : new InjectSpec { BytesPerMessage = bytes };
    }

    private bool IsHigh(int cell, string factor)
    {
        int index = Factors.ToList().FindIndex(f => f.Name == factor);
        return index >= 0 && (cell >> index & 1) == 1;
    }
}
