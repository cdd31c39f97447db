using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Hops of a launch: those the target recorded, and what the client's time has left.</summary>
internal static class LaunchHops
{
    /// <summary>The way of the reply: from its write to the client. It has no stamp; it is what the other means leave of the client's.</summary>
    public const string Remainder = "written→client-received";

    private const string Service = "service";
    private const string FirstHop = "client-sent→received";

    /// <summary>
    /// The target's hops with <see cref="Remainder"/> behind them. Without the first hop, where the load stamps nothing, the
    /// way to the target cannot be told from the way back, and there is no remainder.
    /// </summary>
    public static IReadOnlyList<HopRecord> Of(IReadOnlyList<HopRecord>? recorded, LoadResult load)
    {
        if (recorded is null or [] || recorded[0].Name != FirstHop || !load.Histograms.TryGetValue(Service, out string? histogram))
        {
            return recorded ?? [];
        }

        LatencyHistogram service = LatencyHistogram.FromCompressed(Convert.FromBase64String(histogram));
        return [.. recorded, new HopRecord(Remainder, service.Count, service.Mean - recorded.Sum(h => h.MeanNs), null, null)];
    }
}
