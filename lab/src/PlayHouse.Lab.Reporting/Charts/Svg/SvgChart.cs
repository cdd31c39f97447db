using System.Text;

namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>
/// A chart as one SVG document: complete in itself, no script, no address but the namespace, text as text. Alone it follows light and dark;
/// inside a page the page's <c>--chart-*</c> variables set the colours. The picture is labelled by title and description; its data twin is
/// <see cref="ChartTable"/>. Pure functions, any thread.
/// </summary>
public static class SvgChart
{
    /// <summary>Width in pixels by default.</summary>
    public const int DefaultWidth = 760;

    /// <summary>Narrowest picture: a phone.</summary>
    public const int WidthMin = 320;

    /// <summary>Widest picture.</summary>
    public const int WidthMax = 2_400;

    /// <summary>The rules of every picture, for a page whose policy allows no style element inside it.</summary>
    public static string StyleSheet => SvgStyle.PageCss;

    /// <summary>The document. Ids inside it come from the content, so that several charts can stand in one page.</summary>
    /// <param name="spec">The chart.</param>
    /// <param name="width">Width in pixels, taken to the nearest that is allowed.</param>
    /// <param name="hasStyle">False for a page that has <see cref="StyleSheet"/> already.</param>
    public static string Of(ChartSpec spec, int width = DefaultWidth, bool hasStyle = true)
    {
        ArgumentNullException.ThrowIfNull(spec);
        int clamped = Math.Clamp(width, WidthMin, WidthMax);
        string id = "plc-" + Hash(spec);
        SvgWriter body = new();
        SvgHead head = new(spec, body, clamped, id);
        double top = head.Write();
        double bottom = spec.IsEmpty ? head.Empty(top)
            : spec.IsCells ? new SvgCells(spec, body, clamped, id).Write(top)
            : new SvgPlot(spec, body, new SvgLayout(spec, clamped, top), id).Write();
        double height = Math.Ceiling(head.Foot(bottom));

        SvgWriter svg = new();
        svg.Open("svg",
            ("xmlns", "http://www.w3.org/2000/svg"), ("class", "plc"), ("role", "img"), ("aria-labelledby", $"{id}-t {id}-d"),
            ("viewBox", $"0 0 {clamped} {SvgWriter.N(height)}"), ("width", SvgWriter.N(clamped)), ("height", SvgWriter.N(height)), ("font-family", SvgStyle.Font));
        svg.Content("title", spec.Title, ("id", $"{id}-t"));
        svg.Content("desc", string.Join(' ', [spec.Question, ChartText.Of(spec), .. spec.Notes]), ("id", $"{id}-d"));
        if (spec.Provenance.LaunchIds.Count > 0)
        {
            svg.Content("metadata", "launches: " + string.Join(' ', spec.Provenance.LaunchIds));
        }

        if (hasStyle)
        {
            svg.Style(SvgStyle.Css);
        }

        Hatch(svg, id);
        svg.Element("rect", null, ("class", "plc-bg"), ("fill", SvgStyle.Light("bg")), ("width", SvgWriter.N(clamped)), ("height", SvgWriter.N(height)));
        return svg + body.ToString() + "</svg>\n";
    }

    private static void Hatch(SvgWriter svg, string id)
    {
        svg.Open("defs");
        svg.Open("pattern", ("id", $"{id}-h"), ("width", "6"), ("height", "6"), ("patternUnits", "userSpaceOnUse"), ("patternTransform", "rotate(45)"));
        svg.Element("rect", null, ("class", "plc-bg"), ("fill", SvgStyle.Light("bg")), ("width", "6"), ("height", "6"));
        svg.Line(1, 0, 1, 6, "over", 1.5);
        svg.Close("pattern");
        svg.Close("defs");
    }

    // FNV-1a: the same chart has the same ids in every process, and two charts of a page differ.
    private static string Hash(ChartSpec spec)
    {
        ulong hash = 14695981039346656037;
        foreach (byte b in Encoding.UTF8.GetBytes(ChartCsv.Of(spec) + spec.Title + spec.Question + ChartText.Of(spec)))
        {
            hash = (hash ^ b) * 1099511628211;
        }

        return hash.ToString("x16", System.Globalization.CultureInfo.InvariantCulture)[..10];
    }
}
