using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>The sentence of each fact: the one place where reasons, warnings and remedies become words. Pure functions, any thread.</summary>
public static class ReasonText
{
    /// <summary>Why the verdict of a run is what it is, as it stands now; empty without a verdict.</summary>
    public static IReadOnlyList<string> Reasons(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return report.Verdict is { } verdict ? Reasons(verdict, report.IsProvisional) : [];
    }

    /// <summary>Why the verdict is what it is, most important first.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="isProvisional">True while it waits for the run that confirms it.</param>
    public static IReadOnlyList<string> Reasons(VerdictRecord verdict, bool isProvisional)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return All(verdict.ReasonsWhile(isProvisional), verdict);
    }

    /// <summary>What a reader of the verdict must know.</summary>
    public static IReadOnlyList<string> Warnings(VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return All(verdict.Warnings, verdict);
    }

    /// <summary>What would change the verdict.</summary>
    public static IReadOnlyList<string> Remedies(VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return All(verdict.WhatWouldChangeIt, verdict);
    }

    /// <summary>One fact as a sentence.</summary>
    /// <param name="reason">The fact.</param>
    /// <param name="verdict">The verdict it belongs to, whose estimates and proofs it points at; null for a fact that stands alone.</param>
    public static string Of(Reason reason, VerdictRecord? verdict = null)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return reason switch
        {
            Said said => said.Text,
            Notice notice => Notices.Of(notice.About),
            Advice advice => Notices.Of(advice.Do),
            _ => MetricReasonText.Of(reason, verdict) ?? RemedyText.Of(reason, verdict) ?? LaunchReasonText.Of(reason) ?? LoadReasonText.Of(reason)
                ?? ProofReasonText.Of(reason, verdict) ?? ScreenReasonText.Of(reason)
                ?? throw new ArgumentException($"No sentence is written for {reason.GetType().Name}.", nameof(reason)),
        };
    }

    private static string[] All(IReadOnlyList<Reason> reasons, VerdictRecord verdict) => [.. reasons.Select(r => BlockWords.Of(verdict.IsOfPairs, Of(r, verdict)))];
}
