using System.Text;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting.Decisions;

/// <summary>The record of a decision as Markdown: the file of <c>experiments/decisions</c>. Pure functions, any thread.</summary>
public static class DecisionMarkdown
{
    // What opens a list, a heading, a quotation or a table where it stands first in a line.
    private const string Openers = "#>+-=:~|[";

    /// <summary>The whole record.</summary>
    public static string Of(Decision decision)
    {
        ArgumentNullException.ThrowIfNull(decision);
        StringBuilder text = new();
        Line(text, $"# {decision.FileName[..4]} {Escape(decision.Title)}");
        Line(text, $"\n{DecisionWords.Of(decision.Choice)}, {Numbers.Time(decision.DecidedAt)} UTC, decision `{decision.Id}`{(decision.Supersedes is null ? "" : $", replaces `{decision.Supersedes}`")}.");
        Context(text, decision);
        if (decision.Evidence is { } evidence)
        {
            Options(text, evidence);
            Evidence(text, evidence);
        }

        Section(text, "Decision", $"**{DecisionWords.Of(decision.Choice)}.** {DecisionWords.Meaning(decision.Choice)}");
        Quote(text, decision.Reason);
        Override(text, decision);
        Consequence(text, decision);
        if (decision.Revisit.Count > 0)
        {
            Section(text, "Revisit", "");
            Items(text, decision.Revisit);
        }

        return text.ToString();
    }

    private static void Context(StringBuilder text, Decision decision)
    {
        Section(text, "Context", decision.Evidence is { } evidence
            ? $"{Escape(evidence.Question)}"
            : $"Decision `{decision.Supersedes}` is taken back.");
        Line(text, $"\nExperiment {Escape(decision.Experiment)}{(decision.Evidence is { } of ? $", scenario {Escape(of.Scenario)}" : "")}, run {string.Join(", ", decision.RunIds.Select(r => $"`{Code(r)}`"))}.");
        if (decision.Evidence is { IsInjected: true })
        {
            Line(text, "\n> **INJECTED: planted effect, not a property of any strategy.**");
        }

        if (decision.Evidence is { IsAa: true })
        {
            Line(text, "\n> **A/A: the baseline against itself.**");
        }
    }

    private static void Options(StringBuilder text, DecisionEvidence evidence)
    {
        Section(text, "Options", "");
        if (evidence.Toggled.Count == 0)
        {
            Line(text, "The arms differ in no seam.");
            return;
        }

        Line(text, $"| seam | baseline | {Escape(VerdictWords.Arm(evidence.OtherArm))} |\n|---|---|---|");
        foreach (ToggledSeam seam in evidence.Toggled)
        {
            Row(text, seam.Seam, seam.Baseline, seam.Other);
        }
    }

    private static void Evidence(StringBuilder text, DecisionEvidence evidence)
    {
        VerdictRecord verdict = evidence.Verdict;
        Section(text, "Evidence", $"Verdict **{Word(evidence)}**. {VerdictWords.Meaning(verdict.Kind)}\n");
        Items(text, ReasonText.Reasons(verdict, verdict.IsProvisional && evidence.ConfirmedBy is null));
        Line(text, $"\nRule: {Escape(verdict.Rule.TrimEnd('.'))}. {Numbers.Counted(verdict.Blocks, BlockWords.One(verdict.IsOfPairs))}, {Numbers.Counted(evidence.Launches, "timed launch")}, seed {Escape(evidence.Seed)}, policy `{Code(verdict.PolicyHash)}`.");
        if (evidence.ConfirmedBy is not null)
        {
            Line(text, $"\nConfirmed by run `{Code(evidence.ConfirmedBy)}`: declared before it started, at another hour and with another seed, and judged alone, it gives the same word for the same metric.");
        }

        Criteria(text, verdict);
        Proofs(text, verdict, evidence);
        Sites(text, evidence);
        if (verdict.Warnings.Count > 0)
        {
            Line(text, "\n### Warnings\n");
            Items(text, ReasonText.Warnings(verdict));
        }

        if (evidence.Machine.Count > 0)
        {
            Line(text, "\n### Machine and build\n");
            Items(text, evidence.Machine.OrderBy(m => m.Key, StringComparer.Ordinal).Select(m => $"{m.Key}: {m.Value}"));
        }
    }

    private static string Word(DecisionEvidence evidence) =>
        evidence.ConfirmedBy is not null ? $"{VerdictWords.Of(evidence.Verdict.Kind)} (confirmed)" : VerdictWords.Of(evidence.Verdict.Kind, evidence.Verdict.IsProvisional);

