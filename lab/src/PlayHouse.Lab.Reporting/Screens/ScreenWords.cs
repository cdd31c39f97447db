using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting.Screens;

/// <summary>The words of a screen, the same on every output. Pure functions, any thread.</summary>
public static class ScreenWords
{
    /// <summary>Under every table of effects.</summary>
    public const string Legend =
        "* stands out of all effects together (Holm, 5 %). An effect is the mean at the second level less the mean at the first, over all combinations of the others; "
        + "an interaction a × b is half of how much the effect of b changes when a goes to its second level. A screen proposes; experiments decide.";

    /// <summary>An estimate for people: a percentage on the ratio scale, a difference with its unit otherwise.</summary>
    public static string Change(MetricPolicy policy, ScreenEstimate estimate)
    {
        double shown = estimate.Shown(policy.Scale).Estimate;
        return policy.Scale == MetricScale.Ratio ? Numbers.SignedPercent(shown) : $"{Numbers.Signed(shown)}{Unit(policy, shown)}";
    }

    /// <summary>Its interval.</summary>
    public static string Interval(MetricPolicy policy, ScreenEstimate estimate)
    {
        ScreenEstimate shown = estimate.Shown(policy.Scale);
        return policy.Scale == MetricScale.Ratio
            ? Numbers.Bracket(Numbers.SignedPercent(shown.Low), Numbers.SignedPercent(shown.High))
            : Numbers.Interval(shown.Low, shown.High);
    }

    /// <summary>A size on the metric's scale, such as a standard error or a margin.</summary>
    public static string Size(MetricPolicy policy, double onScale) => Numbers.Distance(onScale, policy);

    /// <summary>The levels of a factor: <c>header-codec: to-byte-array → write-to-span</c>.</summary>
    public static string Levels(ScreenFactor factor) => string.Join(", ", factor.Seams.Select(s =>
        $"{s.Key}: {RunText.Setting(s.Value.Baseline)} → {RunText.Setting(s.Value.Candidate)}"));

    /// <summary>Size of the design in one sentence.</summary>
    public static string Design(ScreenPlan plan, ulong seed)
    {
        List<string> parts = [];
        if (plan.Has(ScreenStage.Screen))
        {
            ScreenBlock[] blocks = [.. plan.Blocks.Where(b => b.Stage == ScreenStage.Screen)];
            string fraction = plan.Generators.Count == 0 ? "every combination" : $"the fraction {string.Join(", ", plan.Generators)}";
            parts.Add($"{fraction} of {Numbers.Counted(plan.Factors.Count, "factor")}, {Numbers.Counted(blocks.Length, "replicate")} of {Numbers.Counted(blocks[0].Cells.Count, "launch")} that are alive at once");
        }

        if (plan.Has(ScreenStage.Ablate))
        {
            ScreenBlock[] rounds = [.. plan.Blocks.Where(b => b.Stage == ScreenStage.Ablate)];
            parts.Add($"leave one out: {Numbers.Counted(rounds.Length, "round")} of {Numbers.Counted(rounds[0].Cells.Count, "launch")}");
        }

        return $"{string.Join("; ", parts)}; random order, seed {seed}.";
    }

    /// <summary>Seams that are toggled nowhere, and why.</summary>
    public static IEnumerable<string> Held(ScreenPlan plan) => plan.Held.Select(h => $"{h.Seam} is held at the baseline: {h.Reason}");

    /// <summary>What a reader must know first: planted effects, missing launches, what is not proved.</summary>
    public static IEnumerable<string> Notices(RunReport report, ScreenResult screen)
    {
        ScreenPlan plan = report.Run.Plan.Screen!;
        if (plan.Planted.Count > 0)
        {
            yield return $"INJECTED: {string.Join(", ", plan.Planted.Select(t => $"{(t.Factors.Count == 0 ? "base" : string.Join('*', t.Factors))} {Numbers.Signed(t.BytesPerMessage)} B"))}. This screen is about the method, not about the engine.";
        }

        if (!screen.IsComplete)
        {
            yield return $"{Numbers.Counted(screen.LaunchesUsed, "launch")} of {Numbers.Count(screen.LaunchesPlanned)} are there; effects are estimated from those.";
        }

        foreach (Reason warning in screen.Warnings)
        {
            yield return ReasonText.Of(warning);
        }

        foreach ((string arm, int count) in screen.Failures)
        {
            yield return $"The combination {arm} failed {Numbers.Counted(count, "time")}.";
        }
    }

    /// <summary>Sentences about the interactions that stand out: what the second factor does with and without the first.</summary>
    public static IEnumerable<string> Dependences(ScreenMetric metric) => metric.Effects.Where(e => e.IsInteraction && e.StandsOut).Select(e =>
        $"{e.Factors[1]} changes {Label(metric)} by {Change(metric.Policy, e.Alone)} without {e.Factors[0]} and by {Change(metric.Policy, e.Beside)} with it.");

    /// <summary>What everything together does, and what single experiments would have promised; empty without an estimate.</summary>
    public static string Total(ScreenMetric metric)
    {
        if (metric.Total is not { } total)
        {
            return "";
        }

        string together = Change(metric.Policy, new ScreenEstimate(total.Together, double.NaN, double.NaN));
        string single = Change(metric.Policy, new ScreenEstimate(total.OneAtATime, double.NaN, double.NaN));
        return $"All together, by the model: {together}. The changes that each makes alone add up to {single}.";
    }

    /// <summary>What leaving one out means.</summary>
    public static string Ablation(ScreenMetric metric, ScreenAblation row)
    {
        bool isBetter = metric.Policy.Direction == MetricDirection.Lower ? row.Change.Estimate > 0 : row.Change.Estimate < 0;
        return row switch
        {
            { IsMasked: true } => $"masked: alone it makes {Change(metric.Policy, row.Alone)}, the others do its work",
            { StandsOut: true } => isBetter ? "needed: without it the rest is worse" : "harmful: without it the rest is better",
            { Change.IsKnown: true } => "not missed within this interval",
            _ => "not known",
        };
    }

    /// <summary>Name of a metric in a sentence.</summary>
    public static string Label(ScreenMetric metric) => VerdictWords.Label(metric.Policy.Id);

    private static string Unit(MetricPolicy policy, double shown) =>
        policy.Unit.Length == 0 || !double.IsFinite(shown) ? "" : " " + PlainText.Clean(policy.Unit);
}
