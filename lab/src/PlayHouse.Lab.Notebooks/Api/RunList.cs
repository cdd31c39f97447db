using System.Collections;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Runs, newest first.</summary>
public sealed class RunList : IReadOnlyList<RunView>, IDisplayable
{
    private readonly RunView[] _runs;

    internal RunList(IReadOnlyList<RunReport> reports) => _runs = [.. reports.Select(r => new RunView(r))];

    /// <inheritdoc/>
    public int Count => _runs.Length;

    /// <inheritdoc/>
    public RunView this[int index] => _runs[index];

    /// <inheritdoc/>
    public IEnumerator<RunView> GetEnumerator() => ((IEnumerable<RunView>)_runs).GetEnumerator();

    /// <inheritdoc/>
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => ValueDisplay.Markdown(this);

    /// <inheritdoc/>
    public DisplayData ToDisplay() => _runs.Length == 0
        ? new DisplayData("No runs yet. ./plab demo makes the first one.")
        : ValueDisplay.Table(
            ["run", "experiment", "state", "verdict", "created (UTC)"],
            [.. _runs.Select(r => (IReadOnlyList<string>)[r.Id, r.Experiment, LabJson.Word(r.Report.Run.State), r.Word, Numbers.Time(r.Report.Run.CreatedAt)])]);
}
