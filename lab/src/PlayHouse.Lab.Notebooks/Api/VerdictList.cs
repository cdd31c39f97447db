using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>What experiments have come to: the latest verdict of each with the metrics that decided, or "not yet settled".</summary>
public sealed class VerdictList : IDisplayable
{
    private static readonly string[] Heads = ["experiment", "verdict", "decided by", "before", "after", "change", "interval", "run"];
    private readonly IReadOnlyList<(string Experiment, RunView? Run)> _runs;

    internal VerdictList(IReadOnlyList<(string Experiment, RunView? Run)> runs) => _runs = runs;

    /// <summary>True when every experiment has a verdict that says something: neither INCONCLUSIVE nor UNFIT.</summary>
    public bool AreSettled => _runs.All(r => r.Run is { IsSettled: true });

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => ValueDisplay.Markdown(this);

    /// <inheritdoc/>
    public DisplayData ToDisplay()
    {
        MetricEstimate[] shown = [.. _runs.SelectMany(r => r.Run is { } run ? Decided(run) : [])];
        return ValueDisplay.Table(Heads, [.. _runs.SelectMany(r => Rows(r.Experiment, r.Run)), .. MetricRow.Notes(null, shown).Select(n => (string[])[n, "", "", "", "", "", "", ""])]);
    }

    private static MetricEstimate[] Decided(RunView run) => [.. run.Report.Verdict!.Estimates.Where(e => e.Policy.Role == MetricRole.Primary)];

    private static IEnumerable<IReadOnlyList<string>> Rows(string experiment, RunView? run)
    {
        if (run is null)
        {
            return [[experiment, "not yet settled", "", "", "", "", "", ""]];
        }

        MetricEstimate[] decided = Decided(run);
        return decided.Length == 0
            ? [[experiment, run.Word, "", "", "", "", "", run.Id]]
            : decided.Select(e => new MetricRow(e)).Select((r, i) => (IReadOnlyList<string>)[
                i == 0 ? experiment : "", i == 0 ? run.Word : "", VerdictWords.Label(r.Estimate.Policy.Id), r.Baseline, r.Other, r.Change, r.Interval, i == 0 ? run.Id : ""]);
    }
}
