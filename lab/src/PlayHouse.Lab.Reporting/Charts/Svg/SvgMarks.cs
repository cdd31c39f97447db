namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>The marks of the series. Everything is given in positions and values; which of them runs along x is settled in one place.</summary>
internal sealed class SvgMarks(ChartSpec spec, SvgWriter svg, SvgLayout layout, string id)
{
    private const double Radius = 4.5;

    // Beyond these a symbol at every point of a line is a thick line.
    private const int SymbolsOnLineMax = 60;

    /// <summary>True when bars carry the number of their series: with so many of them a legend alone would speak by colour.</summary>
    public static bool NumbersBars(ChartSpec spec) => spec.Series.Count(s => s is { Mark: ChartMark.Bars, IsQuiet: false }) >= 3;

    public void Write()
    {
        for (int i = 0; i < spec.Series.Count; i++)
        {
            ChartSeries series = spec.Series[i];
            int style = series.Style ?? i;
            svg.Open("g", ("class", SvgStyle.SeriesClass(style)), ("fill", SvgStyle.SeriesLight(style)), ("stroke", SvgStyle.SeriesLight(style)),
                ("opacity", series is { IsQuiet: true, Mark: ChartMark.Line or ChartMark.Points } ? "0.55" : ""));
            Write(series, i, style);
            svg.Close("g");
        }
    }

    /// <summary>The sample of a series in the legend.</summary>
    public static void Swatch(SvgWriter svg, ChartSeries series, int style, double x, double y, double width)
    {
        svg.Open("g", ("class", SvgStyle.SeriesClass(style)), ("fill", SvgStyle.SeriesLight(style)), ("stroke", SvgStyle.SeriesLight(style)));
        double middle = x + width / 2;
        switch (series.Mark)
        {
            case ChartMark.Bars or ChartMark.Box:
                svg.Element("rect", null, ("x", SvgWriter.N(x + 2)), ("y", SvgWriter.N(y - 5)), ("width", SvgWriter.N(width - 4)), ("height", "10"), ("stroke", "none"));
                break;
            case ChartMark.Band:
                svg.Element("rect", null, ("x", SvgWriter.N(x)), ("y", SvgWriter.N(y - 6)), ("width", SvgWriter.N(width)), ("height", "12"),
                    ("fill-opacity", "0.18"), ("stroke-dasharray", SvgStyle.Dash(style)));
                break;
            default:
                if (series.Mark != ChartMark.Points)
                {
                    svg.Element("path", null, ("d", $"M{SvgWriter.N(x)} {SvgWriter.N(y)}h{SvgWriter.N(width)}"), ("fill", "none"), ("stroke-width", "2"),
                        ("stroke-dasharray", SvgStyle.Dash(style)));
                }

                svg.Element("path", null, ("d", SvgSymbols.Path(style, middle, y, Radius)), ("stroke", "none"));
                break;
        }

        svg.Close("g");
    }

    private void Write(ChartSeries series, int index, int style)
    {
        switch (series.Mark)
        {
            case ChartMark.Bars:
                Each(series, d => Bar(series, d, index, style));
                break;
            case ChartMark.Box:
                Each(series, d => Box(series, d));
                break;
            case ChartMark.Band:
                SvgLines.Band(svg, layout, spec, series, style);
                break;
            case ChartMark.Line or ChartMark.Step:
                SvgLines.Line(svg, layout, spec, series, style);
                // A point between two gaps has no line that would show it.
                bool showsAll = !series.IsQuiet && series.Data.Count <= SymbolsOnLineMax;
                Each(series, d => Point(series, d, style), i => showsAll || SvgLines.IsAlone(series, i));
                break;
            default:
                Each(series, d => Point(series, d, style));
                break;
        }
    }

    private static void Each(ChartSeries series, Action<ChartDatum> draw, Func<int, bool>? isDrawn = null)
    {
        for (int i = 0; i < series.Data.Count; i++)
        {
            if (!double.IsNaN(series.Data[i].Value) && (isDrawn?.Invoke(i) ?? true))
            {
                draw(series.Data[i]);
            }
        }
    }

    private void Point(ChartSeries series, ChartDatum datum, int style)
    {
        double at = layout.At.Place(datum.At);
        double value = layout.Value.Place(datum.Value);
        (string role, string fill) = Form(datum.State);
        svg.Open("g", ("class", role), ("fill", role.Length > 0 ? SvgStyle.Light("grey") : ""), ("stroke", role.Length > 0 ? SvgStyle.Light("grey") : ""));
        Interval(datum, at, "");
        (double x, double y) = Xy(at, value);
        int outside = layout.Value.Outside(datum.Value);
        string path = outside == 0 ? SvgSymbols.Path(style, x, y, Radius) : SvgSymbols.Arrow(x, y, Radius + 1, spec.IsSideways, outside);
        svg.Element("path", ChartWords.Datum(spec, series, datum), ("d", path), ("fill", fill), ("stroke-width", "1.5"));
        svg.Close("g");
    }

