namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>
/// A heat map: a row per series, a column per category. The colour says better or worse and how far; the number in each cell says the same
/// without colour.
/// </summary>
internal sealed class SvgCells(ChartSpec spec, SvgWriter svg, double width, string id)
{
    private const double Margin = 16;
    private const double RowHeight = 34;
    private const double Gap = 3;
    private const double HatchWidth = 16;
    private const double LabelWidthMax = 0.42;

    // Text must stay readable on the strongest cell in both colour schemes.
    private const double OpacityMax = 0.42;
    private const double OpacityMin = 0.12;
    private readonly double _largest = spec.Series.SelectMany(s => s.Data).Select(d => Math.Abs(d.Value)).Where(double.IsFinite).DefaultIfEmpty(0).Max();

    /// <summary>Entries of the legend: what the two colours mean.</summary>
    public static IEnumerable<(string Text, Action<double, double> Draw)> Legend(ChartSpec spec, SvgWriter svg, double width, string id)
    {
        DatumState[] states = [.. spec.Series.SelectMany(s => s.Data).Select(d => d.State).Distinct()];
        yield return ("better", (x, y) => Swatch(svg, 0, x, y, width));
        yield return ("worse", (x, y) => Swatch(svg, 1, x, y, width));
        if (states.Contains(DatumState.Unsettled))
        {
            yield return (ChartWords.Of(DatumState.Unsettled), (x, y) => SvgPlot.Region(svg, x + 2, y - 5, width - 4, 10));
        }

        if (states.Contains(DatumState.Insufficient))
        {
            yield return (ChartWords.Of(DatumState.Insufficient), (x, y) => Hatch(svg, id, x + 2, y - 5, width - 4, 10));
        }
    }

    /// <summary>Writes the map; returns its lower edge.</summary>
    public double Write(double top)
    {
        double left = Margin + Math.Min(spec.Series.Select(s => SvgText.Label.Width(s.Name)).Max(), width * LabelWidthMax) + 12;
        double column = (width - Margin - left) / spec.At.Categories.Count;
        double y = top + 10;
        foreach (ChartSeries row in spec.Series)
        {
            svg.Text(left - 10, y + RowHeight / 2 + 4, SvgText.Label, PlainText.CutEnd(row.Name, SvgText.Label.Columns(left - 10 - Margin)), "end", row.Name);
            for (int place = 0; place < spec.At.Categories.Count; place++)
            {
                Cell(row, row.Data.FirstOrDefault(d => d.At == place), left + place * column, y, column - Gap);
            }

            y += RowHeight;
        }

        for (int place = 0; place < spec.At.Categories.Count; place++)
        {
            string name = spec.At.Categories[place];
            svg.Text(left + place * column + (column - Gap) / 2, y + 15, SvgText.Tick, PlainText.CutEnd(name, SvgText.Tick.Columns(column - 2 * Gap)), "middle", name);
        }

        return y + 22;
    }

    private static void Swatch(SvgWriter svg, int style, double x, double y, double width) => svg.Element("rect", null,
        ("class", SvgStyle.SeriesClass(style)), ("fill", SvgStyle.SeriesLight(style)), ("fill-opacity", SvgWriter.N(OpacityMax)), ("stroke", SvgStyle.SeriesLight(style)),
        ("x", SvgWriter.N(x + 2)), ("y", SvgWriter.N(y - 5)), ("width", SvgWriter.N(width - 4)), ("height", "10"));

    private void Cell(ChartSeries row, ChartDatum? datum, double x, double y, double cell)
    {
        if (datum is null || double.IsNaN(datum.Value))
        {
            Rectangle(x, y, cell, "plc-axis", "none", "axis", "", "3 3", null);
            return;
        }

        bool isBetter = row.Style == 1 ? datum.Value > 0 : datum.Value < 0;
        int style = isBetter ? 0 : 1;
        bool isSettled = datum.State == DatumState.Normal && datum.Value != 0;
        (string role, string fill) = isSettled ? (SvgStyle.SeriesClass(style), SvgStyle.SeriesLight(style)) : ("plc-band", SvgStyle.Light("band"));
        double strength = _largest > 0 ? OpacityMin + (OpacityMax - OpacityMin) * Math.Abs(datum.Value) / _largest : OpacityMin;
        Rectangle(x, y, cell, role, fill, "", isSettled ? SvgWriter.N(strength) : "", isSettled ? "" : "3 3", ChartWords.Datum(spec, row, datum));
        if (datum.State == DatumState.Insufficient)
        {
            // A strip only: hatching under a number hides it.
            Hatch(svg, id, x + 1, y + 1, Math.Min(HatchWidth, cell / 4), RowHeight - Gap - 2);
        }

        string text = ChartNumbers.Text(datum.Value, spec.Value.Format);
        svg.Text(x + cell / 2, y + RowHeight / 2 + 3, SvgText.Label, PlainText.CutEnd(text, SvgText.Label.Columns(cell - 4)), "middle", text);
    }

    private static void Hatch(SvgWriter svg, string id, double x, double y, double width, double height) => svg.Element("rect", null,
        ("class", "plc-over"), ("fill", $"url(#{id}-h)"), ("stroke", SvgStyle.Light("ink")), ("stroke-width", "0.75"),
        ("x", SvgWriter.N(x)), ("y", SvgWriter.N(y)), ("width", SvgWriter.N(width)), ("height", SvgWriter.N(height)));

    private void Rectangle(double x, double y, double cell, string role, string fill, string stroke, string opacity, string dash, string? title) => svg.Element("rect", title,
        ("class", role), ("fill", fill), ("stroke", stroke.Length > 0 ? SvgStyle.Light(stroke) : ""), ("fill-opacity", opacity), ("stroke-dasharray", dash),
        ("x", SvgWriter.N(x)), ("y", SvgWriter.N(y)), ("width", SvgWriter.N(Math.Max(1, cell))), ("height", SvgWriter.N(RowHeight - Gap)), ("rx", "3"));
}
