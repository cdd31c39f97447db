using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>The two designs as the planner makes them: they differ in length only.</summary>
internal static class CampaignDesigns
{
    public static readonly (string Name, IReadOnlyList<int> Looks, double Alpha) Short = ("short", [RunPlanner.MinBlocks], RunPlanner.FixedAlpha);

    public static readonly (string Name, IReadOnlyList<int> Looks, double Alpha) Full = ("full", DesignSpec.BlockLooks, RunPlanner.LookAlpha);
}
