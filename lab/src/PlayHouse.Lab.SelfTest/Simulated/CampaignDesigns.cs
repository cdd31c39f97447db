using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>When a campaign is looked at, and at what level.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Looks">Numbers of blocks or pairs.</param>
/// <param name="Alpha">One-sided level of each look.</param>
internal sealed record CampaignDesign(string Name, IReadOnlyList<int> Looks, double Alpha)
{
    /// <summary>One look at the fewest.</summary>
    public static CampaignDesign Short { get; } = new("short", [RunPlanner.MinBlocks], RunPlanner.FixedAlpha);

    /// <summary>Every look that the planner makes.</summary>
    public static CampaignDesign Full(bool isOfPairs) => new("full", isOfPairs ? DesignSpec.PairLooks : DesignSpec.BlockLooks, RunPlanner.LookAlpha);
}
