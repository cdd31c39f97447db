using System.Globalization;
using System.Text;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>Runs and what they decided, as a table for a page. Pure; any thread.</summary>
public static class RunListMarkdown
{
    /// <summary>The table, in the order given; a run without a verdict says its state instead.</summary>
    /// <param name="runs">Runs with their verdicts.</param>
    public static string Of(IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        var page = new StringBuilder("| run | experiment | verdict | what decides | blocks | minutes |\n|---|---|---|---|--:|--:|\n");
        foreach (RunReport run in runs)
        {
            page.Append(CultureInfo.InvariantCulture, $"| {run.Run.Id} | {Escape(run.Run.ExperimentId)} | {Word(run)} | {Primaries(run.Verdict)} | {run.BlocksAccepted} | {Minutes(run.Run)} |\n");
        }

        return page.ToString();
    }

    /// <summary>What each run was said to decide at the time, and what the rule of today says of the same launches; ordered by run.</summary>
    /// <param name="all">Runs judged again.</param>
    public static string Of(IReadOnlyList<Reanalysis> all)
    {
        ArgumentNullException.ThrowIfNull(all);
        var page = new StringBuilder("| run | experiment | said at the time | the rule of today | what decides today |\n|---|---|---|---|---|\n");
        foreach (Reanalysis run in all.OrderBy(r => r.Report.Run.Id, StringComparer.Ordinal))
        {
            PastVerdict said = run.SaidAtTheTime;
            page.Append(CultureInfo.InvariantCulture, $"| {run.Report.Run.Id} | {Escape(run.Report.Run.ExperimentId)} | {VerdictWords.Of(said.Kind, said.IsProvisional)}, rule {said.RuleVersion} ")
                .Append(CultureInfo.InvariantCulture, $"| {VerdictWords.Of(run.Now.Kind, run.Now.IsProvisional)}, rule {run.Now.RuleVersion} | {Primaries(run.Now)} |\n");
        }

        return page.ToString();
    }

    private static string Word(RunReport run)
    {
        string word = run.Verdict is null ? LabJson.Word(run.Run.State) : VerdictWords.Of(run);
        return string.Join(' ', [word, .. VerdictWords.Marks(run)]);
    }

    /// <summary>Every primary with its change, and the guards that do not pass.</summary>
    private static string Primaries(VerdictRecord? verdict) => verdict is null
        ? ""
        : string.Join("; ", verdict.Estimates.Where(e => e.Policy.Role == MetricRole.Primary || IsFailingGuard(e)).Select(Cell));

    private static bool IsFailingGuard(MetricEstimate estimate) => estimate.Policy.Role == MetricRole.Guard && !estimate.IsNonInferior;

    private static string Cell(MetricEstimate estimate)
    {
        var row = new MetricRow(estimate);
        return Escape($"{VerdictWords.Label(estimate.Policy.Id)} {row.Change} {row.Interval} {VerdictWords.Short(estimate)}");
    }

    private static string Escape(string text) => Charts.ChartMarkdown.Escape(PlainText.Clean(text));

    private static string Minutes(RunRecord run) => run.EndedAt is { } ended
        ? (ended - run.CreatedAt).TotalMinutes.ToString("0.0", CultureInfo.InvariantCulture)
        : "";
}
