namespace PlayHouse.Lab.Model.Reasons;

/// <summary>What the blocks say of a metric: change, interval, class and threshold stand in its estimate.</summary>
/// <param name="Metric">Metric id; the verdict carries its estimate.</param>
public sealed record MetricFound(string Metric) : Reason;

/// <summary>Metrics that decide nothing and moved far more than would matter if they were asked about.</summary>
/// <param name="Metrics">The largest moves, largest first; the verdict carries their estimates.</param>
/// <param name="More">Further ones that are not named.</param>
public sealed record MetricsFoundUnasked(IReadOnlyList<string> Metrics, int More) : Reason;

/// <summary>A primary improved, but not as clearly as several primaries together ask for.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Family">Primary metrics that compete.</param>
/// <param name="P">One-sided p of the improvement.</param>
/// <param name="AtMost">Largest p that Holm's rule accepts.</param>
public sealed record FamilyAsksMore(string Metric, int Family, double P, double AtMost) : Reason;

/// <summary>A primary improved, but the one that the experiment tests first did not, so nothing after it is tested.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="First">The metric that is tested first.</param>
public sealed record FirstMetricIsOpen(string Metric, string First) : Reason;

/// <summary>A guard whose interval lies on the worse side of zero and that does not count as worse yet.</summary>
/// <param name="Metric">Metric id; the verdict carries its estimate.</param>
public sealed record LossSuspected(string Metric) : Reason;

/// <summary>Guards that no block carries.</summary>
/// <param name="Metrics">Metric ids.</param>
public sealed record GuardsWithoutData(IReadOnlyList<string> Metrics) : Reason;

/// <summary>Every measured guard is shown to be no worse by what matters.</summary>
/// <param name="Metrics">Metric ids.</param>
public sealed record GuardsHold(IReadOnlyList<string> Metrics) : Reason;

/// <summary>The smallest change that these blocks can show is larger than what the policy asks for.</summary>
/// <param name="Metric">Metric id; the verdict carries its estimate with noise floor and threshold.</param>
public sealed record MetricNoisy(string Metric) : Reason;

/// <summary>The effect differs between blocks by far more than the noise inside them.</summary>
/// <param name="Metric">Metric id.</param>
public sealed record BlocksDisagree(string Metric) : Reason;

/// <summary>A metric that some blocks do not carry.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Blocks">Blocks without it.</param>
/// <param name="Of">Blocks that count.</param>
public sealed record BlocksWithoutMetric(string Metric, int Blocks, int Of) : Reason;

/// <summary>A primary or guard that no block carries, or whose values its scale cannot hold.</summary>
/// <param name="Metric">Metric id.</param>
public sealed record MetricNotMeasured(string Metric) : Reason;

/// <summary>An optional metric that this machine does not count.</summary>
/// <param name="Metric">Metric id.</param>
public sealed record MetricNotCounted(string Metric) : Reason;

/// <summary>What the blocks without a flagged launch say alone; the figures stand in the estimate.</summary>
/// <param name="Metric">Metric id; the verdict carries its estimate.</param>
public sealed record MetricWithoutFlagged(string Metric) : Reason;

/// <summary>A tail that rests on few messages.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Messages">Messages beyond it in the launch that has fewest.</param>
/// <param name="Wanted">Messages that are wanted.</param>
public sealed record TailTooThin(string Metric, double Messages, double Wanted) : Reason;

/// <summary>An arm whose launches change their level once and for all.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="Launch">First launch of the new level, counted from 1 in order of time.</param>
/// <param name="Of">Launches of the arm.</param>
/// <param name="Before">Level before, in the metric's unit.</param>
/// <param name="After">Level from there on.</param>
/// <param name="P">p of the step.</param>
public sealed record LevelChanged(string Metric, string Arm, int Launch, int Of, double Before, double After, double P) : Reason;

/// <summary>An arm whose launches fall into two groups.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="LowerLaunches">Launches of the lower group.</param>
/// <param name="Lower">Its level, in the metric's unit.</param>
/// <param name="UpperLaunches">Launches of the upper group.</param>
/// <param name="Upper">Its level.</param>
/// <param name="P">p of the split.</param>
public sealed record TwoLevels(string Metric, string Arm, int LowerLaunches, double Lower, int UpperLaunches, double Upper, double P) : Reason;
