using System.Reflection;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What a policy file may say, version 1.</summary>
internal static class PolicyRules
{
    /// <summary>Every metric a launch can carry.</summary>
    public static IReadOnlyList<string> Metrics { get; } =
    [
        .. typeof(MetricIds).GetFields(BindingFlags.Public | BindingFlags.Static).Where(f => f.IsLiteral).Select(f => (string)f.GetRawConstantValue()!),
    ];

    /// <summary>Every seam that can be toggled.</summary>
    public static IReadOnlyList<string> Seams { get; } = [.. EngineCatalog.Shipped.Seams.Select(s => s.Id).Distinct()];

    public static ObjectRule Root { get; } = new(
    [
        new("version", new NumberRule(1, 1, true), "format of this file; only 1 is known", true),
        new("metrics", new ListRule(Metric(), 1, 64), "metrics in the order in which results show them", true),
    ]);

    private static ObjectRule Metric() => new(
    [
        new("id", new WordRule(Metrics), "metric id", true),
        new("role", new WordRule(ExperimentRules.Words<MetricRole>()), "primary can earn a KEEP and forbid another's, guard can forbid one, explore is shown", true),
        new("primaryFor", new ListRule(new WordRule(Seams), 1, 64), "seams that the metric is about: primary where one of them is toggled"),
        new("optional", new FlagRule(), "true for a metric that not every machine can count: without it, it takes no part"),
        new("direction", new WordRule(ExperimentRules.Words<MetricDirection>()), "which way is better; default lower"),
        new("scale", new WordRule(ExperimentRules.Words<MetricScale>()), "ratio (default), or difference where 0 is a legal value"),
        new("deltaRel", new NumberRule(0, 10, false), "relative change that matters, 0.02 for 2 %"),
        new("deltaAbs", new NumberRule(0, 1e12, false), "absolute change that matters, on the difference scale"),
        new("floor", new NumberRule(0, 1e12, false), "smaller values count as this on the ratio scale"),
        new("unit", new TextRule(32), "unit for people"),
        new("aggregation", new WordRule(["delta", "quantile", "last", "sum"]), "how the windows of a launch become one number; default delta"),
    ]);
}
