using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Charts as cells use them.</summary>
public static class ChartSpecText
{
    /// <summary>A chart in Markdown: its title, question, sentence and table.</summary>
    public static string ToMarkdown(this ChartSpec chart) => ChartMarkdown.Of(chart);
}
