using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Lab.Reporting.Screens;

/// <summary>A screen as plain text. Pure functions, any thread.</summary>
public static class ScreenText
{
    private const int BriefRowsMax = 12;
    private const int BarWidth = 16;

    /// <summary>Design, notices, then every metric with its effects and its ablation.</summary>
    /// <param name="report">The run.</param>
    /// <param name="screen">What it found.</param>
    /// <param name="width">Columns of a line.</param>
    /// <param name="isBrief">True leaves small effects and the half-normal plots out.</param>
    public static IReadOnlyList<string> Lines(RunReport report, ScreenResult screen, int width, bool isBrief)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(screen);
        ScreenPlan plan = report.Run.Plan.Screen!;
        List<string> lines = [.. PlainText.Wrap(ScreenWords.Design(plan, report.Run.Plan.Seed), width, "SCREEN ")];
        lines.AddRange(ScreenWords.Held(plan).SelectMany(h => PlainText.Wrap($"{h}.", width, "  ")));
        lines.AddRange(ScreenWords.Notices(report, screen).SelectMany(n => PlainText.Wrap(n, width, "! ")));
        foreach (ScreenMetric metric in screen.Metrics)
        {
            lines.Add("");
            lines.AddRange(Metric(report, metric, width, isBrief));
        }

        if (plan.Has(ScreenStage.Screen))
        {
            lines.Add("");
            lines.AddRange(PlainText.Wrap(ScreenWords.Legend, width));
        }

        return lines;
    }

    private static IEnumerable<string> Metric(RunReport report, ScreenMetric metric, int width, bool isBrief)
    {
        foreach (string line in PlainText.Wrap(Head(metric), width))
        {
            yield return line;
        }

        foreach (string line in metric.Effects.Count == 0 ? [] : Effects(metric, width, isBrief))
        {
            yield return line;
        }

        foreach (string line in ((IEnumerable<string>)[.. ScreenWords.Dependences(metric), ScreenWords.Total(metric)]).Where(l => l.Length > 0).SelectMany(l => PlainText.Wrap(l, width, "  ")))
        {
            yield return line;
        }

        foreach (string line in metric.Ablations.Count == 0 ? [] : Ablations(metric, width))
        {
            yield return line;
        }

        foreach (string line in isBrief || metric.Effects.Count == 0 ? [] : ChartTerminal.Lines(ScreenCharts.HalfNormal(report, metric), width))
        {
            yield return line;
        }
    }

    private static string Head(ScreenMetric metric)
    {
        string value = $"{VerdictWords.Label(metric.Policy.Id)}: {Numbers.Value(metric.BaselineValue, metric.Policy)} {metric.Policy.Unit} at the baseline; {ScreenWords.Size(metric.Policy, metric.Delta)} would matter";
        return double.IsNaN(metric.Deviation)
            ? value + "."
            : $"{value}; one launch is off by {ScreenWords.Size(metric.Policy, metric.Deviation)} ({Numbers.Counted(metric.DegreesOfFreedom, "degree")} of freedom).";
    }

    private static List<string> Effects(ScreenMetric metric, int width, bool isBrief)
    {
        ScreenEffect[] shown = [.. metric.Effects.Where((e, i) => !isBrief || i < BriefRowsMax || e.StandsOut)];
        double largest = metric.Effects.Where(e => e.Estimate.IsKnown).Select(e => Math.Abs(e.Estimate.Estimate)).DefaultIfEmpty(0).Max();
        TextTable table = new TextTable(width).Text("effect", 16).Number("change").Number("95 %").Text("size", 6);
        foreach (ScreenEffect effect in shown)
        {
            string name = (effect.StandsOut ? "* " : "  ") + effect.Name;
            if (!effect.Estimate.IsKnown)
            {
                table.Row(name, "n/a", "", "launches are missing");
                continue;
            }

            table.Row(name, ScreenWords.Change(metric.Policy, effect.Estimate), ScreenWords.Interval(metric.Policy, effect.Estimate), Bar(effect.Estimate.Estimate, largest));
        }

        List<string> lines = [.. table.Lines()];
        if (shown.Length < metric.Effects.Count)
        {
            lines.Add($"  {Numbers.Counted(metric.Effects.Count - shown.Length, "smaller effect")} not shown.");
        }

        if (metric.Margins is { } margins)
        {
            lines.AddRange(PlainText.Wrap(
                $"Lenth: pseudo standard error {ScreenWords.Size(metric.Policy, margins.PseudoStandardError)}; an effect of nothing stays below {ScreenWords.Size(metric.Policy, margins.Margin)}, all of them together below {ScreenWords.Size(metric.Policy, margins.Simultaneous)}.",
                width, "  "));
        }

        return lines;
    }

    private static string Bar(double estimate, double largest)
    {
        int length = largest > 0 ? (int)Math.Round(BarWidth * Math.Abs(estimate) / largest) : 0;
        return new string(estimate < 0 ? '-' : '+', length);
    }

    private static List<string> Ablations(ScreenMetric metric, int width)
    {
        TextTable table = new TextTable(width).Text("everything kept, without", 16).Number("change").Number("95 %").Text("", 12);
        foreach (ScreenAblation row in metric.Ablations)
        {
            table.Row((row.StandsOut ? "* " : "  ") + row.Factor, ScreenWords.Change(metric.Policy, row.Change), ScreenWords.Interval(metric.Policy, row.Change), ScreenWords.Ablation(metric, row));
        }

        return ["", .. table.Lines()];
    }
}
