using System.Globalization;
using System.Text;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Reporting.Screens;

/// <summary>The part of a run's Markdown that is about a screen. Pure functions, any thread.</summary>
public static class ScreenMarkdown
{
    /// <summary>Design, notices, effects and ablation.</summary>
    public static string Of(RunReport report, ScreenResult screen)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(screen);
        ScreenPlan plan = report.Run.Plan.Screen!;
        var page = new StringBuilder();
        foreach (string notice in ScreenWords.Notices(report, screen))
        {
            page.Append(CultureInfo.InvariantCulture, $"\n> **{Escape(notice)}**\n");
        }

        page.Append(CultureInfo.InvariantCulture, $"\n## Screen\n\n{Escape(ScreenWords.Design(plan, report.Run.Plan.Seed))}\n\n");
        List(page, plan.Factors.Select(ScreenWords.Levels));
        List(page, ScreenWords.Held(plan));
        foreach (ScreenMetric metric in screen.Metrics)
        {
            Metric(page, metric);
        }

        page.Append(CultureInfo.InvariantCulture, $"\n{Escape(ScreenWords.Legend)}\n\n");
        return page.ToString();
    }

    private static void Metric(StringBuilder page, ScreenMetric metric)
    {
        page.Append(CultureInfo.InvariantCulture, $"\n### {metric.Policy.Id}\n");
        if (metric.Effects.Count > 0)
        {
            page.Append("\n| effect | change | 95 % | p | stands out |\n|---|---|---|---|---|\n");
        }

        foreach (ScreenEffect effect in metric.Effects)
        {
            page.Append(CultureInfo.InvariantCulture, $"| {Escape(effect.Name)} | {Escape(ScreenWords.Change(metric.Policy, effect.Estimate))} | {Escape(ScreenWords.Interval(metric.Policy, effect.Estimate))} | {Numbers.Plain(effect.P)} | {(effect.StandsOut ? "yes" : "")} |\n");
        }

        page.Append('\n');
        List(page, ScreenWords.Dependences(metric).Append(ScreenWords.Total(metric)).Where(l => l.Length > 0));
        if (metric.Ablations.Count == 0)
        {
            return;
        }

        page.Append("\n| everything kept, without | change | 95 % | |\n|---|---|---|---|\n");
        foreach (ScreenAblation row in metric.Ablations)
        {
            page.Append(CultureInfo.InvariantCulture, $"| {Escape(row.Factor)} | {Escape(ScreenWords.Change(metric.Policy, row.Change))} | {Escape(ScreenWords.Interval(metric.Policy, row.Change))} | {Escape(ScreenWords.Ablation(metric, row))} |\n");
        }
    }

    private static void List(StringBuilder page, IEnumerable<string> items)
    {
        foreach (string item in items)
        {
            page.Append(CultureInfo.InvariantCulture, $"- {Escape(item)}\n");
        }
    }

    private static string Escape(string text) => Charts.ChartMarkdown.Escape(PlainText.Clean(text));
}
