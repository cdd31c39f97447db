using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Statistics.Histograms;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>Percentile curves out of the histograms that launches kept. Pure, any thread.</summary>
internal static class LatencyCurves
{
    /// <summary>Messages that are slower than the last point of a curve, at least: beyond it a curve follows single messages.</summary>
    public const int SlowerMin = 5;

    private const int PointsPerTenfold = 50;
    private const int Tenfolds = 4;
    private const double NsPerUs = 1_000;

    /// <summary>Shares of a curve, rising: even steps on the axis that spreads the tail to p99.99, and the percentiles that launches record.</summary>
    public static IReadOnlyList<double> Shares { get; } =
    [
        .. Enumerable.Range(0, PointsPerTenfold * Tenfolds + 1).Where(i => i % PointsPerTenfold != 0 || i == 0)
            .Select(i => 1 - Math.Pow(10, -i / (double)PointsPerTenfold)).Concat([0.5, 0.9, 0.99, 0.999, 0.9999]).Order(),
    ];

    /// <summary>A curve per histogram that can be read and holds something; what cannot be read has none.</summary>
    public static IReadOnlyList<LatencyCurve> Of(IEnumerable<StoredHistogram> histograms) =>
        [.. histograms.Select(h => new LatencyCurve(h.LaunchId, h.Arm, Points(h.Data))).Where(c => c.Points.Count > 0)];

    private static IReadOnlyList<(double Share, double Us)> Points(byte[] data)
    {
        LatencyHistogram histogram;
        try
        {
            histogram = LatencyHistogram.FromCompressed(data);
        }
        catch (InvalidDataException)
        {
            return [];
        }

        double count = histogram.Count;
        double[] shares = [.. Shares.Where(s => (1 - s) * count >= SlowerMin)];
        return [.. shares.Zip(histogram.Percentiles(shares), (share, ns) => (share, ns / NsPerUs))];
    }
}
