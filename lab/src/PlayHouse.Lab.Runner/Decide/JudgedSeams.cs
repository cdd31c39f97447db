using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Which of the seams in which the arms differ the verdict is about.</summary>
internal static class JudgedSeams
{
    /// <summary>The first fact of a verdict about a part of what the arms differ in; null when it is about all of it.</summary>
    public static JudgedInPart? Find(RunPlan plan, AnalysisResult analysis)
    {
        string[] judged = [.. analysis.Proofs.Select(p => p.Seam)];
        string[] silent = [.. plan.ToggledSeams.Except(judged)];
        return judged.Length == 0 || silent.Length == 0 ? null : new(judged, silent);
    }
}
