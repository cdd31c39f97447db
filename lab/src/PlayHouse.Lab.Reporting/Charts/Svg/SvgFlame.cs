using PlayHouse.Lab.Profiling.Trees;
using PlayHouse.Lab.Reporting.Allocations;

namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>
/// The call tree of an arm as one SVG document: outermost row first, a box as wide as its bytes, grey with a dashed edge below five samples.
/// For pages and notebooks without the dashboard. Pure functions, any thread.
/// </summary>
public static class SvgFlame
{
    private const int RowsMax = 40;
    private const double RowHeight = 20;
    private const double BoxWidthMin = 1;
    private const double NameWidthMin = 34;
    private const double Top = 44;

    /// <summary>The document; its text twin is <see cref="AllocationViewText"/>.</summary>
    public static string Of(AllocationView view, int width = SvgChart.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(view);
        ViewTree tree = ViewTree.Of(view);
        double all = tree.Tree.TotalOf(AllocationTree.Root).Bytes;
        SvgWriter body = new();
        body.Text(0, 16, SvgText.Title, PlainText.Clean(view.Title), full: null);
        body.Text(0, 34, SvgText.Note, all > 0 ? $"{Numbers.Plain(all / view.Scale.Divisor)} {view.Scale.Unit} in all; a box is as wide as its bytes" : "No samples");
        int rows = all > 0 ? Rows(body, tree, view, all, width) : 0;
        double height = Top + rows * RowHeight + 6;
        SvgWriter svg = new();
        svg.Open("svg",
            ("xmlns", "http://www.w3.org/2000/svg"), ("class", "plc"), ("role", "img"), ("aria-label", $"Flame graph: {PlainText.Clean(view.Title)}"),
            ("viewBox", $"0 0 {width} {SvgWriter.N(height)}"), ("width", SvgWriter.N(width)), ("height", SvgWriter.N(height)), ("font-family", SvgStyle.Font));
        svg.Style(SvgStyle.Css);
        svg.Element("rect", null, ("class", "plc-bg"), ("fill", SvgStyle.Light("bg")), ("width", SvgWriter.N(width)), ("height", SvgWriter.N(height)));
        return svg + body.ToString() + "</svg>\n";
    }

    private static int Rows(SvgWriter svg, ViewTree tree, AllocationView view, double all, int width)
    {
        List<(int Node, double X)> row = [(AllocationTree.Root, 0)];
        int rows = 0;
        for (; row.Count > 0 && rows < RowsMax; rows++)
        {
            List<(int Node, double X)> below = [];
            foreach ((int node, double x) in row)
            {
                Box(svg, tree, view, node, x, Top + rows * RowHeight, tree.Tree.TotalOf(node).Bytes / all * width);
                double at = x;
                foreach (int child in tree.Tree.ChildrenOf(node))
                {
                    double wide = tree.Tree.TotalOf(child).Bytes / all * width;
                    if (wide >= BoxWidthMin)
                    {
                        below.Add((child, at));
                    }

                    at += wide;
                }
            }

            row = below;
        }

        return rows;
    }

    private static void Box(SvgWriter svg, ViewTree tree, AllocationView view, int node, double x, double y, double wide)
    {
        bool isThin = tree.Tree.TotalOf(node).IsInsufficient;
        string name = PlainText.Clean(tree.NameOf(node));
        string told = $"{name}: {Numbers.Plain(tree.Tree.TotalOf(node).Bytes / view.Scale.Divisor)} {view.Scale.Unit}{(isThin ? ", too few samples for an interval" : "")}";
        svg.Element(
            "rect", told, ("class", isThin ? "plc-band" : SvgStyle.SeriesClass(0)), ("fill", isThin ? SvgStyle.Light("band") : SvgStyle.SeriesLight(0)), ("fill-opacity", "0.28"),
            ("stroke-width", "0.5"), ("stroke-dasharray", isThin ? "3 2" : ""), ("x", SvgWriter.N(x)), ("y", SvgWriter.N(y)), ("width", SvgWriter.N(wide)), ("height", SvgWriter.N(RowHeight - 1)));
        if (wide >= NameWidthMin)
        {
            int columns = (int)((wide - 8) / SvgText.Tick.Width("n"));
            svg.Text(x + 4, y + 14, SvgText.Tick, PlainText.CutStart(name, Math.Max(1, columns)), full: told);
        }
    }
}
