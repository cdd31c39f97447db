using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Facts that say why, most important first.</summary>
internal static class VerdictReasons
{
    public static IReadOnlyList<Reason> Of(RunPlan plan, AnalysisResult analysis, VerdictRule rule, AaStanding? aa)
    {
        var reasons = new List<Reason>();
        if (JudgedSeams.Find(plan, analysis) is { } judged)
        {
            reasons.Add(judged);
        }

        reasons.AddRange(analysis.HardFailures.Where(f => f.IsDecisive).Select(f => f.Finding));
        AddUnfit(reasons, analysis, aa?.Alarm);
        if (!plan.Looks.Contains(analysis.Blocks))
        {
            reasons.Add(new BetweenLooks(analysis.Blocks, plan.Looks));
        }

        MetricEstimate[] suspected = IsUndecided(plan, analysis, rule) ? Suspected(plan, analysis.Estimates) : [];
        reasons.AddRange(suspected.Select(g => new LossSuspected(g.Policy.Id)));
        AddMetrics(reasons, plan, analysis, rule, suspected);
        reasons.AddRange(analysis.Leans.Where(l => l.IsFinding).Select(l => l.Finding));
        if (analysis.Proofs.Count > 0 && analysis.Proofs.All(p => p.IsProved))
        {
            reasons.Add(new ToggledCodeRan());
        }

        if (plan.Other.Name == ArmNames.Twin)
        {
            reasons.Add(new Notice(NoticeKind.BothArmsAreTheSame));
        }

        return reasons;
    }

    private static void AddUnfit(List<Reason> reasons, AnalysisResult analysis, Reason? aaAlarm)
    {
        reasons.AddRange(analysis.Mixed);
        reasons.AddRange(((Reason?[])[.. analysis.Proofs.Select(p => p.Reason), analysis.LoadLimit, aaAlarm]).OfType<Reason>());
    }

    private static bool IsUndecided(RunPlan plan, AnalysisResult analysis, VerdictRule rule) =>
        rule.Verdict == VerdictKind.Inconclusive && plan.Looks.Contains(analysis.Blocks);

    // What may turn a gain into a trade-off, or keeps a change without one from being called no effect.
    private static MetricEstimate[] Suspected(RunPlan plan, IReadOnlyList<MetricEstimate> estimates)
    {
        bool hasGain = estimates.Any(e => e.Policy.Role == MetricRole.Primary && IsGain(e));
        return [.. GuardFacts.Of(plan, estimates).Where(g => hasGain ? g.Facts is { IsWorse: true, CountsAsLoss: false } : g.Facts.IsSuspectedLoss).Select(g => g.Estimate)];
    }

    private static void AddMetrics(List<Reason> reasons, RunPlan plan, AnalysisResult analysis, VerdictRule rule, MetricEstimate[] named)
    {
        MetricEstimate[] primaries = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Primary)];
        reasons.AddRange(primaries.OrderBy(Weight).Select(Found));
        if (primaries.Length == 0 && analysis.Blocks > 0)
        {
            reasons.Add(new Notice(NoticeKind.NoPrimary));
        }

        if (UnaskedMoves.Find(analysis) is { } unasked)
        {
            reasons.Add(unasked);
        }

        AddGuards(reasons, analysis, named);
        bool isUndecided = IsUndecided(plan, analysis, rule);
        reasons.AddRange(primaries.Where(p => isUndecided && IsGain(p)).Select(p => AsksMore(plan, analysis, p)).OfType<Reason>());
    }

    private static Reason? AsksMore(RunPlan plan, AnalysisResult analysis, MetricEstimate gain)
    {
        string metric = gain.Policy.Id;
        if (plan.Experiment.Primary is { } first)
        {
            return first != metric && !analysis.Estimates.Any(e => e.Policy.Id == first && e.PBetter <= plan.OneSidedAlpha) ? new FirstMetricIsOpen(metric, first) : null;
        }

        int family = analysis.PrimaryFamily;
        return family > 1 && gain.PBetter > plan.OneSidedAlpha / family ? new FamilyAsksMore(metric, family, gain.PBetter, plan.OneSidedAlpha / family) : null;
    }

    private static void AddGuards(List<Reason> reasons, AnalysisResult analysis, MetricEstimate[] named)
    {
        MetricEstimate[] guards = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Guard)];
        MetricEstimate[] failing = [.. guards.Where(g => !g.IsNonInferior)];
        reasons.AddRange(failing.Except(named).OrderBy(Weight).Select(Found));
        string[] missing = [.. analysis.NotMeasured.Where(m => m.Role == MetricRole.Guard).Select(m => m.Id)];
        if (missing.Length > 0 && analysis.Blocks > 0)
        {
            reasons.Add(new GuardsWithoutData(missing));
        }

        if (failing.Length == 0 && guards.Length > 0)
        {
            reasons.Add(new GuardsHold([.. guards.Select(g => g.Policy.Id)]));
        }
    }

    private static MetricFound Found(MetricEstimate estimate) => new(estimate.Policy.Id);

    private static bool IsGain(MetricEstimate estimate) => estimate.Class is MetricClass.Improved or MetricClass.ImprovedPractical;

    // Clear results first, open ones last.
    private static int Weight(MetricEstimate estimate) => estimate.Class switch
    {
        MetricClass.WorsePractical or MetricClass.ImprovedPractical => 0,
        MetricClass.Worse or MetricClass.Improved => 1,
        MetricClass.Equivalent => 2,
        _ => 3,
    };
}
