using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Counts launches of an arm. Pure.</summary>
internal static class ArmCounts
{
    /// <summary>Launches of an arm that show something, and all of the arm.</summary>
    public static ArmCount Of(IEnumerable<LaunchRecord> launches, string arm, Func<LaunchRecord, bool> isHit)
    {
        LaunchRecord[] own = [.. launches.Where(l => l.Arm == arm)];
        return new(arm, own.Count(isHit), own.Length);
    }
}
