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

    // Stands for the picture's name until the picture is drawn: a character that XML does not allow, so that no readable text holds it.
    private const string Unnamed = "plc-\uFFFF";

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
        SvgWriter body = new();
        SvgHead head = new(spec, body, clamped, Unnamed);
        double top = head.Write();
        double bottom = spec.IsEmpty ? head.Empty(top)
            : spec.IsCells ? new SvgCells(spec, body, clamped, Unnamed).Write(top)
            : new SvgPlot(spec, body, new SvgLayout(spec, clamped, top), Unnamed).Write();
        double height = Math.Ceiling(head.Foot(bottom));

        SvgWriter svg = new();
        svg.Open("svg",
            ("xmlns", "http://www.w3.org/2000/svg"), ("class", "plc"), ("role", "img"), ("aria-labelledby", $"{Unnamed}-t {Unnamed}-d"),
            ("viewBox", $"0 0 {clamped} {SvgWriter.N(height)}"), ("width", SvgWriter.N(clamped)), ("height", SvgWriter.N(height)), ("font-family", SvgStyle.Font));
        svg.Content("title", spec.Title, ("id", $"{Unnamed}-t"));
        svg.Content("desc", string.Join(' ', [spec.Question, ChartText.Of(spec), .. spec.Notes]), ("id", $"{Unnamed}-d"));
        if (spec.Provenance.LaunchIds.Count > 0)
        {
            svg.Content("metadata", "launches: " + string.Join(' ', spec.Provenance.LaunchIds));
        }

        if (hasStyle)
        {
            svg.Style(SvgStyle.Css);
        }

        Hatch(svg);
        svg.Element("rect", null, ("class", "plc-bg"), ("fill", SvgStyle.Light("bg")), ("width", SvgWriter.N(clamped)), ("height", SvgWriter.N(height)));
        string drawn = svg + body.ToString() + "</svg>\n";
        return drawn.Replace(Unnamed, "plc-" + Hash(drawn), StringComparison.Ordinal);
    }

    private static void Hatch(SvgWriter svg)
    {
        svg.Open("defs");
        svg.Open("pattern", ("id", $"{Unnamed}-h"), ("width", "6"), ("height", "6"), ("patternUnits", "userSpaceOnUse"), ("patternTransform", "rotate(45)"));
        svg.Element("rect", null, ("class", "plc-bg"), ("fill", SvgStyle.Light("bg")), ("width", "6"), ("height", "6"));
        svg.Line(1, 0, 1, 6, "over", 1.5);
        svg.Close("pattern");
        svg.Close("defs");
    }

    // FNV-1a of what is drawn, which is rounded: the last digit of a figure, in which processors differ, names no picture. The same picture has
    // the same ids in every process, and two pictures of a page differ.
    private static string Hash(string drawn)
    {
        ulong hash = 14695981039346656037;
        foreach (byte b in Encoding.UTF8.GetBytes(drawn))
        {
            hash = (hash ^ b) * 1099511628211;
        }

        return hash.ToString("x16", System.Globalization.CultureInfo.InvariantCulture)[..10];
    }
}
