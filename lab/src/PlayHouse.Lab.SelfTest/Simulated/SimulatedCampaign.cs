using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>
/// A whole run over recorded noise: blocks are drawn with replacement, each gets its order from the plan's own coin, and the shipped
/// analysis, verdict table and stopping rule judge what comes out. Nothing of the rule is written a second time here.
/// </summary>
public sealed class SimulatedCampaign
{
    private static readonly Dictionary<string, double> NoSeams = [];
    private readonly NoiseBlocks _noise;
    private readonly RunPlan _plan;

    /// <summary>Prepares a campaign of the baseline against its twin.</summary>
    /// <param name="noise">Where the blocks come from.</param>
    /// <param name="policy">The rule.</param>
    /// <param name="looks">Numbers of blocks at which a verdict is looked at.</param>
    /// <param name="oneSidedAlpha">Level of each look.</param>
    /// <param name="seed">Seed of the orders.</param>
    public SimulatedCampaign(NoiseBlocks noise, Policy policy, IReadOnlyList<int> looks, double oneSidedAlpha, ulong seed)
    {
        ArgumentNullException.ThrowIfNull(noise);
        _noise = noise;
        _plan = noise.Run.Plan with
        {
            Policy = policy,
            Other = noise.Run.Plan.Baseline with { Name = ArmNames.Twin },
            ToggledSeams = [],
            Looks = looks,
            OneSidedAlpha = oneSidedAlpha,
            Seed = seed,
        };
    }

    /// <summary>Runs to the stop of the rule.</summary>
    /// <param name="random">Draws the blocks.</param>
    /// <param name="plant">Changes the metrics of the second arm's launches; null plants nothing.</param>
    public VerdictRecord Run(SeededRandom random, Action<Dictionary<string, double>>? plant = null)
    {
        ArgumentNullException.ThrowIfNull(random);
        var launches = new List<LaunchRecord>();
        for (int block = 0; ; block++)
        {
            launches.AddRange(Draw(random, block, plant));
            if (!_plan.Looks.Contains(block + 1))
            {
                continue;
            }

            VerdictRecord verdict = VerdictMaker.Decide(_plan, RunAnalyzer.Analyze(_plan, launches, NoSeams));
            if (SequentialStop.ShouldStop(_plan, block + 1, verdict))
            {
                return verdict;
            }
        }
    }

    private IEnumerable<LaunchRecord> Draw(SeededRandom random, int block, Action<Dictionary<string, double>>? plant)
    {
        IReadOnlyList<LaunchRecord> recorded = _noise.Blocks[(int)(random.NextDouble() * _noise.Blocks.Count)];
        BlockOrder order = _plan.OrderOf(block, 0);
        for (int slot = 0; slot < recorded.Count; slot++)
        {
            ResolvedArm arm = _plan.ArmAt(order, slot);
            Dictionary<string, double> metrics = new(recorded[slot].Metrics);
            if (arm == _plan.Other)
            {
                plant?.Invoke(metrics);
            }

            yield return recorded[slot] with
            {
                Id = $"l-{block}-{slot}",
                Arm = arm.Name,
                Block = block,
                Attempt = 0,
                Slot = slot,
                StartedAt = _noise.Run.CreatedAt.AddSeconds(60 * ((4 * block) + slot)),
                Strategies = _noise.Blocks[0][0].Strategies,
                Inject = null,
                Metrics = metrics,
            };
        }
    }
}
