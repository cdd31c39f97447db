using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Applies the shipped verdict table to an analysis and names the facts behind it. Pure and thread-safe.</summary>
public static class VerdictMaker
{
    // What the table knows of a metric without data: nothing is improved and nothing is shown to be no worse.
    private static readonly MetricFacts Unmeasured = new(MetricClass.Inconclusive, false, false, false);

    /// <summary>The verdict on the blocks of an analysis.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="analysis">What its launches say.</param>
    /// <param name="aa">The A/A runs of this machine; null where they are not known. An alarm in it forbids a verdict.</param>
    public static VerdictRecord Decide(RunPlan plan, AnalysisResult analysis, AaStanding? aa = null)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(analysis);
        VerdictRule rule = VerdictRules.Shipped.Judge(FactsOf(plan, analysis, aa?.Alarm));
        return new VerdictRecord
        {
            RunId = plan.RunId,
            Kind = rule.Verdict,
            IsProvisional = rule.Verdict is VerdictKind.Keep or VerdictKind.Rollback && rule.Id != VerdictRules.HardFailureRow,
            RuleVersion = VerdictRules.RuleVersion,
            RuleId = rule.Id,
            Rule = rule.Words,
            Reasons = VerdictReasons.Of(plan, analysis, rule, aa),
            WhatWouldChangeIt = VerdictRemedies.Of(plan, analysis, rule),
            Estimates = analysis.Estimates,
            Proofs = analysis.Proofs,
            Blocks = analysis.Blocks,
            IsOfPairs = plan.Pairs is not null,
            Warnings = analysis.Warnings,
            PolicyHash = plan.PolicyHash,
            Aa = aa,
        };
    }

    private static VerdictFacts FactsOf(RunPlan plan, AnalysisResult analysis, Reason? aaAlarm)
    {
        MetricEstimate[] primaries = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Primary)];
        string[] missingPrimaries = [.. analysis.NotMeasured.Where(m => m.Role == MetricRole.Primary).Select(m => m.Id)];
        int missingGuards = analysis.NotMeasured.Count(m => m.Role == MetricRole.Guard);

        Dictionary<string, double> better = primaries.Select(e => (e.Policy.Id, e.PBetter)).Concat(missingPrimaries.Select(id => (id, 1.0))).ToDictionary();
        IReadOnlySet<string> confirmed = PrimaryFamily.Confirmed(plan, better), shown = PrimaryFamily.Shown(plan, better);
        return new VerdictFacts
        {
            HasHardFailure = analysis.HardFailures.Any(f => f.IsDecisive),
            IsLoadLimited = analysis.LoadLimit is not null,
            HasAaAlarm = aaAlarm is not null,
            IsProofMissing = analysis.Proofs.Any(p => !p.IsProved),
            IsMixed = analysis.Mixed.Count > 0,
            IsBetweenLooks = !plan.Looks.Contains(analysis.Blocks),
            Primaries = [.. primaries.Select(e => Facts(e) with { IsConfirmed = confirmed.Contains(e.Policy.Id), IsShown = shown.Contains(e.Policy.Id) }), .. missingPrimaries.Select(_ => Unmeasured)],
            Guards = [.. GuardFacts.Of(plan, analysis.Estimates).Select(g => g.Facts), .. Enumerable.Repeat(Unmeasured, missingGuards)],
        };
    }

    /// <summary>What an estimate says alone, before any correction.</summary>
    internal static MetricFacts Facts(MetricEstimate estimate) =>
        new(estimate.Class, Math.Abs(estimate.Theta) >= estimate.Delta, IsConfirmed: false, estimate.IsNonInferior);
}
