using System.Text;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Reporting.Screens;

namespace PlayHouse.Lab.Reporting;

/// <summary>A run as Markdown: the content of <see cref="RunText"/> with full metric ids and classes. Pure functions, any thread.</summary>
public static class RunMarkdown
{
    private const int RowsMax = 25;

    /// <summary>The whole run.</summary>
    public static string Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        RunPlan plan = report.Run.Plan;
        StringBuilder text = new();
        Line(text, $"# {MarkdownText.Escape(report.Run.ExperimentId)}: {(report.Verdict is not null ? VerdictWords.Of(report) : report.Screen is null ? "no verdict" : "screen")}");
        foreach (string banner in VerdictWords.Notices(report))
        {
            Line(text, $"\n> **{MarkdownText.Escape(banner)}**");
        }

        Line(text, $"\n{MarkdownText.Escape(plan.Experiment.Question)}");
        Line(text, $"\n- Run `{report.Run.Id}`, {Numbers.Time(report.Run.CreatedAt)} UTC, seed {plan.Seed}");
        Line(text, $"- {MarkdownText.Escape(plan.Experiment.Scenario)}: {MarkdownText.Escape(RunText.Load(plan))}");
        if (!VerdictWords.IsAa(report.Run))
        {
            Line(text, $"- baseline: {MarkdownText.Escape(RunText.Toggles(plan, plan.Baseline))}");
            Line(text, $"- {MarkdownText.Escape(VerdictWords.Arm(plan.Other.Name))}: {MarkdownText.Escape(RunText.Toggles(plan, plan.Other))}");
        }

        if (report.Screen is { } screen)
        {
            text.Append(ScreenMarkdown.Of(report, screen));
        }
        else if (report.Verdict is { } verdict)
        {
            Verdict(text, report, verdict);
        }
        else
        {
            Line(text, $"\n{MarkdownText.Escape(VerdictText.NoVerdict(report))}");
        }

        if (report.Screen is null)
        {
            Attribution(text, report);
        }

        Line(text, "\n## Next\n");
        foreach (NextStep step in NextSteps.Of(report))
        {
            Line(text, $"- `{step.Command}`: {step.Why}");
        }

        return text.ToString();
    }

    private static void Verdict(StringBuilder text, RunReport report, VerdictRecord verdict)
    {
        Line(text, $"\n## Verdict\n\n**{VerdictWords.Of(report)}**, {VerdictWords.Place(report.Run.Plan)}. {VerdictWords.Meaning(verdict.Kind)}\n");
        Items(text, ReasonText.Reasons(report));
        Line(text, $"\n{MarkdownText.Escape(VerdictText.Basis(report, verdict))}");
        string other = VerdictWords.Arm(report.Run.Plan.Other.Name);
        if (verdict.Estimates.Count > 0)
        {
            Line(text, $"\n| metric | role | baseline | {MarkdownText.Escape(other)} | change | interval | level | class |\n|---|---|--:|--:|--:|--:|--:|---|");
        }

        foreach (MetricEstimate estimate in verdict.Estimates.OrderBy(e => e.Policy.Role))
        {
            MetricRow row = new(estimate);
            Row(text, estimate.Policy.Id, LabJson.Word(estimate.Policy.Role), row.Baseline, row.Other, row.Change, row.Interval, row.Level, VerdictWords.Long(estimate));
        }

        foreach (string note in MetricRow.Notes(report, verdict.Estimates))
        {
            Line(text, $"\n{MarkdownText.Escape(note)}");
        }

        if (VerdictText.NoiseFloor(verdict) is { } floor)
        {
            Line(text, $"\n{MarkdownText.Escape(floor)}");
        }

        if (verdict.Proofs.Count > 0)
        {
            Line(text, $"\n### Execution proof\n\n| seam | baseline hits/msg | {MarkdownText.Escape(other)} hits/msg | required | proved |\n|---|--:|--:|--:|---|");
        }

        foreach (ExecutionProof proof in verdict.Proofs)
        {
            Row(text, proof.Seam, Numbers.Plain(proof.BaselineHits), Numbers.Plain(proof.OtherHits), Numbers.Plain(proof.Required),
                ProofWords.YesOrNo(proof));
        }

        Section(text, "Warnings", ReasonText.Warnings(verdict));
        Section(text, "What would change it", ReasonText.Remedies(verdict));
    }

    private static void Attribution(StringBuilder text, RunReport report)
    {
        Line(text, "\n## Where the bytes are allocated\n");
        if (report.Attribution is not { IsPossible: true } comparison)
        {
            Line(text, HotspotText.NotCompared(report));
            foreach (AllocationProfile profile in report.Profiles.Where(p => p.Invalid.Count == 0))
            {
                Sites(text, profile);
            }
        }
        else
        {
            Differences(text, report, comparison);
        }

        Items(text, (report.Attribution?.LeftOut ?? []).Select(l => $"left out: {l}"));
        Items(text, report.Profiles.Select(HotspotText.TraceLine));
        Items(text, report.Profiles.Count > 0 ? report.TracingCosts.Select(TracingCostText.Sentence) : []);
    }

    private static void Differences(StringBuilder text, RunReport report, AllocationComparison comparison)
    {
        string other = MarkdownText.Escape(VerdictWords.Arm(report.Run.Plan.Other.Name));
        Line(text, $"| call site | type | source | baseline B/msg | {other} B/msg | change | 95 % interval | differs |\n|---|---|---|--:|--:|--:|--:|---|");
        foreach (AllocationDifference site in HotspotText.Shown(comparison, RowsMax))
        {
            Row(text, SiteName.Full(site), site.Type, HotspotText.PlaceOf(site.Source, site.CalledFrom) ?? "", Numbers.Plain(site.Baseline), Numbers.Plain(site.Other),
                Numbers.Signed(site.Difference), double.IsNaN(site.Low) ? "insufficient" : Numbers.Interval(site.Low, site.High),
                site.IsDifferent ? "yes *" : "");
        }

        Line(text, HotspotText.Nothing(comparison) is { Length: > 0 } nothing ? $"\n{MarkdownText.Escape(nothing)}\n" : "");
        Line(text, MarkdownText.Escape(HotspotText.SumLine(comparison)) + "\n");
    }

    private static void Sites(StringBuilder text, AllocationProfile profile)
    {
        Line(text, $"\n### {MarkdownText.Escape(VerdictWords.Arm(profile.Arm))}\n\n| call site | type | source | B/msg | 95 % interval |\n|---|---|---|--:|--:|");
        foreach (AllocationSite site in profile.Sites.Take(RowsMax))
        {
            Row(text, site.Site, site.Type, HotspotText.PlaceOf(site.Source, site.CalledFrom) ?? "", Numbers.Plain(site.BytesPerMessage),
                site.IsInsufficient ? "insufficient" : $"[{Numbers.Plain(site.Low)}, {Numbers.Plain(site.High)}]");
        }
    }

    private static void Section(StringBuilder text, string title, IReadOnlyCollection<string> items)
    {
        if (items.Count > 0)
        {
            Line(text, $"\n### {title}\n");
            Items(text, items);
        }
    }

    private static void Items(StringBuilder text, IEnumerable<string> items)
    {
        foreach (string item in items)
        {
            Line(text, $"- {MarkdownText.Escape(item)}");
        }
    }

    private static void Row(StringBuilder text, params string[] cells) =>
        Line(text, $"| {string.Join(" | ", cells.Select(MarkdownText.Escape))} |");

    private static void Line(StringBuilder text, string line) => text.Append(line).Append('\n');
}
