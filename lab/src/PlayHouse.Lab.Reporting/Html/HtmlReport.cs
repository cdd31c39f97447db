using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting.Html;

/// <summary>
/// A run as one HTML file that needs nothing else: words and figures of <see cref="RunText"/>, pictures as SVG with their tables folded under
/// them, light and dark, no script, no request. Pure functions, any thread.
/// </summary>
public static class HtmlReport
{
    private const int StripsMax = 8;

    /// <summary>The whole run.</summary>
    /// <param name="report">The run.</param>
    /// <param name="profiles">What the runtime did in its traced launches; empty for none.</param>
    /// <param name="latencies">Latencies out of the histograms of its launches; without any, what they recorded is drawn.</param>
    public static string Of(RunReport report, IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<LatencyCurve>? latencies = null)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(profiles);
        HtmlWriter html = new();
        Head(html, report);
        if (report.Screen is { } screen)
        {
            ScreenHtml.Write(html, report, screen);
        }
        else if (report.Verdict is { } verdict)
        {
            Verdict(html, report, verdict);
            Metrics(html, report, verdict);
            Launches(html, report, verdict, latencies ?? []);
        }
        else
        {
            html.Section("Verdict").Text("p", VerdictText.NoVerdict(report)).End();
        }

        if (report.Screen is null)
        {
            Sites(html, report);
            Collector(html, report, profiles);
        }

