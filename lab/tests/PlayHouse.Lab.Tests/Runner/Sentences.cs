using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Tests;

/// <summary>Facts as a reader meets them.</summary>
internal static class Sentences
{
    public static string[] Of(IEnumerable<Reason> reasons, AnalysisResult? analysis = null)
    {
        var verdict = new VerdictRecord
        {
            RunId = "", Kind = VerdictKind.Inconclusive, IsProvisional = false, Rule = "", Reasons = [], Blocks = 0, PolicyHash = "",
            Estimates = analysis?.Estimates ?? [], Proofs = analysis?.Proofs ?? [],
        };
        return [.. reasons.Select(r => ReasonText.Of(r, verdict))];
    }

    public static string[] Warnings(AnalysisResult analysis) => Of(analysis.Warnings, analysis);
}
