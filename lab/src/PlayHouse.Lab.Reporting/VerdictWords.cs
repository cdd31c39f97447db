using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>The words of a verdict, the same on every output. Pure functions, any thread.</summary>
public static class VerdictWords
{
    /// <summary>What the classes of <see cref="Short(MetricClass)"/> mean, one line for under a table.</summary>
    public const string Legend =
        "BETTER, WORSE: the change exceeds the policy's threshold. better, worse: its size is not settled. "
        + "same: any difference is below the threshold. open: not enough data to tell. few: too few events to tell.";

    /// <summary>The word in capitals.</summary>
    public static string Of(VerdictKind kind) => kind switch
    {
        VerdictKind.Keep => "KEEP",
        VerdictKind.Rollback => "ROLLBACK",
        VerdictKind.NoEffect => "NO-EFFECT",
        VerdictKind.TradeOff => "TRADE-OFF",
        VerdictKind.Inconclusive => "INCONCLUSIVE",
        _ => "UNFIT",
    };

    /// <summary>The word as it was said, with its mark when a second run had to confirm it.</summary>
    public static string Of(VerdictKind kind, bool isProvisional) => Of(kind) + (isProvisional ? " (provisional)" : "");

    /// <summary>The word of a run with what became of it: provisional, confirmed or withdrawn. The run has a verdict.</summary>
    public static string Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return Of(report.Verdict!.Kind) + (Standing(report) is { } standing ? $" ({standing})" : "");
    }

    /// <summary>What a verdict holds for: the environment and the load at which it was measured.</summary>
    public static string Place(RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        string environment = plan.Experiment.Environment.Kind() switch
        {
            EnvironmentKind.Steady => "steady",
            EnvironmentKind.Deployed => "as deployed",
            _ => "own runtime settings",
        };
        string? rate = plan.RatePerSecond is { } perSecond ? $"at {Numbers.Count(perSecond)} messages/s" : null;
        string load = plan.Experiment.Design.Kind == DesignKind.Capacity ? "at the highest rate that each arm sustains"
            : rate is null ? "saturated"
            : plan.Pairs is null ? rate : $"saturated and {rate}";
        return $"{environment}, {load}";
    }

    /// <summary>What became of a verdict: provisional, confirmed or withdrawn; null for one that needs no second run, and without a verdict.</summary>
    public static string? Standing(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        bool isSettled = report is { Verdict.Kind: VerdictKind.Keep or VerdictKind.Rollback };
        return report.Confirmation switch
        {
            { State: ConfirmationState.Confirmed } when isSettled => "confirmed",
            // What was withdrawn is the verdict that waited, not the one that contradicts it.
            { State: ConfirmationState.Withdrawn } standing when isSettled && standing.RunId == report.Run.Id => "withdrawn",
            _ => report.IsProvisional ? "provisional" : null,
        };
    }

    /// <summary>One plain sentence: what the word asks of the reader.</summary>
    public static string Meaning(VerdictKind kind) => kind switch
    {
        VerdictKind.Keep => "A primary metric improved by more than the policy's threshold; every other primary metric and every guard is shown to be no worse.",
        VerdictKind.Rollback => "The change makes a metric worse by more than the policy's threshold, or gives wrong replies.",
        VerdictKind.NoEffect => "No primary metric moved by more than the policy's threshold; the simpler baseline stays.",
        VerdictKind.TradeOff => "One metric improved and another got worse: a person has to weigh them.",
        VerdictKind.Inconclusive => "There is not enough data to tell yet; more launches are needed.",
        _ => "These measurements cannot support a verdict: the load, the launches or the proof of execution do not allow it.",
    };

    /// <summary>Word of a metric's class that fits a narrow column; <see cref="Legend"/> explains it.</summary>
    public static string Short(MetricClass metricClass) => metricClass switch
    {
        MetricClass.WorsePractical => "WORSE",
        MetricClass.ImprovedPractical => "BETTER",
        MetricClass.Equivalent => "same",
        MetricClass.Worse => "worse",
        MetricClass.Improved => "better",
        _ => "open",
    };

    /// <summary>Full word of a metric's class.</summary>
    public static string Long(MetricClass metricClass) => metricClass switch
    {
        MetricClass.WorsePractical => "worse-practical",
        MetricClass.ImprovedPractical => "improved-practical",
        MetricClass.Equivalent => "equivalent",
        MetricClass.Worse => "worse",
        MetricClass.Improved => "improved",
        _ => "inconclusive",
    };

    /// <summary>Word of a metric's class that fits a narrow column, or <c>few</c> where too few events allow none.</summary>
    public static string Short(MetricEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return IsFew(estimate) ? "few" : Short(estimate.Class);
    }

    /// <summary>Full word of a metric's class, or <c>too-few-events</c>.</summary>
    public static string Long(MetricEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return IsFew(estimate) ? "too-few-events" : Long(estimate.Class);
    }

    /// <summary>True where single events decide what the change looks like.</summary>
    public static bool IsFew(MetricEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.HasTooFewEvents && estimate.Class == MetricClass.Inconclusive;
    }

    /// <summary>What a role may do, for a heading.</summary>
    public static string Of(MetricRole role) => role switch
    {
        MetricRole.Primary => "primary (can earn a KEEP)",
        MetricRole.Guard => "guard (can forbid one)",
        _ => "explore (never decides)",
    };

    /// <summary>A metric id short enough for a column: <c>bytes/msg</c>, <c>gen0/million</c>.</summary>
    public static string Label(string metricId)
    {
        ArgumentNullException.ThrowIfNull(metricId);
        return metricId.Replace("-per-message", "/msg", StringComparison.Ordinal)
            .Replace("-per-million", "/million", StringComparison.Ordinal);
    }

    /// <summary><see cref="Label"/> with the unit of its figures, where neither the name nor every figure says it: <c>latency-p50 us</c>.</summary>
    public static string LabelWithUnit(MetricPolicy policy)
    {
        ArgumentNullException.ThrowIfNull(policy);
        string label = Label(policy.Id);
        string unit = policy.Unit.Length > 0 ? PlainText.Clean(policy.Unit) : MetricNames.Unit(policy.Id);
        string shown = unit switch
        {
            "messages/s" => "/s",
            "messages" or "collections" or "calls" or "contentions" or "share" => "",
            _ => unit,
        };
        return shown.Length == 0 || policy.Id.Contains($"-{shown}-", StringComparison.Ordinal) || policy.Id is MetricIds.WorkingSet or MetricIds.BytesPerMessage ? label : $"{label} {shown}";
    }

    /// <summary>The name of an arm in a column head: the twin of an A/A run is <c>twin</c>.</summary>
    public static string Arm(string arm) => arm == ArmNames.Twin ? "twin" : PlainText.Clean(arm);

    /// <summary>True when the run compares the baseline with itself.</summary>
    public static bool IsAa(RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Plan.Other.Name == ArmNames.Twin || run.Plan.Baseline.Name == ArmNames.Twin;
    }

    /// <summary>The planted effects of a run in one line; null when there are none.</summary>
    public static string? Injected(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (!report.IsInjected)
        {
            return null;
        }

        string[] arms = [.. new[] { report.Run.Plan.Baseline, report.Run.Plan.Other }
            .Where(a => a.Inject is not null).Select(a => $"{Arm(a.Name)}: {Effects(a.Inject!)}")];
        return $"INJECTED: planted effect, not a property of any strategy ({string.Join("; ", arms)})";
    }

    /// <summary>Where a run comes from that was not measured here, in one line; null for one's own.</summary>
    public static string? Origin(RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Plan.Origin switch
        {
            null => null,
            RunOrigin.Sample => "SAMPLE: recorded on another machine, here so that the first look is not empty; not evidence about this machine",
            _ => "IMPORTED: measured in another workspace; not evidence about this machine",
        };
    }

    /// <summary>What stands over every output of a run, a sentence each: planted effects, another machine, A/A.</summary>
    public static IReadOnlyList<string> Notices(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return [.. ((string?[])[Injected(report), Origin(report.Run), IsAa(report.Run) ? "A/A " + VerdictText.AaNotice : null]).OfType<string>()];
    }

    /// <summary>The marks of a run in a list: A/A, INJECTED, SAMPLE, IMPORTED; none for an ordinary run.</summary>
    public static IReadOnlyList<string> Marks(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<string> marks = [];
        if (IsAa(report.Run))
        {
            marks.Add("A/A");
        }

        if (report.IsInjected)
        {
            marks.Add("INJECTED");
        }

        if (report.Run.Plan.Origin is { } origin)
        {
            marks.Add(origin.ToString().ToUpperInvariant());
        }

        return marks;
    }

    private static string Effects(InjectSpec inject)
    {
        List<string> effects = [];
        if (inject.BytesPerMessage != 0)
        {
            effects.Add($"{Numbers.Count(inject.BytesPerMessage)} B per message");
        }

        if (inject.SpinMicroseconds != 0)
        {
            effects.Add($"{Numbers.Plain(inject.SpinMicroseconds)} us of spinning per message");
        }

        if (inject.ErrorRate != 0)
        {
            effects.Add($"{Numbers.Percent(inject.ErrorRate)} errors");
        }

        if (inject.StallMs != 0)
        {
            effects.Add($"a stall of {Numbers.Count(inject.StallMs)} ms per second");
        }

        return effects.Count == 0 ? "nothing" : string.Join(", ", effects);
    }
}
