using System.Text.Json.Nodes;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>
/// A chart as plotly.js draws it: values, never places on a screen. Every text is escaped, every colour a name of <see cref="FigureStyle"/>.
/// An empty chart has no traces.
/// </summary>
/// <param name="Data">Traces.</param>
/// <param name="Layout">Axes, lines, regions, looks.</param>
/// <param name="Narrow">What replaces parts of the layout where there is little room, by path.</param>
internal sealed record PlotlyFigure(JsonArray Data, JsonObject Layout, JsonObject Narrow)
{
    private const double ValueMax = 1e24;
    private const int RowHeight = 30;
    private const int PlotHeight = 300;
    private const int LaneHeight = 110;
    private const double WideColumns = 760;
    private const double NarrowColumns = 230;

    private const int LegendRow = 22;
    private const int LegendMax = 600;
    private const double LegendSample = 48;
    private const double WideLegend = 520;
    private const double NarrowLegend = 160;
    private const int NarrowTitleColumns = 26;

    // Words over the plot: one line of them.
    private const int PinRoom = 20;

    // Half of the label at the right end of an axis stands beyond it.
    private const int EndRoom = 32;

    // Room at the ends of rows; the same as in the picture of C#.
    private const double RowEndMax = 243;

    /// <summary>The figure of a chart.</summary>
    public static PlotlyFigure Of(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec.IsEmpty ? new PlotlyFigure([], new JsonObject { ["height"] = 0 }, []) : Drawn(spec);
    }

    /// <summary>
    /// True for a chart that is explored. A grid of cells is read, and the fixed picture says all of it; numbers beyond a decimal's do not pass
    /// the package.
    /// </summary>
    public static bool Draws(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec.Series.All(s => s.Mark != ChartMark.Cell) && !spec.Series.SelectMany(s => s.Data).Any(d => new[] { d.At, d.Value, d.Low, d.High, d.From }.Any(n => double.IsFinite(n) && Math.Abs(n) > ValueMax));
    }

    /// <summary>True for a figure that draws the same.</summary>
    public bool IsSame(PlotlyFigure other) => JsonNode.DeepEquals(Data, other.Data) && JsonNode.DeepEquals(Layout, other.Layout) && JsonNode.DeepEquals(Narrow, other.Narrow);

    private static PlotlyFigure Drawn(ChartSpec spec)
    {
        PlotAxes axes = PlotAxes.Of(spec);
        JsonArray rowEnds = spec.ShowsValues ? RowEnds(spec) : [];
        double right = spec.ShowsValues ? RowEndWidth(spec) + 20 : EndRoom;
        int pins = FigureReferences.HasPins(spec) ? PinRoom : 0;
        (string at, string value) = spec.IsSideways ? ("yaxis", "xaxis") : ("xaxis", "yaxis");
        JsonObject layout = new()
        {
            ["margin"] = new JsonObject { ["l"] = 12, ["r"] = Math.Round(right), ["t"] = 8 + pins, ["b"] = 12, ["pad"] = 0 },
            ["paper_bgcolor"] = FigureStyle.Background,
            ["plot_bgcolor"] = FigureStyle.Background,
            ["font"] = new JsonObject { ["family"] = FigureStyle.Font, ["size"] = 12, ["color"] = FigureStyle.Ink },
            ["showlegend"] = true,
            ["legend"] = new JsonObject { ["orientation"] = "h", ["x"] = 0, ["xanchor"] = "left", ["y"] = Math.Round(1 + (6.0 + pins) / PlotOf(spec), 3), ["yanchor"] = "bottom", ["bgcolor"] = FigureStyle.None, ["maxheight"] = LegendMax },
            ["hovermode"] = spec.IsSideways || spec.At.Scale == AxisScale.Category ? "closest" : "x",
            ["hoverlabel"] = new JsonObject
            {
                ["bgcolor"] = FigureStyle.Background, ["bordercolor"] = FigureStyle.Axis, ["align"] = "left",
                ["font"] = new JsonObject { ["family"] = FigureStyle.Font, ["size"] = 12, ["color"] = FigureStyle.Ink },
            },
            ["barmode"] = "overlay",
            ["autosize"] = true,
            ["dragmode"] = "zoom",
            [at] = FigureAxes.Position(spec, axes.At, WideColumns),
            [value] = FigureAxes.Value(spec, axes.Value),
            ["shapes"] = FigureReferences.Shapes(spec),
            ["annotations"] = rowEnds,
        };
        JsonArray traces = [.. FigureTraces.Of(spec, axes), .. FigureReferences.Pins(spec, axes), .. FigureTraces.States(spec)];
        layout["height"] = HeightOf(spec) + LegendRow * (LegendRows(traces, layout, WideLegend) - 1);
        return new PlotlyFigure(traces, layout, NarrowOf(spec, axes, layout, LegendRows(traces, layout, NarrowLegend)));
    }

