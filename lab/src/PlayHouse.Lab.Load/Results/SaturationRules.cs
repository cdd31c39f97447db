using System.Globalization;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load.Results;

/// <summary>The named reasons why a load may have limited the window it measured, each with its figure and limit.</summary>
internal static class SaturationRules
{
    public const double CpuShareMax = 0.80;
    public const double LatenessP99MinUs = 1_000;
    public const double LatenessShareMax = 0.10;
    public const double GcPauseShareMax = 0.01;
    public const double LatestWakeMsMax = 10;

    public static IEnumerable<string> Flags(SaturationFacts facts)
    {
        double cpuShare = facts.CpuCoresPerSecond.DefaultIfEmpty(0).Max() / facts.AllowedCores;
        if (cpuShare > CpuShareMax)
        {
            yield return Text($"client-cpu: {cpuShare:P0} of {facts.AllowedCores} cores in its busiest second (limit {CpuShareMax:P0})");
        }

        double latenessMaxUs = Math.Max(LatenessP99MinUs, LatenessShareMax * facts.LatencyP99Us);
        if (facts.IsOpenLoop && facts.LatenessP99Us > latenessMaxUs)
        {
            yield return Text($"client-lateness: p99 {facts.LatenessP99Us:F0} us after the due time (limit {latenessMaxUs:F0} us)");
        }

        if (facts.IsOpenLoop && facts.AchievedRate < (OfferedRate.ShareMin * facts.OfferedRate) - facts.EdgeRate)
        {
            yield return Text($"achieved-rate: {facts.AchievedRate:F1}/s of {facts.OfferedRate:F1}/s offered (limit {OfferedRate.ShareMin:P0})");
        }

        if (facts.GcPauseShare > GcPauseShareMax)
        {
            yield return Text($"client-gc: {facts.GcPauseShare:P2} of the window in collection pauses (limit {GcPauseShareMax:P0})");
        }

        if (facts.LatestWakeMs > LatestWakeMsMax)
        {
            yield return Text($"client-jitter: a thread was woken {facts.LatestWakeMs:F1} ms late (limit {LatestWakeMsMax:F0} ms)");
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
