using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Compare;

/// <summary>A percentile of latency in both arms.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Name"><c>p99.9</c>.</param>
/// <param name="Values">Level of both arms.</param>
/// <param name="Change">Change with its interval; empty when the policy does not judge it.</param>
/// <param name="Look">Class of the change; null when it has none.</param>
public sealed record PercentileChip(string Metric, string Name, string Values, string Change, VerdictLook? Look)
{
    private static readonly (string Metric, double Share)[] Shares = [(MetricIds.LatencyP50, 0.5), (MetricIds.LatencyP99, 0.99), (MetricIds.LatencyP999, 0.999)];

    /// <summary>p50, p99 and p99.9, those that the verdict carries.</summary>
    public static IReadOnlyList<PercentileChip> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return
        [
            .. from share in Shares
               join estimate in report.Verdict?.Estimates ?? [] on share.Metric equals estimate.Policy.Id
               select new PercentileChip(
                   share.Metric, Numbers.Percentile(share.Share), $"{new MetricRow(estimate).Baseline} → {new MetricRow(estimate).Other} {estimate.Policy.Unit}",
                   $"{new MetricRow(estimate).Change} {Numbers.Interval(estimate)}", VerdictLook.Of(estimate)),
        ];
    }
}
