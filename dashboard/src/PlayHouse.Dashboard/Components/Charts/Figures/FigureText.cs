using System.Text.Json.Nodes;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>Text of a figure. plotly.js reads a little HTML in every text, so nothing reaches it that was not escaped here. Pure, any thread.</summary>
internal static class FigureText
{
    // Wider labels leave the picture on a phone.
    private const int HoverColumns = 52;

    /// <summary>Text that is shown as it stands.</summary>
    public static string Escape(string text) => text
        .Replace("&", "&amp;", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal).Replace(">", "&gt;", StringComparison.Ordinal);

    /// <summary>What the pointer says about a datum, line by line.</summary>
    public static string Hover(ChartSpec spec, ChartSeries series, ChartDatum datum) =>
        string.Join("<br>", ChartWords.Lines(spec, series, datum).SelectMany(l => PlainText.Wrap(l, HoverColumns)).Select(Escape));

    /// <summary>The same for many.</summary>
    public static JsonArray Hovers(ChartSpec spec, ChartSeries series, IEnumerable<ChartDatum> data) =>
        Json.Texts(data.Select(d => Hover(spec, series, d)));
}
