using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Capacity;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What is wrong at a key of an experiment.</summary>
/// <param name="Path">Key, joined by dots.</param>
/// <param name="Message">What is wrong.</param>
/// <param name="Remedy">What to write instead.</param>
internal sealed record FileProblemAt(string Path, string Message, string Remedy);

/// <summary>What a design of kind capacity needs, and what belongs to it alone. Pure.</summary>
internal static class CapacityRules
{
    /// <summary>Policy of a capacity design that names none.</summary>
    public const string DefaultPolicy = "policies/capacity.yaml";

    /// <summary>A window shorter than this many times the objective holds too few of the latencies it is about.</summary>
    public const double WindowsPerObjective = 10;

    /// <summary>Every problem, in the order of the keys; none when the experiment may run.</summary>
    public static IEnumerable<FileProblemAt> Problems(ExperimentSpec spec, Policy policy, ScenarioDescriptor? scenario)
    {
        bool isPrimary = policy.Metrics.Any(m => m.Id == MetricIds.Capacity && m.Role == MetricRole.Primary);
        return spec.Design.Kind == DesignKind.Capacity
            ? OfCapacity(spec, isPrimary, scenario)
            : OfOthers(spec, isPrimary);
    }

    private static IEnumerable<FileProblemAt> OfOthers(ExperimentSpec spec, bool isPrimary)
    {
        if (spec.Design.Slo is not null)
        {
            yield return new("design.slo", $"an slo belongs to a design of kind capacity, this one is {spec.Design.Kind.ToString().ToLowerInvariant()}", "kind: capacity, or leave slo out");
        }

        if (isPrimary)
        {
            yield return new("policy", $"{spec.Policy} judges the metric capacity, which only a design of kind capacity measures", "kind: capacity, or another policy");
        }
    }

    private static IEnumerable<FileProblemAt> OfCapacity(ExperimentSpec spec, bool isPrimary, ScenarioDescriptor? scenario)
    {
        SloSpec slo = spec.Design.Slo ?? new SloSpec();
        if (spec.Load.Mode == LoadMode.Closed)
        {
            yield return new("load.mode", "a closed loop slows down with the server, so it cannot say which rate is sustained", "mode: open");
        }

        if (scenario is { Id: ScenarioCatalog.ConnectStorm } or { Load: { RatePerConnection: not null } or { IsRateFixed: true } })
        {
            yield return new("scenario", $"scenario {spec.Scenario} has a rate of its own, so there is none to search", "a scenario of requests, such as c2s-echo");
        }

        if (!(slo.P99Ms > 0) || !(slo.SkippedShare is >= 0 and < 1))
        {
            yield return new("design.slo", Text($"p99Ms {slo.P99Ms} and skippedShare {slo.SkippedShare} are no objective"), "p99Ms above 0, skippedShare 0 to 0.5");
        }

        double window = spec.Design.WindowSeconds ?? CapacityTask.WindowSecondsUsual;
        if (slo.P99Ms / 1e3 * WindowsPerObjective > window)
        {
            yield return new(
                "design.slo.p99Ms",
                Text($"a probe of {window} s cannot tell a p99 of {slo.P99Ms} ms: it must last {WindowsPerObjective} times as long"),
                Text($"windowSeconds: {slo.P99Ms / 1e3 * WindowsPerObjective}, or a smaller p99Ms"));
        }

        if (!isPrimary)
        {
            yield return new("policy", $"a design of kind capacity is judged by the metric capacity, which is no primary of {spec.Policy}", $"policy: {DefaultPolicy}");
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
