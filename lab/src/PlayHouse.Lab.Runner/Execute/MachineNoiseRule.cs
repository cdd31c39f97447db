using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// From readings of the machine to its disturbance. It looks at nothing that an arm can influence: time stolen by the
/// hypervisor, processor time of other processes, waiting that they may have caused, a clock that jumped. Pure.
/// </summary>
internal static class MachineNoiseRule
{
    // The kernel counts in hundredths of a second: a shorter remainder says nothing.
    private const double ShortestWindowSeconds = 0.5;
    private const double TicksPerSecond = 100;

    /// <summary>Pressure by others in a second that no limit is set below: less disturbs nothing.</summary>
    public const double PressureMin = 0.05;

    /// <summary>
    /// What is usual on this machine: the 99.5th percentile of the pilots' seconds, which of fewer than 200 seconds is the
    /// largest. A block that is repeated on a machine that always steals meets the same theft again.
    /// </summary>
    public static UsualNoise Usual(IReadOnlyList<LaunchRecord> pilots) => new(
        pilots.Max(p => p.Noise?.PressureByOthers) is { } pressure ? Math.Max(PressureMin, pressure) : null,
        pilots.Max(p => p.Noise?.StealOfWorstSecond) is { } steal ? Math.Max(ContaminationRule.StealShareMax, steal) : null);

    /// <summary>Sums up the readings of one window; null without two.</summary>
    /// <param name="samples">In time.</param>
    /// <param name="own">Ids of our processes.</param>
    /// <param name="source">How foreign processor time is found.</param>
    /// <param name="usual">What the pilots of the run met.</param>
    public static MachineNoise? Summarise(IReadOnlyList<MachineSample> samples, IReadOnlySet<int> own, ForeignCpuSource source, UsualNoise usual)
    {
        if (samples.Count < 2)
        {
            return null;
        }

        Second whole = Between(samples[0], samples[^1], own, source);
        List<Second> seconds = [];
        double jump = 0;
        for (int i = 1; i < samples.Count; i++)
        {
            Second second = Between(samples[i - 1], samples[i], own, source);
            jump = Math.Max(jump, second.ClockJumpMs);
            if (second.Length >= ShortestWindowSeconds)
            {
                seconds.Add(second);
            }
        }

        return new MachineNoise(whole.StealShare, whole.ForeignCores, Share(seconds, s => IsDisturbed(s, usual)), whole.Pressure)
        {
            ForeignWindowsShare = source == ForeignCpuSource.NotObservable ? null : Share(seconds, IsForeign),
            PressureByOthers = seconds.Max(s => s.PressureByOthers),
            PressureByOthersLimit = usual.PressureByOthers,
            StealOfWorstSecond = seconds.Count == 0 ? null : seconds.Max(s => s.StealShare),
            StealLimit = usual.Steal,
            ClockJumpMs = jump,
        };
    }

    private static double Share(List<Second> seconds, Func<Second, bool> isHit) => (double)seconds.Count(isHit) / Math.Max(1, seconds.Count);

    private static bool IsDisturbed(Second second, UsualNoise usual) =>
        second.StealShare > (usual.Steal ?? ContaminationRule.StealShareMax) || IsForeign(second)
        || second.PressureByOthers > usual.PressureByOthers || second.ClockJumpMs > ContaminationRule.ClockJumpMsMax;

    private static bool IsForeign(Second second) => second.ForeignCores > ContaminationRule.ForeignCpuCoresMax;

    private static Second Between(MachineSample from, MachineSample to, IReadOnlySet<int> own, ForeignCpuSource source)
    {
        double length = Math.Max(1e-3, to.Seconds - from.Seconds);
        double steal = (to.StealTicks - from.StealTicks) / Math.Max(1e-3, to.TotalTicks - from.TotalTicks);
        double? foreign = source switch
        {
            ForeignCpuSource.Processes => ForeignCpu.Ticks(from.Processes, to.Processes, own) / TicksPerSecond / length,
            ForeignCpuSource.MachineWithoutOurs => Math.Max(0, to.BusyTicks - from.BusyTicks - OwnTicks(from, to, own)) / TicksPerSecond / length,
            _ => null,
        };
        double waited = (to.PressureSeconds - from.PressureSeconds) / length;
        double? pressure = double.IsNaN(waited) ? null : waited;
        return new Second(length, steal, foreign, pressure, Math.Abs(to.WallAheadMs - from.WallAheadMs));
    }

    private static double OwnTicks(MachineSample from, MachineSample to, IReadOnlySet<int> own) =>
        own.Sum(pid => to.Processes.GetValueOrDefault(pid).SelfTicks - from.Processes.GetValueOrDefault(pid).SelfTicks);

    private readonly record struct Second(double Length, double StealShare, double? ForeignCores, double? Pressure, double ClockJumpMs)
    {
        /// <summary>One of our tasks waits for another process only while that one runs: no more waiting than that is theirs.</summary>
        public double? PressureByOthers => Pressure is { } waited && ForeignCores is { } others ? Math.Min(waited, others) : null;
    }
}
