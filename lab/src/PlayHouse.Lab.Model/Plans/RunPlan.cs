using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Model.Plans;

/// <summary>Order of the four launches of a block, or of the two processes of a pair.</summary>
public enum BlockOrder
{
    /// <summary>Baseline, other, other, baseline; in a pair the baseline starts first.</summary>
    Abba,

    /// <summary>Other, baseline, baseline, other; in a pair the other starts first.</summary>
    Baab,
}

/// <summary>Where a run comes from that was not measured in the store that holds it. It is never evidence about this machine.</summary>
public enum RunOrigin
{
    /// <summary>The recorded sample that comes with the lab, so that a first look is not empty.</summary>
    Sample,

    /// <summary>A packed run of another store.</summary>
    Imported,
}

/// <summary>Where the rule of a run was written down before it started.</summary>
/// <param name="Commit">Commit that was checked out.</param>
/// <param name="IsClean">True when experiment and policy were committed as they were used.</param>
public sealed record RuleOrigin(string Commit, bool IsClean);

/// <summary>One arm with every seam resolved to a strategy and its knobs.</summary>
public sealed record ResolvedArm
{
    /// <summary>Arm name.</summary>
    public required string Name { get; init; }

    /// <summary>Every seam of the catalogue with the strategy in use.</summary>
    public required IReadOnlyDictionary<string, StrategySetting> Strategies { get; init; }

    /// <summary>Planted effect or null.</summary>
    public InjectSpec? Inject { get; init; }
}

/// <summary>What will be done, fixed and stored before the first launch.</summary>
public sealed record RunPlan
{
    /// <summary>Run id, <c>r-…</c>.</summary>
    public required string RunId { get; init; }

    /// <summary>The experiment as loaded.</summary>
    public required ExperimentSpec Experiment { get; init; }

    /// <summary>The policy as loaded.</summary>
    public required Policy Policy { get; init; }

    /// <summary>SHA-256 of the policy file's bytes, hex.</summary>
    public required string PolicyHash { get; init; }

    /// <summary>The arm that A stands for.</summary>
    public required ResolvedArm Baseline { get; init; }

    /// <summary>The arm that B stands for: the candidate, or the twin.</summary>
    public required ResolvedArm Other { get; init; }

    /// <summary>Seams in which the two arms differ; their code must be proved to run.</summary>
    public required IReadOnlyList<string> ToggledSeams { get; init; }

    /// <summary>What the preset <c>default</c> meant in this workspace; null where it was the shipped one. The arms above hold it already.</summary>
    public WorkspaceStrategies? WorkspaceDefault { get; init; }

    /// <summary>Seed of every random draw of the run.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Numbers of blocks at which a verdict is looked at; the last is the most blocks there can be.</summary>
    public required IReadOnlyList<int> Looks { get; init; }

    /// <summary>One-sided level of the decision interval at each look.</summary>
    public required double OneSidedAlpha { get; init; }

    /// <summary>Seconds of load before the first mark.</summary>
    public required double WarmupSeconds { get; init; }

    /// <summary>Seconds between the marks.</summary>
    public required double WindowSeconds { get; init; }

    /// <summary>Blocks before a diagnostic launch per arm is made; 0 for none.</summary>
    public int ProfileEveryBlocks { get; init; }

    /// <summary>The run whose verdict this one was declared to confirm before it started; null for a run of its own.</summary>
    public string? Confirms { get; init; }

    /// <summary>What version control says of the experiment's folder at the time; null where it says nothing.</summary>
    public RuleOrigin? RuleOrigin { get; init; }

    /// <summary>The turns of a pair; null in a design of blocks of four launches.</summary>
    public PairSpec? Pairs { get; init; }

    /// <summary>What a screen of several toggles launches in place of blocks of two arms; null for every other run.</summary>
    public ScreenPlan? Screen { get; init; }

    /// <summary>Where a run comes from that was not measured in this store; null for one that was.</summary>
    public RunOrigin? Origin { get; init; }

    /// <summary>Offered rate over all connections; null until the pilots have found it (rate <c>auto</c>) and in closed loop.</summary>
    public double? RatePerSecond { get; init; }

    /// <summary>The order of a block: an independent fair coin from <see cref="Seed"/>, index and attempt (SplitMix64).</summary>
    public BlockOrder OrderOf(int block, int attempt)
    {
        ulong z = Seed + 0x9E3779B97F4A7C15UL * (1 + (ulong)block) + 0xD1B54A32D192ED03UL * (ulong)attempt;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9UL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBUL;
        z ^= z >> 31;
        return (z & 1) == 0 ? BlockOrder.Abba : BlockOrder.Baab;
    }

    /// <summary>A combination of a screen as an arm; bit i of the cell is 1 where factor i is at its second level.</summary>
    public ResolvedArm CombinationOf(int cell) => Screen is null ? throw new InvalidOperationException($"{RunId} is no screen.") : new()
    {
        Name = Screen.CodeOf(cell),
        Strategies = ScreenPlan.StrategiesOf(Baseline.Strategies, Screen.Factors, cell),
        Inject = Screen.InjectOf(cell),
    };

    /// <summary>Every arm that launches of the run may have: the two, and each combination of a screen.</summary>
    public IReadOnlyList<ResolvedArm> AllArms() =>
        [Baseline, Other, .. (Screen?.Blocks ?? []).SelectMany(b => b.Cells).Distinct().Order().Select(CombinationOf)];

    /// <summary>Launches of a block: two of a pair, else four.</summary>
    public int LaunchesPerBlock() => Pairs is null ? 4 : 2;

    /// <summary>Primary metrics that compete at the first step for a KEEP: one where the experiment names it, else all, by Holm's rule.</summary>
    /// <param name="primaries">Primary metrics that the launches carry or must carry.</param>
    public int CompetingPrimaries(int primaries) => Experiment.Primary is null ? Math.Max(1, primaries) : 1;

    /// <summary>The arm in a slot of a block, slots 0 … 3, or of a pair, 0 and 1.</summary>
    public ResolvedArm ArmAt(BlockOrder order, int slot)
    {
        bool isOuter = slot is 0 or 3;
        return isOuter == (order == BlockOrder.Abba) ? Baseline : Other;
    }
}
