using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Reporting.Html;

namespace PlayHouse.Lab.Reporting;

/// <summary>Forms in which a comparison leaves the lab.</summary>
public enum ComparisonFormat
{
    /// <summary>Text for a review.</summary>
    Markdown,

    /// <summary>The metrics with every digit.</summary>
    Csv,

    /// <summary>Everything, for a program.</summary>
    Json,

    /// <summary>One file for a browser.</summary>
    Html,
}

/// <summary>A comparison in each form, the same bytes from every surface. Pure functions, any thread.</summary>
public static class ComparisonExport
{
    /// <summary>The arms inside a run.</summary>
    /// <param name="report">The run, not swapped.</param>
    /// <param name="profiles">Runtime profiles for <see cref="ComparisonFormat.Html"/>; the other forms do not hold them.</param>
    /// <param name="latencies">Latencies out of histograms, for the same form.</param>
    /// <param name="format">The form.</param>
    public static string Of(RunReport report, IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<LatencyCurve> latencies, ComparisonFormat format) => format switch
    {
        ComparisonFormat.Markdown => RunMarkdown.Of(report),
        ComparisonFormat.Csv => MetricCsv.Of(report),
        ComparisonFormat.Json => RunJson.Of(report),
        _ => HtmlReport.Of(report, profiles, latencies),
    };

    /// <summary>Arms of two runs.</summary>
    public static string Of(ArmComparison comparison, string left, string right, ComparisonFormat format) => format switch
    {
        ComparisonFormat.Markdown => ArmComparisonText.Markdown(comparison, left, right),
        ComparisonFormat.Csv => ArmComparisonText.Csv(comparison, left, right),
        ComparisonFormat.Json => ArmComparisonText.Json(comparison, left, right),
        _ => HtmlReport.Of(comparison, left, right),
    };

    /// <summary>Ending of a file and its media type.</summary>
    public static (string Ending, string MediaType) File(ComparisonFormat format) => format switch
    {
        ComparisonFormat.Markdown => ("md", "text/markdown"),
        ComparisonFormat.Csv => ("csv", "text/csv"),
        ComparisonFormat.Json => ("json", "application/json"),
        _ => ("html", "text/html"),
    };
}
