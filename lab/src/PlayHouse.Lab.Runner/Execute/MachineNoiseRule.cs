using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// From readings of the machine to its disturbance. It looks at nothing that an arm can influence: time stolen by the
/// hypervisor, processor time of other processes, a clock that jumped. Pure.
/// </summary>
internal static class MachineNoiseRule
{
    // The kernel counts in hundredths of a second: a shorter remainder says nothing.
    private const double ShortestWindowSeconds = 0.5;
    private const double TicksPerSecond = 100;

    /// <summary>Sums up the readings of one window; null without two.</summary>
    /// <param name="samples">In time.</param>
    /// <param name="own">Ids of our processes.</param>
    /// <param name="seesOthers">False where processes are hidden: what others used is unknown.</param>
    public static MachineNoise? Summarise(IReadOnlyList<MachineSample> samples, IReadOnlySet<int> own, bool seesOthers)
    {
        if (samples.Count < 2)
        {
            return null;
        }

        Second whole = Between(samples[0], samples[^1], own, seesOthers);
        List<Second> seconds = [];
        double jump = 0;
        for (int i = 1; i < samples.Count; i++)
        {
            Second second = Between(samples[i - 1], samples[i], own, seesOthers);
            jump = Math.Max(jump, second.ClockJumpMs);
            if (second.Length >= ShortestWindowSeconds)
            {
                seconds.Add(second);
            }
        }

        return new MachineNoise(whole.StealShare, whole.ForeignCores, Share(seconds, IsDisturbed), whole.Pressure)
        {
            ForeignWindowsShare = seesOthers ? Share(seconds, IsForeign) : null,
            ClockJumpMs = jump,
        };
    }

    private static double Share(List<Second> seconds, Func<Second, bool> isHit) => (double)seconds.Count(isHit) / Math.Max(1, seconds.Count);

    private static bool IsDisturbed(Second second) =>
        second.StealShare > DisturbanceRule.StealShareMax || IsForeign(second) || second.ClockJumpMs > DisturbanceRule.ClockJumpMsMax;

    private static bool IsForeign(Second second) => second.ForeignCores > DisturbanceRule.ForeignCpuCoresMax;

    private static Second Between(MachineSample from, MachineSample to, IReadOnlySet<int> own, bool seesOthers)
    {
        double length = Math.Max(1e-3, to.Seconds - from.Seconds);
        double steal = (to.StealTicks - from.StealTicks) / Math.Max(1e-3, to.TotalTicks - from.TotalTicks);
        double? foreign = seesOthers ? ForeignCpu.Ticks(from.Processes, to.Processes, own) / TicksPerSecond / length : null;
        double waited = (to.PressureSeconds - from.PressureSeconds) / length;
        double? pressure = double.IsNaN(waited) ? null : waited;
        return new Second(length, steal, foreign, pressure, Math.Abs(to.WallAheadMs - from.WallAheadMs));
    }

    private readonly record struct Second(double Length, double StealShare, double? ForeignCores, double? Pressure, double ClockJumpMs);
}
