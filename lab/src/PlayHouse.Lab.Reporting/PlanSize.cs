using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Reporting;

/// <summary>Sizes of a plan for people. Pure functions, any thread.</summary>
public static class PlanSize
{
    /// <summary>Most blocks the plan can take.</summary>
    public static int BlocksMax(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return plan.Looks is [.., int last] ? last : 0;
    }
}