    // Row ends and long names go, marks stand further apart, the legend gets rows of its own.
    private static JsonObject NarrowOf(ChartSpec spec, PlotAxes axes, JsonObject layout, int legendRows)
    {
        JsonObject narrow = new()
        {
            [$"{(spec.IsSideways ? "yaxis" : "xaxis")}.ticktext"] = FigureAxes.Labels(spec, axes.At, NarrowColumns),
            ["annotations"] = new JsonArray(), ["margin.r"] = 20, ["legend.font.size"] = 11, ["height"] = HeightOf(spec) + LegendRow * (legendRows - 1),
        };
        ChartAxis below = spec.IsSideways ? spec.Value : spec.At;
        if (below.Scale != AxisScale.Category)
        {
            AxisTicks ticks = spec.IsSideways ? axes.Value : axes.At;
            FigureMarks marks = FigureAxes.Fitting(FigureAxes.Marks(below, ticks), FigureAxes.NarrowRoom);
            narrow["xaxis.tickvals"] = Json.Numbers(marks.Places);
            narrow["xaxis.ticktext"] = Json.Texts(marks.Labels);
            narrow["xaxis.title.text"] = string.Join("<br>", PlainText.Wrap(below.Title, NarrowTitleColumns).Select(FigureText.Escape));
        }

        return narrow;
    }

    private static int LegendRows(JsonArray traces, JsonObject layout, double room)
    {
        IEnumerable<JsonNode?> entries = traces.Concat(layout["shapes"]!.AsArray()).Where(e => (bool?)e!["showlegend"] == true);
        double x = 0;
        int rows = 1;
        foreach (double width in entries.Select(e => SvgText.Tick.Width((string)e!["name"]!) + LegendSample))
        {
            (x, rows) = x > 0 && x + width > room ? (width, rows + 1) : (x + width, rows);
        }

        return rows;
    }

    /// <summary>Pixels it takes from top to bottom.</summary>
    public static int HeightOf(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        // Axis below and legend above.
        return PlotOf(spec) + 86;
    }

    private static int PlotOf(ChartSpec spec) =>
        spec.IsSideways && spec.At.Scale == AxisScale.Category ? Math.Max(2, spec.At.Categories.Count) * RowHeight : spec.IsLane ? LaneHeight : PlotHeight;

    private static JsonArray RowEnds(ChartSpec spec)
    {
        int columns = SvgText.Tick.Columns(RowEndMax);
        return
        [
            .. spec.Series.Where(s => !s.IsQuiet).SelectMany(s => s.Data).Select(d => new JsonObject
            {
                ["text"] = FigureText.Escape(PlainText.CutEnd(ChartWords.AtRowEnd(spec, d), columns)),
                ["xref"] = "paper", ["x"] = 1, ["xanchor"] = "left", ["xshift"] = 10, ["yref"] = "y", ["y"] = d.At, ["yanchor"] = "middle",
                ["showarrow"] = false, ["align"] = "left", ["font"] = new JsonObject { ["size"] = 12, ["color"] = FigureStyle.Dim },
            }),
        ];
    }

    private static double RowEndWidth(ChartSpec spec) =>
        Math.Min(spec.Series.SelectMany(s => s.Data).Select(d => SvgText.Tick.Width(ChartWords.AtRowEnd(spec, d))).DefaultIfEmpty(0).Max(), RowEndMax);
}