    private void Bar(ChartSeries series, ChartDatum datum, int index, int style)
    {
        double at = layout.At.Place(datum.At);
        double from = layout.Value.Place(double.IsNaN(datum.From) ? 0 : datum.From);
        double to = layout.Value.Place(datum.Value);
        double half = Math.Min(layout.Pitch(spec) * 0.31, 22);
        (string role, string fill) = Form(datum.State);
        svg.Open("g", ("class", role), ("fill", role.Length > 0 ? SvgStyle.Light("grey") : ""), ("stroke", role.Length > 0 ? SvgStyle.Light("grey") : ""));
        bool isOutlined = datum.State is DatumState.New or DatumState.Gone;
        Rectangle(at, half, from, to, ChartWords.Datum(spec, series, datum), fill, isOutlined ? "2" : "1", isOutlined ? "5 2" : "");
        svg.Close("g");
        Interval(datum, at, "plc-over");
        if (NumbersBars(spec) && !series.IsQuiet && Math.Abs(to - from) >= 16)
        {
            (double x, double y) = Xy(at, (from + to) / 2);
            svg.Open("g", ("stroke", "none"));
            svg.Text(x, y + 4, SvgText.OnBar, Numbers.Count(index + 1), "middle");
            svg.Close("g");
        }
    }

    private void Box(ChartSeries series, ChartDatum datum)
    {
        double at = layout.At.Place(datum.At);
        double half = Math.Min(layout.Pitch(spec) * 0.16, 34);
        Interval(datum, at, "");
        string title = ChartWords.Datum(spec, series, datum);
        Rectangle(at, half, layout.Value.Place(datum.InnerLow), layout.Value.Place(datum.InnerHigh), title, "", "1.25", "", "0.16");
        double median = layout.Value.Place(datum.Value);
        Segment(at - half, median, at + half, median, "2.5", "");
    }

    private void Interval(ChartDatum datum, double at, string role)
    {
        if (!datum.HasInterval)
        {
            return;
        }

        double low = layout.Value.Place(datum.Low);
        double high = layout.Value.Place(datum.High);
        Segment(at, low, at, high, "1.75", role);
        Cap(at, low, layout.Value.Outside(datum.Low), role);
        Cap(at, high, layout.Value.Outside(datum.High), role);
    }

    // An interval that extends beyond the edge ends in an arrow, not in a cap.
    private void Cap(double at, double value, int outside, string role)
    {
        if (outside == 0)
        {
            Segment(at - 4, value, at + 4, value, "1.75", role);
            return;
        }

        (double x, double y) = Xy(at, value);
        svg.Element("path", null, ("d", SvgSymbols.Arrow(x, y, 5, spec.IsSideways, outside)), ("class", role));
    }

    private void Rectangle(double at, double half, double from, double to, string title, string fill, string stroke, string dash, string opacity = "")
    {
        (double x1, double y1) = Xy(at - half, from);
        (double x2, double y2) = Xy(at + half, to);
        svg.Element("rect", title,
            ("x", SvgWriter.N(Math.Min(x1, x2))), ("y", SvgWriter.N(Math.Min(y1, y2))),
            ("width", SvgWriter.N(Math.Max(0.5, Math.Abs(x2 - x1)))), ("height", SvgWriter.N(Math.Max(0.5, Math.Abs(y2 - y1)))),
            ("fill", fill), ("stroke-width", stroke), ("stroke-dasharray", dash), ("fill-opacity", opacity));
    }

    private void Segment(double at1, double value1, double at2, double value2, string width, string role)
    {
        (double x1, double y1) = Xy(at1, value1);
        (double x2, double y2) = Xy(at2, value2);
        svg.Element("line", null, ("x1", SvgWriter.N(x1)), ("y1", SvgWriter.N(y1)), ("x2", SvgWriter.N(x2)), ("y2", SvgWriter.N(y2)),
            ("class", role), ("stroke", role.Length > 0 ? SvgStyle.Light("ink") : ""), ("stroke-width", width));
    }

    private (string Role, string Fill) Form(DatumState state) => state switch
    {
        DatumState.Unsettled => ("plc-grey", ""),
        DatumState.Insufficient => ("", $"url(#{id}-h)"),
        DatumState.New or DatumState.Gone => ("", "none"),
        _ => ("", ""),
    };

    private (double X, double Y) Xy(double at, double value) => spec.IsSideways ? (value, at) : (at, value);
}
