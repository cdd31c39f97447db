using System.Globalization;
using System.Text;
using PlayHouse.Engine.Peers.Measure;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>Samples as a Markdown page that also reads in a terminal. Every number comes from its arguments: equal ones give equal pages.</summary>
internal static class PeerReport
{
    private const string RatioFormat = "0.00";

    public static string Render(BenchResult result, BenchPlan plan, PeerConditions conditions)
    {
        StringBuilder page = new();
        page.Append(PeerTexts.Head);
        Conditions(page, result, plan, conditions);
        GoalTable(page, result);
        foreach (Cell cell in plan.Cells)
        {
            CellTable(page, result, cell);
        }

        return page.ToString().Replace("\r\n", "\n", StringComparison.Ordinal);
    }

    private static void Conditions(StringBuilder page, BenchResult result, BenchPlan plan, PeerConditions conditions)
    {
        WarmUpOutcome[] warm = [.. result.Samples.Select(s => s.WarmUp)];
        double[] seconds = [.. warm.Select(w => w.Milliseconds / 1e3)];
        Line(page, $"Conditions: {conditions.Machine};");
        Line(page, $"{conditions.Placement}; {plan.Rounds} rounds, fresh processes, order drawn per round and cell (seed {plan.Seed}), {plan.WindowMs} ms window;");
        Line(page, $"warm-up under load, the same rule for all: at least {plan.WarmUp.MinimumMs} ms and until no method was compiled for {plan.WarmUp.StillMs} ms, at most {plan.WarmUp.DeadlineMs} ms");
        Line(page, $"(it took {Numbers.Range(seconds, "0.0")} s; {warm.Count(w => !w.IsSettled)} of {warm.Length} samples began without that stillness; a program without such a compiler waits the least time);");
        if (result.LatencyRate > 0)
        {
            Line(page, $"open loops at {result.LatencyRate:N0} requests/s, {PeerBench.LatencyShare:P0} of the {result.PilotRate:N0}/s that the engine reached in a closed-loop pilot;");
        }

        Line(page, $"load of the machine when it ended: {conditions.Load}; {result.Samples.Count} samples.");
        page.Append('\n');
    }

    private static void GoalTable(StringBuilder page, BenchResult result)
    {
        page.Append("## Goals\n\n").Append(PeerTexts.Goals);
        page.Append("| goal | server | against | figure | cell | median | range | A/A | must | target | |\n");
        page.Append("|---|---|---|---|---|---|---|---|---|---|---|\n");
        foreach (GoalRow row in Goals.All.Select(g => GoalRow.Of(g, result)))
        {
            Goal goal = row.Goal;
            string format = goal.Against is null ? "N0" : RatioFormat;
            Line(page, $"| {goal.Id} | {goal.Server} | {goal.Against ?? Numbers.None} | {PeerTexts.FigureOf(goal.Metric)} | {goal.Cell?.Name ?? goal.Load} | {Numbers.Text(row.Median, format)} | {Numbers.Range(row.Values, format)} | {Numbers.Range(row.Noise, RatioFormat)} | {Limit(goal, goal.Must)} | {Limit(goal, goal.Target)} | {row.Status} |");
        }

        page.Append('\n');
    }

    private static void CellTable(StringBuilder page, BenchResult result, Cell cell)
    {
        Line(page, $"## {char.ToUpperInvariant(cell.Name[0])}{cell.Name[1..]}");
        page.Append('\n');
        if (result.Obstacles.TryGetValue(cell.Name, out string? obstacle))
        {
            Line(page, $"No figures, {obstacle}");
            page.Append('\n');
            return;
        }

        Sample[] samples = [.. result.Samples.Where(s => s.Cell.Name == cell.Name)];
        Metric[] columns = [.. cell.Columns.Where(c => samples.Any(s => !double.IsNaN(s.Of(c.Id))))];
        Line(page, $"| | {string.Join(" | ", columns.Select(c => c.ShowsRange ? $"{c.Header} | range" : c.Header))} | |");
        Line(page, $"|---{string.Concat(columns.Select(c => c.ShowsRange ? "|---|---" : "|---"))}|---|");
        foreach (string arm in cell.Arms)
        {
            Sample[] own = [.. samples.Where(s => s.Arm == arm)];
            if (own.Length > 0)
            {
                Line(page, $"| {arm} | {string.Join(" | ", columns.Select(c => Column(c, own)))} | {Remarks(own)} |");
            }
        }

        page.Append('\n');
    }

    private static string Column(Metric metric, Sample[] samples)
    {
        double[] values = [.. samples.Select(s => s.Of(metric.Id)).Where(v => !double.IsNaN(v))];
        string median = Numbers.Text(Numbers.Median(values), metric.Format);
        return metric.ShowsRange ? $"{median} | {Numbers.Range(values, metric.Format)}" : median;
    }

    /// <summary>Notes, then every kind of mark with the number of samples that have it.</summary>
    private static string Remarks(Sample[] samples)
    {
        IEnumerable<string> notes = samples.Select(s => s.Note).Where(n => n.Length > 0).Distinct();
        IEnumerable<string> marks = samples
            .SelectMany(s => s.Marks.Select(m => m.Split(':')[0]).Distinct())
            .GroupBy(m => m)
            .OrderBy(g => g.Key, StringComparer.Ordinal)
            .Select(g => g.Count() == samples.Length ? g.Key : $"{g.Key} in {g.Count()} of {samples.Length}");
        return string.Join(", ", [.. notes, .. marks]);
    }

    private static string Limit(Goal goal, double value) =>
        goal.Wish == Wish.None ? "" : (goal.Wish == Wish.AtMost ? "≤ " : "≥ ") + Numbers.Text(value, value >= 1000 ? "N0" : "0.###");

    private static void Line(StringBuilder page, FormattableString line) => page.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
