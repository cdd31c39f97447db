using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>A screen of several toggles as cells see it.</summary>
public sealed class ScreenView : IDisplayable
{
    internal ScreenView(RunReport report) => Report = report;

    /// <summary>The run.</summary>
    public RunReport Report { get; }

    /// <summary>What it found.</summary>
    public ScreenResult Result => Report.Screen!;

    /// <summary>Effects of a metric, the one that stands out most first; empty for a metric that it does not have.</summary>
    public IReadOnlyList<ScreenEffect> Effects(string metric) => Result.Metrics.FirstOrDefault(m => m.Policy.Id == metric)?.Effects ?? [];

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => RunMarkdown.Of(Report);

    /// <inheritdoc/>
    public DisplayData ToDisplay() => new DisplayData(RunText.Result(Report)).With(DisplayData.Markdown, ToMarkdown());

    /// <inheritdoc/>
    public override string ToString() => $"{Report.Run.Id} {Report.Run.ExperimentId}: a screen of {Report.Run.Plan.Screen!.Factors.Count} factors";
}
