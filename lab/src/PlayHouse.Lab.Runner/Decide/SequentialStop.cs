using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>When a run ends. Verdicts stop it only at the looks of the plan, so that looking often does not raise the error rate.</summary>
public static class SequentialStop
{
    /// <summary>True when no further block is to be run.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="blocksDone">Accepted blocks.</param>
    /// <param name="verdict">The verdict on exactly these blocks.</param>
    public static bool ShouldStop(RunPlan plan, int blocksDone, VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(verdict);

        // More blocks cure neither a missing proof nor mixed launches nor a load that is too weak.
        if (verdict.Kind == VerdictKind.Unfit || blocksDone >= plan.Looks[^1])
        {
            return true;
        }

        return plan.Looks.Contains(blocksDone) && verdict.Kind != VerdictKind.Inconclusive;
    }
}
