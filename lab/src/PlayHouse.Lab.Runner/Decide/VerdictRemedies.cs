using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Facts about what would change the verdict: blocks, machine, load.</summary>
internal static class VerdictRemedies
{
    public static IReadOnlyList<Reason> Of(RunPlan plan, AnalysisResult analysis, VerdictRule rule)
    {
        var remedies = new List<Reason>();
        switch (rule.Verdict)
        {
            case VerdictKind.Inconclusive:
                AddBlocks(remedies, plan, analysis, rule);
                break;
            case VerdictKind.Unfit:
                AddUnfit(remedies, analysis);
                break;
            case VerdictKind.Keep:
                remedies.Add(new Advice(AdviceKind.RunAgain));
                break;
            case VerdictKind.TradeOff:
                remedies.Add(new Advice(AdviceKind.WeighTheMetrics));
                break;
            case VerdictKind.Rollback:
                remedies.Add(new Advice(AdviceKind.ChangeTheCandidate));
                if (rule.Id != VerdictRules.HardFailureRow)
                {
                    remedies.Add(new Advice(AdviceKind.RunAgain));
                }

                break;
            default:
                remedies.Add(new Advice(AdviceKind.ChangeTheQuestion));
                break;
        }

        return remedies;
    }

    private static void AddBlocks(List<Reason> remedies, RunPlan plan, AnalysisResult analysis, VerdictRule rule)
    {
        int next = plan.Looks.FirstOrDefault(look => look > analysis.Blocks);
        if (next > 0)
        {
            remedies.Add(new NextLook(next, next - analysis.Blocks));
        }

        int left = Math.Max(0, plan.Looks[^1] - analysis.Blocks);
        bool isHeldUp = rule.Id == VerdictRules.OpenPrimaryRow;
        remedies.AddRange(analysis.Estimates.Where(IsOpen).Select(e => Needs(e, left, isHeldUp)));
        if (analysis.Blocks > 0)
        {
            remedies.AddRange(analysis.NotMeasured.Select(m => new MetricMustBeMeasured(m.Id, m.Role == MetricRole.Primary)));
        }
    }

    // Next to a gain an open primary need not improve: it must be shown to be no worse.
    private static Reason Needs(MetricEstimate estimate, int left, bool isHeldUp) =>
        isHeldUp && estimate is { Policy.Role: MetricRole.Primary, IsNonInferior: false } ? new PrimaryMustHold(estimate.Policy.Id, left) : new MetricNeeds(estimate.Policy.Id, left);

    private static bool IsOpen(MetricEstimate estimate) => estimate.Policy.Role switch
    {
        MetricRole.Primary => estimate.Class is MetricClass.Inconclusive or MetricClass.Improved,
        MetricRole.Guard => !estimate.IsNonInferior && estimate.Class is MetricClass.Inconclusive or MetricClass.Worse,
        _ => false,
    };

    private static void AddUnfit(List<Reason> remedies, AnalysisResult analysis)
    {
        if (analysis.Mixed.Count > 0)
        {
            remedies.Add(new Advice(AdviceKind.MakeLaunchesEqual));
        }

        if (analysis.Proofs.Any(p => !p.IsProved))
        {
            remedies.Add(new Advice(AdviceKind.ExecuteTheToggledCode));
        }

        if (analysis.LoadLimit is not null)
        {
            remedies.Add(new Advice(AdviceKind.UnburdenTheLoad));
        }

        if (remedies.Count == 0)
        {
            remedies.Add(new Advice(AdviceKind.SteadyTheAaRuns));
        }
    }
}
