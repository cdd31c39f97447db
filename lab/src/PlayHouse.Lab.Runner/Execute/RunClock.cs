using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Estimates how long is left. Starts from the plan's estimate and learns the real overhead of a launch from those already
/// made.
/// </summary>
internal sealed class RunClock(RunPlan plan)
{
    private double _overheadSum;
    private int _launches;

    /// <summary>Expected seconds of a traced launch.</summary>
    public double Traced => plan.WarmupSeconds + PlanEstimate.TracedWindowSeconds(plan) + Overhead;

    private double Timed => plan.Pairs is { } pairs ? (plan.WarmupSeconds + PlanEstimate.TurnSeconds(plan, pairs) + Overhead) / 2
        : plan.WarmupSeconds + plan.WindowSeconds + Overhead;

    private double Overhead => _launches == 0 ? PlanEstimate.OverheadSeconds(plan) : _overheadSum / _launches;

    /// <summary>Takes a finished launch into account.</summary>
    public void Learn(double launchSeconds, double plannedSeconds)
    {
        _overheadSum += Math.Max(0, launchSeconds - plannedSeconds);
        _launches++;
    }

    /// <summary>Seconds to the end if every look is needed.</summary>
    public double SecondsLeft(int timedLeft, int tracedLeft) => (timedLeft * Timed) + (tracedLeft * Traced);
}