        Design(html, report);
        Next(html, report);
        return HtmlPage.Of($"{report.Run.ExperimentId}: {(report.Verdict is not null ? VerdictWords.Of(report) : report.Screen is null ? "no verdict" : "screen")}", html);
    }

    /// <summary>Arms of two runs side by side: descriptive, without a verdict.</summary>
    public static string Of(ArmComparison comparison, string left, string right)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        HtmlWriter html = new();
        html.Text("h1", $"{left} compared with {right}").Text("p", ArmComparisonText.Notice, "notice").Items(comparison.Warnings).Section("Metrics");
        html.Table("Level of each arm with its smallest and its largest launch",
            [
                new("metric", false), new($"{left} ({Numbers.Counted(comparison.LeftLaunches, "launch")})", true), new("range", true),
                new($"{right} ({Numbers.Counted(comparison.RightLaunches, "launch")})", true), new("range", true),
            ],
            comparison.Metrics.Select(m => (IReadOnlyList<string>)
            [
                ArmComparisonText.Label(m), ArmComparisonText.Value(m, m.Left), ArmComparisonText.Range(m, m.LeftLow, m.LeftHigh), ArmComparisonText.Value(m, m.Right), ArmComparisonText.Range(m, m.RightLow, m.RightHigh),
            ]));
        Foot(html.End(), $"plab compare {left} {right}");
        return HtmlPage.Of($"{left} compared with {right}", html);
    }

    private static void Head(HtmlWriter html, RunReport report)
    {
        html.Text("h1", report.Run.ExperimentId).Text("p", report.Run.Plan.Experiment.Question, "lead");
        html.Text("p", $"Run {report.Run.Id}, {Numbers.Time(report.Run.CreatedAt)} UTC", "note");
        foreach (string notice in VerdictWords.Notices(report))
        {
            html.Text("p", notice, "notice");
        }
    }

    private static void Verdict(HtmlWriter html, RunReport report, VerdictRecord verdict)
    {
        string tone = verdict.Kind switch
        {
            VerdictKind.Keep => "good", VerdictKind.Rollback or VerdictKind.Unfit => "bad", VerdictKind.TradeOff => "mixed", _ => "open",
        };
        html.Raw($"<section class=\"{tone}\">").Text("h2", "Verdict").Text("p", VerdictWords.Of(report), "word").Text("p", $"Environment and load: {VerdictWords.Place(report.Run.Plan)}", "note");
        foreach (string noise in VerdictText.TooNoisy(verdict))
        {
            html.Text("p", noise);
        }

        html.Text("p", VerdictWords.Meaning(verdict.Kind)).Items(ReasonText.Reasons(report)).Text("p", VerdictText.Basis(report, verdict), "note").End();
        Listed(html, "Warnings", ReasonText.Warnings(verdict));
        Listed(html, "What would change it", [.. MethodText.Missing(verdict), .. ReasonText.Remedies(verdict)]);
    }

    private static void Metrics(HtmlWriter html, RunReport report, VerdictRecord verdict)
    {
        html.Section("Metrics").Chart(ForestChart.Of(report));
        string[] arms = [.. RunData.Arms(report).Select(VerdictWords.Arm)];
        html.Table("Metrics of both arms with their change",
            [new("metric", false), new("role", false), new(arms[0], true), new(arms[1], true), new("change", true), new("interval", true), new("level", true), new("class", false)],
            verdict.Estimates.OrderBy(e => e.Policy.Role).Select(e => new MetricRow(e)).Select(r => (IReadOnlyList<string>)
            [
                VerdictWords.LabelWithUnit(r.Estimate.Policy), LabJson.Word(r.Estimate.Policy.Role), r.Baseline, r.Other, r.Change, r.Interval, r.Level, VerdictWords.Short(r.Estimate),
            ]));
        html.Text("p", VerdictWords.Legend, "note").Items([.. MetricRow.Notes(report, verdict.Estimates), VerdictText.NoiseFloor(verdict) ?? "", .. MethodText.Of(report)]);
        if (verdict.Proofs.Count > 0)
        {
            html.Text("h3", "Execution proof").Table("How often the toggled code ran per message",
                [new("seam", false), new(arms[0], true), new(arms[1], true), new("required", true), new("proved", false)],
                verdict.Proofs.Select(p => (IReadOnlyList<string>)[p.Seam, Numbers.Plain(p.BaselineHits), Numbers.Plain(p.OtherHits), Numbers.Plain(p.Required), ProofWords.YesOrNo(p)]));
        }

        html.End();
    }

    private static void Launches(HtmlWriter html, RunReport report, VerdictRecord verdict, IReadOnlyList<LatencyCurve> latencies)
    {
        html.Section("Launch by launch");
        foreach (MetricEstimate estimate in verdict.Estimates.Where(e => e.Policy.Role != MetricRole.Explore).OrderBy(e => e.Policy.Role).Take(StripsMax))
        {
            html.Chart(ArmChart.Arms(report, estimate.Policy.Id));
        }

        if (CapacityChart.IsFor(report))
        {
            html.Chart(CapacityChart.Of(report));
        }

        html.Chart(PercentileChart.Whole(report, latencies)).End();
    }

    private static void Sites(HtmlWriter html, RunReport report)
    {
        html.Section("Where the bytes are allocated");
        if (report.Attribution is { IsPossible: true } comparison)
        {
            html.Text("p", HotspotText.SumLine(comparison, "the sites that differ")).Chart(SiteChart.Waterfall(report)).Chart(SiteChart.Differences(report));
        }
        else
        {
            html.Text("p", HotspotText.NotCompared(report));
        }

        html.Items([.. report.Profiles.Select(HotspotText.TraceLine), .. report.Profiles.Count > 0 ? report.TracingCosts.Select(TracingCostText.Sentence) : []]).End();
    }

    private static void Collector(HtmlWriter html, RunReport report, IReadOnlyList<RuntimeProfile> profiles)
    {
        html.Section("What the collector did");
        foreach (ChartSpec lane in GcLanesChart.Of(report, profiles).SelectMany(t => t.Lanes))
        {
            html.Chart(lane);
        }

        html.End();
    }

    private static void Design(HtmlWriter html, RunReport report)
    {
        RunPlan plan = report.Run.Plan;
        html.Section("Design and machine");
        List<IReadOnlyList<string>> facts = [["scenario", plan.Experiment.Scenario], ["load", RunText.Load(plan)], ["warm-up", Numbers.Duration(plan.WarmupSeconds)], ["window", Numbers.Duration(plan.WindowSeconds)]];
        facts.AddRange(VerdictWords.IsAa(report.Run) ? [] : new[] { plan.Baseline, plan.Other }.Select(a => (IReadOnlyList<string>)[VerdictWords.Arm(a.Name), RunText.Toggles(plan, a)]));
        facts.AddRange([["blocks that count", Numbers.Count(report.BlocksAccepted)], ["seed", plan.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture)], ["policy", plan.PolicyHash]]);
        LaunchRecord? launch = report.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0);
        facts.AddRange(FingerprintKeys.Identity.Where(k => launch?.Fingerprint.GetValueOrDefault(k) is { Length: > 0 }).Select(k => (IReadOnlyList<string>)[k, launch!.Fingerprint[k]]));
        html.Table("What was run, on what", [new("what", false), new("value", false)], facts).End();
    }

    private static void Next(HtmlWriter html, RunReport report)
    {
        html.Section("Next");
        foreach (NextStep step in NextSteps.Of(report))
        {
            html.Raw($"<p><code>./{HtmlWriter.Escape(step.Command)}</code> {HtmlWriter.Escape(step.Why)}</p>");
        }

        Foot(html.End(), $"plab export {report.Run.Id} --format html");
    }

    private static void Listed(HtmlWriter html, string title, IReadOnlyCollection<string> items)
    {
        if (items.Count > 0)
        {
            html.Section(title).Items(items).End();
        }
    }

    private static void Foot(HtmlWriter html, string command) =>
        html.Raw($"<footer>PlayHouse Lab. The same figures: <code>./{HtmlWriter.Escape(command)}</code></footer>");
}
