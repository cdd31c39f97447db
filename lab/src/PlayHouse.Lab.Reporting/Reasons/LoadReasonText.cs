using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about the load: what it could not offer, and where it was itself the limit.</summary>
internal static class LoadReasonText
{
    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason) => reason switch
    {
        LoadBelowRate r => $"The load could not offer its rate: in {LaunchReasonText.Of(r.Baseline)} of {r.Baseline.Arm} and {r.Other.Launches} of {r.Other.Of} of "
            + $"{r.Other.Arm} less than 99 % of it was achieved while the load itself was the limit.",
        LoadLimitsBoth r => $"The load limited both arms: {r.Baseline.Arm} reached the load's own ceiling of {Rate(r.CeilingPerSecond)} in {LaunchReasonText.Of(r.Baseline)}, "
            + $"{r.Other.Arm} in {r.Other.Launches} of {r.Other.Of}. Their capacities are that or more and cannot be compared.",
        CapacityAtCeiling r => $"{r.Arm.Arm} reached the load's own ceiling of {Rate(r.CeilingPerSecond)} in {LaunchReasonText.Of(r.Arm)}: its capacity there is that or more.",
        CapacityBelowFloor r => $"{r.Arm.Arm} met the objective at no rate that was tried in {LaunchReasonText.Of(r.Arm)}: its capacity there is below what is shown.",
        LoadWasLate r => $"The load was late or busy in {r.Launches} of {Numbers.Counted(r.Of, "launch")}; the target may be the reason.",
        _ => null,
    };

    private static string Rate(double perSecond) => $"{Numbers.Count(perSecond)} messages/s";
}
