using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Screens;

namespace PlayHouse.Lab.Reporting.Html;

/// <summary>The part of an HTML report that is about a screen: the words of <see cref="ScreenMarkdown"/>, and its pictures. Pure.</summary>
internal static class ScreenHtml
{
    /// <summary>Notices, design, then every metric with its effects and its ablation.</summary>
    public static void Write(HtmlWriter html, RunReport report, ScreenResult screen)
    {
        ScreenPlan plan = report.Run.Plan.Screen!;
        foreach (string notice in ScreenWords.Notices(report, screen))
        {
            html.Text("p", notice, "notice");
        }

        html.Section("Screen").Text("p", ScreenWords.Design(plan, report.Run.Plan.Seed))
            .Items([.. plan.Factors.Select(ScreenWords.Levels), .. ScreenWords.Held(plan)]).End();
        foreach (ScreenMetric metric in screen.Metrics)
        {
            Metric(html, report, metric);
        }

        html.Section("How to read it").Text("p", ScreenWords.Legend).End();
    }

    private static void Metric(HtmlWriter html, RunReport report, ScreenMetric metric)
    {
        html.Section(metric.Policy.Id);
        if (metric.Effects.Count > 0)
        {
            html.Chart(ScreenCharts.Effects(report, metric));
            html.Table($"Effects on {ScreenWords.Label(metric)}",
                [new("effect", false), new("change", true), new("95 %", true), new("p", true), new("stands out", false)],
                metric.Effects.Select(e => (IReadOnlyList<string>)
                [
                    e.Name, ScreenWords.Change(metric.Policy, e.Estimate), ScreenWords.Interval(metric.Policy, e.Estimate), Numbers.Plain(e.P), e.StandsOut ? "yes" : "",
                ]));
        }

        html.Items([.. ScreenWords.Dependences(metric), ScreenWords.Total(metric)]);
        foreach (ScreenEffect pair in metric.Effects.Where(e => e.IsInteraction && e.StandsOut))
        {
            html.Chart(ScreenCharts.Interaction(report, metric, pair));
        }

        if (metric.Effects.Count > 0)
        {
            html.Chart(ScreenCharts.HalfNormal(report, metric));
        }

        if (metric.Ablations.Count > 0)
        {
            html.Chart(ScreenCharts.Ablation(report, metric));
            html.Table($"Effects on {ScreenWords.Label(metric)} of leaving one out",
                [new("everything kept, without", false), new("change", true), new("95 %", true), new("meaning", false)],
                metric.Ablations.Select(a => (IReadOnlyList<string>)
                    [a.Factor, ScreenWords.Change(metric.Policy, a.Change), ScreenWords.Interval(metric.Policy, a.Change), ScreenWords.Ablation(metric, a)]));
        }

        html.End();
    }
}
