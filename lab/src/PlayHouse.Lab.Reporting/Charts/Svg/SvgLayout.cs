namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>Where the plot is and how values become places in it.</summary>
internal sealed class SvgLayout
{
    private const double Margin = 16;
    private const double RowHeight = 30;
    private const double PlotHeightMin = 240;
    private const double LaneHeight = 104;

    // Below this width the plot needs the room more than the texts at its right; the table has them.
    private const double ValuesWidthMin = 560;

    public SvgLayout(ChartSpec spec, double width, double top)
    {
        Axes = PlotAxes.Of(spec);
        Width = width;
        bool hasFlags = spec.References.Any(r => r.IsOnPosition);
        Top = top + (hasFlags ? 10 + SvgPlot.FlagLevels * SvgPlot.FlagHeight : 8);
        double left = LeftWidth(spec, width);
        double right = spec.ShowsValues && width >= ValuesWidthMin ? RightWidth(spec, width) : 0;
        ShowsValues = right > 0;
        Left = Margin + left + (spec.IsSideways ? 10 : 28);
        Right = width - Margin - right - 6;
        Bottom = Top + (spec.IsSideways && spec.At.Scale == AxisScale.Category
            ? Math.Max(2 * RowHeight, spec.At.Categories.Count * RowHeight)
            : spec.IsLane ? LaneHeight : PlotHeightMin);
        At = spec.IsSideways
            ? Scale(Axes.At, spec.At, Top, Bottom)
            : Scale(Axes.At, spec.At, Left, Right);
        Value = spec.IsSideways ? Scale(Axes.Value, spec.Value, Left, Right) : Scale(Axes.Value, spec.Value, Bottom, Top);
    }

    public PlotAxes Axes { get; }

    public double Width { get; }

    public double Top { get; }

    public double Bottom { get; }

    public double Left { get; }

    public double Right { get; }

    public bool ShowsValues { get; }

    public PlotScale At { get; }

    public PlotScale Value { get; }

    /// <summary>Pixels of one category; of a number axis, a fixed room.</summary>
    public double Pitch(ChartSpec spec) => spec.At.Scale == AxisScale.Category ? Math.Abs(At.Place(1) - At.Place(0)) switch
    {
        // One category alone has no neighbour to measure to.
        0 => Math.Abs(At.To - At.From),
        double pitch => pitch,
    } : Math.Max(4, Math.Abs(At.To - At.From) / Math.Max(2, spec.Series.Max(s => s.Data.Count) + 1));

    private double LeftWidth(ChartSpec spec, double width)
    {
        IEnumerable<string> labels = spec.IsSideways
            ? Axes.At.Marks.Select(m => spec.At.Scale == AxisScale.Category ? spec.At.Place(m) : Axes.At.Label(m, spec.At.Format))
            : Axes.Value.Marks.Select(m => Axes.Value.Label(m, spec.Value.Format));
        double wanted = labels.Select(SvgText.Label.Width).DefaultIfEmpty(0).Max();
        double kept = SvgText.Label.Width(new string('0', spec.Value.LabelColumnsMin));
        return Math.Min(Math.Max(wanted, kept), width * (spec.IsSideways ? 0.36 : 0.25));
    }

    private static double RightWidth(ChartSpec spec, double width)
    {
        double wanted = spec.Series.SelectMany(s => s.Data).Select(d => SvgText.Tick.Width(ChartWords.AtRowEnd(spec, d))).DefaultIfEmpty(0).Max();
        return Math.Min(wanted + 14, width * 0.32);
    }

    private static PlotScale Scale(AxisTicks ticks, ChartAxis axis, double from, double to) =>
        new(ticks.Min, ticks.Max, axis.Scale == AxisScale.Log, from, to);
}
