using PlayHouse.Lab.Runner.History;

namespace PlayHouse.Dashboard.Model;

/// <summary>What was computed of a history that was read: another metric of the same page computes nothing twice. Not thread-safe.</summary>
/// <param name="history">The history.</param>
public sealed class HistoryFigures(ExperimentHistory history)
{
    private readonly Dictionary<HistorySeries, IReadOnlyList<MetricHistory>> _metrics = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<MetricHistory, MetricHistory> _steps = new(ReferenceEqualityComparer.Instance);

    /// <summary>The history.</summary>
    public ExperimentHistory History => history;

    /// <summary>The metrics of a series, without steps.</summary>
    public IReadOnlyList<MetricHistory> Metrics(HistorySeries series) =>
        _metrics.TryGetValue(series, out IReadOnlyList<MetricHistory>? known) ? known : _metrics[series] = MetricHistory.All(series);

    /// <summary>A metric with its steps.</summary>
    /// <param name="metric">One of <see cref="Metrics"/>.</param>
    /// <param name="metricsCount">Metrics of the page.</param>
    public MetricHistory WithSteps(MetricHistory metric, int metricsCount) =>
        _steps.TryGetValue(metric, out MetricHistory? known) ? known : _steps[metric] = metric.WithSteps(metricsCount);
}