    private static void Criteria(StringBuilder text, VerdictRecord verdict)
    {
        Line(text, "\n### Criterion, fixed before the run, and result\n");
        if (verdict.Estimates.Count == 0)
        {
            Line(text, "No metric was estimated.");
            return;
        }

        Line(text, "| metric | role | asked | result, interval, level | outcome |\n|---|---|---|---|---|");
        foreach (CriterionRow row in CriterionText.Rows(verdict))
        {
            Row(text, row.Metric, LabJson.Word(row.Role), row.Asked, row.Result, row.Outcome);
        }
    }

    private static void Proofs(StringBuilder text, VerdictRecord verdict, DecisionEvidence evidence)
    {
        Line(text, "\n### Execution proof\n");
        if (verdict.Proofs.Count == 0)
        {
            Line(text, "None is needed: the arms differ in no seam.");
            return;
        }

        Line(text, $"| seam | baseline hits/msg | {Escape(VerdictWords.Arm(evidence.OtherArm))} hits/msg | required | proved |\n|---|--:|--:|--:|---|");
        foreach (ExecutionProof proof in verdict.Proofs)
        {
            Row(text, proof.Seam, Numbers.Plain(proof.BaselineHits), Numbers.Plain(proof.OtherHits), Numbers.Plain(proof.Required), ProofWords.YesOrNo(proof));
        }
    }

    private static void Sites(StringBuilder text, DecisionEvidence evidence)
    {
        Line(text, "\n### Where the bytes are allocated\n");
        if (evidence.Sites.Count == 0)
        {
            Line(text, evidence.NoSitesReason is null ? Escape(evidence.SitesNote ?? HotspotText.NothingDiffers) : $"Not compared: {Escape(evidence.NoSitesReason)}");
            return;
        }

        Line(text, $"| call site | type | baseline B/msg | {Escape(VerdictWords.Arm(evidence.OtherArm))} B/msg | change | 95 % interval | differs |\n|---|---|--:|--:|--:|--:|---|");
        foreach (AllocationDifference site in evidence.Sites)
        {
            Row(text, SiteName.Full(site), site.Type, Numbers.Plain(site.Baseline), Numbers.Plain(site.Other), Numbers.Signed(site.Difference),
                double.IsNaN(site.Low) ? "insufficient" : Numbers.Interval(site.Low, site.High), site.IsDifferent ? "yes" : "no");
        }

        Line(text, evidence.SitesNote is null ? "" : $"\n{Escape(evidence.SitesNote)}");
    }

    private static void Override(StringBuilder text, Decision decision)
    {
        if (decision.Objections.Count == 0)
        {
            return;
        }

        Line(text, "\n### Decided against the evidence\n");
        Items(text, decision.Objections);
        Quote(text, decision.Override ?? "No reason was given: this cannot be recorded.");
    }

    private static void Consequence(StringBuilder text, Decision decision)
    {
        Section(text, "Consequence", "");
        Items(text, decision.Consequences);
        if (decision.Change is { } change)
        {
            Line(text, "\nProposed `strategies.json`, written only after it was confirmed:\n\n```diff");
            foreach (DiffLine line in TextDiff.Lines(change.BeforeText, change.AfterText))
            {
                Line(text, Code(line.ToString()));
            }

            Line(text, "```");
        }
    }

    private static void Section(StringBuilder text, string title, string lead) => Line(text, $"\n## {title}\n{(lead.Length == 0 ? "" : $"\n{lead}")}");

    private static void Quote(StringBuilder text, string words)
    {
        Line(text, "");
        foreach (string line in words.Split('\n'))
        {
            Line(text, $"> {Escape(line)}".TrimEnd());
        }
    }

    private static void Items(StringBuilder text, IEnumerable<string> items)
    {
        foreach (string item in items)
        {
            Line(text, $"- {Escape(item)}");
        }
    }

    private static void Row(StringBuilder text, params string[] cells) => Line(text, $"| {string.Join(" | ", cells.Select(Cell))} |");

    /// <summary>Words of a person or a file as words: no tag, link, picture, heading, definition or list comes of them.</summary>
    private static string Escape(string words)
    {
        string safe = Cell(words).TrimStart();
        int digits = safe.Length == 0 ? 0 : Math.Max(0, safe.AsSpan().IndexOfAnyExceptInRange('0', '9'));
        return safe.Length > 0 && Openers.Contains(safe[0]) ? $"\\{safe}"
            : digits > 0 && safe[digits] is '.' or ')' ? $"{safe[..digits]}\\{safe[digits..]}"
            : safe;
    }

    /// <summary>The same inside a cell, where no line begins.</summary>
    private static string Cell(string words) =>
        MarkdownText.Escape(words.Replace("&", "&amp;", StringComparison.Ordinal)).Replace("](", "]\\(", StringComparison.Ordinal);

    private static string Code(string text) => PlainText.Clean(text).Replace("`", "'", StringComparison.Ordinal);

    private static void Line(StringBuilder text, string line) => text.Append(line).Append('\n');
}
