using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>One run as cells see it: shown like <c>plab show</c>.</summary>
public sealed class RunView : IDisplayable
{
    internal RunView(RunReport report) => Report = report;

    /// <summary>Everything about it.</summary>
    public RunReport Report { get; }

    /// <summary>Id.</summary>
    public string Id => Report.Run.Id;

    /// <summary>Experiment.</summary>
    public string Experiment => Report.Run.ExperimentId;

    /// <summary>
    /// The verdict in a word with its marks, KEEP or KEEP (provisional) SAMPLE; "not yet settled" without one. Where an earlier rule said another
    /// word of the same launches, that one follows.
    /// </summary>
    public string Word => string.Join(' ', [
        Report.Verdict is null ? "not yet settled" : VerdictWords.Of(Report),
        .. VerdictWords.Marks(Report),
        .. Report.Verdict is { SaidAtTheTime: { } said } now && said.Kind != now.Kind ? (string[])[$"({VerdictWords.Of(said.Kind)} said at the time)"] : [],
    ]);

    /// <summary>True when it has a verdict that says something: neither INCONCLUSIVE nor UNFIT.</summary>
    public bool IsSettled => Report.Verdict is { Kind: not (VerdictKind.Inconclusive or VerdictKind.Unfit) };

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => RunMarkdown.Of(Report);

    /// <inheritdoc/>
    public DisplayData ToDisplay() => new DisplayData(RunText.Result(Report)).With(DisplayData.Markdown, ToMarkdown());

    /// <inheritdoc/>
    public override string ToString() => $"{Id} {Experiment}: {Word}";
}
