using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>
/// A flame graph as one SVG document: outermost row first, a box as wide as its bytes, with a dashed edge below five samples. A change is
/// coloured by what its intervals say, paths that are gone are outlined as wide as they were. For pages and notebooks without the dashboard.
/// Pure functions, any thread.
/// </summary>
public static class SvgFlame
{
    private const int RowsMax = 40;
    private const double RowHeight = 20;
    private const double BoxWidthMin = 1;
    private const double NameWidthMin = 34;
    private const double Top = 44;

    // Names of methods are wider than the average text.
    private const double NameShare = 0.93;
    private const double FaintestChange = 0.14;
    private const double StrongestChange = 0.55;
    private const int LessStyle = 0;
    private const int MoreStyle = 1;

    /// <summary>The document.</summary>
    /// <param name="flame">What it shows.</param>
    /// <param name="title">Its title.</param>
    /// <param name="width">Pixels.</param>
    public static string Of(FlamePayload flame, string title, int width = SvgChart.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(flame);
        string clean = PlainText.Clean(title);
        double all = flame.Frames.Count == 0 ? 0 : WidthOf(flame, flame.Frames[0]);
        SvgWriter body = new();
        body.Text(0, 16, SvgText.Title, PlainText.CutEnd(clean, SvgText.Title.Columns(width)), full: clean);
        body.Text(0, 34, SvgText.Note, Note(flame, all), full: null);
        int rows = all > 0 ? Boxes(body, flame, width / all) : 0;
        double height = Top + rows * RowHeight + 6;
        SvgWriter svg = new();
        svg.Open("svg",
            ("xmlns", "http://www.w3.org/2000/svg"), ("class", "plc"), ("role", "img"), ("aria-label", $"Flame graph: {clean}"),
            ("viewBox", $"0 0 {width} {SvgWriter.N(height)}"), ("width", SvgWriter.N(width)), ("height", SvgWriter.N(height)), ("font-family", SvgStyle.Font));
        svg.Style(SvgStyle.Css);
        svg.Element("rect", null, ("class", "plc-bg"), ("fill", SvgStyle.Light("bg")), ("width", SvgWriter.N(width)), ("height", SvgWriter.N(height)));
        return svg + body.ToString() + "</svg>\n";
    }

    private static string Note(FlamePayload flame, double all) => all <= 0 ? "No samples"
        : flame.IsDifference
            ? $"{flame.Frames[0].Value} {flame.Unit} in all. Blue: less, orange: more, grey: no difference shown; outlined: gone; dashed: too few samples"
            : $"{Numbers.Plain(all)} {flame.Unit} in all; a box is as wide as its bytes";

    private static double WidthOf(FlamePayload flame, FlameFrame frame) => flame.IsDifference ? frame.WidthWithVanished : frame.Width;

    // Frames come callers first and widest first, so where a frame begins is known when it is met.
    private static int Boxes(SvgWriter svg, FlamePayload flame, double scale)
    {
        double[] free = new double[flame.Frames.Count];
        int rows = 0;
        for (int i = 0; i < flame.Frames.Count; i++)
        {
            FlameFrame frame = flame.Frames[i];
            double wide = WidthOf(flame, frame) * scale;
            double x = frame.Parent < 0 ? 0 : free[frame.Parent];
            if (frame.Parent >= 0)
            {
                free[frame.Parent] += wide;
            }

            free[i] = x;
            if (wide >= BoxWidthMin && frame.Depth < RowsMax)
            {
                Box(svg, flame, frame, x, wide);
                rows = Math.Max(rows, frame.Depth + 1);
            }
        }

        return rows;
    }

    private static void Box(SvgWriter svg, FlamePayload flame, FlameFrame frame, double x, double wide)
    {
        string told = $"{frame.Name}: {FlameWords.Figures(flame, frame)}";
        double y = Top + frame.Depth * RowHeight;
        (string role, string colour) = Fill(flame, frame);
        svg.Element(
            "rect", told, ("class", role), ("fill", colour), ("fill-opacity", Opacity(flame, frame)), ("stroke", colour),
            ("stroke-width", frame.Edge == FlameEdge.None ? "0.5" : "1.5"), ("stroke-dasharray", frame.IsInsufficient ? "3 2" : ""),
            ("x", SvgWriter.N(x)), ("y", SvgWriter.N(y)), ("width", SvgWriter.N(wide)), ("height", SvgWriter.N(RowHeight - 1)));
        if (wide >= NameWidthMin)
        {
            string name = frame.Edge switch { FlameEdge.New => "+ " + frame.Short, FlameEdge.Gone => "− " + frame.Short, _ => frame.Short };
            svg.Text(x + 4, y + 14, SvgText.Frame, PlainText.CutStart(name, SvgText.Frame.Columns((wide - 8) * NameShare)), full: told);
        }
    }

    private static (string Class, string Colour) Fill(FlamePayload flame, FlameFrame frame) => frame.Look switch
    {
        _ when !flame.IsDifference && !frame.IsInsufficient => Series(LessStyle),
        FlameLook.Less => Series(LessStyle),
        FlameLook.More => Series(MoreStyle),
        _ => ("plc-band", SvgStyle.Light("band")),
    };

    private static (string Class, string Colour) Series(int style) => (SvgStyle.SeriesClass(style), SvgStyle.SeriesLight(style));

    private static string Opacity(FlamePayload flame, FlameFrame frame) => SvgWriter.N(
        !flame.IsDifference ? 0.28
        : frame.Edge == FlameEdge.Gone ? 0
        : frame.Look is FlameLook.Less or FlameLook.More ? FaintestChange + (StrongestChange - FaintestChange) * frame.Strength : 1);
}
