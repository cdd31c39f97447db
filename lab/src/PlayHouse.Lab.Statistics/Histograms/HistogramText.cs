using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Statistics.Histograms;

/// <summary>The percentile-distribution text that histogram plotters read.</summary>
internal static class HistogramText
{
    private const int LinesPerHalving = 5;

    // Twelve printed decimals cannot tell levels above this apart, and the steps would become too small to advance.
    private const double HighestLevel = 100 - 1e-10;

    public static string Write(LatencyHistogram histogram, ReadOnlySpan<long> counts, double unitNs)
    {
        var text = new StringBuilder();
        text.Append("       Value     Percentile TotalCount 1/(1-Percentile)\n\n");
        long total = histogram.Count;
        if (total > 0)
        {
            AppendLines(text, counts, total, unitNs);
            Append(text, $"{histogram.Max / unitNs,12:F3} {1.0:F12} {total,10}\n");
        }

        Append(text, $"#[Mean    = {histogram.Mean / unitNs,12:F3}, StdDeviation   = {histogram.StandardDeviation / unitNs,12:F3}]\n");
        Append(text, $"#[Max     = {histogram.Max / unitNs,12:F3}, Total count    = {total,12}]\n");
        Append(text, $"#[Buckets = {HistogramLayout.WidthCount,12}, SubBuckets     = {2 * HistogramLayout.BucketsPerDoubling,12}]\n");
        return text.ToString();
    }

    private static void AppendLines(StringBuilder text, ReadOnlySpan<long> counts, long total, double unitNs)
    {
        long cumulative = 0;
        double level = 0;
        for (int i = 0; i < counts.Length && cumulative < total; i++)
        {
            if (counts[i] == 0)
            {
                continue;
            }

            cumulative += counts[i];
            while (level < HighestLevel && 100.0 * cumulative / total >= level)
            {
                Append(text, $"{HistogramLayout.UpperEdge(i) / unitNs,12:F3} {level / 100:F12} {cumulative,10} {1 / (1 - level / 100),14:F2}\n");
                level = Next(level);
                if (cumulative == total)
                {
                    // The levels between here and 100 % share the last bucket; the closing line stands for them.
                    break;
                }
            }
        }
    }

    // The step halves each time the distance to 100 % has halved, so the tail keeps its detail.
    private static double Next(double level)
    {
        double halvings = Math.Floor(Math.Log2(100 / (100 - level))) + 1;
        return level + 100 / (LinesPerHalving * Math.Pow(2, halvings));
    }

    private static void Append(StringBuilder text, FormattableString line) =>
        text.Append(line.ToString(CultureInfo.InvariantCulture));
}
