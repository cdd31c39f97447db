using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Which of the seams in which the arms differ the verdict is about.</summary>
internal static class JudgedSeams
{
    /// <summary>The first line of a verdict about a part of what the arms differ in; null when it is about all of it.</summary>
    public static string? FirstLine(RunPlan plan, AnalysisResult analysis)
    {
        string[] judged = [.. analysis.Proofs.Select(p => p.Seam)];
        string[] silent = [.. plan.ToggledSeams.Except(judged)];
        return judged.Length == 0 || silent.Length == 0
            ? null
            : $"Judged for {string.Join(", ", judged)} only: the arms differ also in {string.Join(", ", silent)}, which this load does not execute; "
                + $"the verdict says nothing about {Numbers.Noun(silent.Length, "that", "those")}.";
    }
}
