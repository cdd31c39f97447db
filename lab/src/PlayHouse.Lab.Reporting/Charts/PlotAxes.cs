namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Both axes of a chart with their domains settled: the same for every renderer that draws.</summary>
/// <param name="At">Positions.</param>
/// <param name="Value">Values.</param>
internal sealed record PlotAxes(AxisTicks At, AxisTicks Value)
{
    // A date takes the room of three numbers.
    private const int TimeMarksMax = 5;

    /// <summary>Axes of a chart with data.</summary>
    public static PlotAxes Of(ChartSpec spec)
    {
        AxisTicks at = spec.At.Scale == AxisScale.Category
            ? new AxisTicks(-0.5, spec.At.Categories.Count - 0.5, [.. Enumerable.Range(0, spec.At.Categories.Count).Select(i => (double)i)], 1)
            : Ticks(spec.At, Positions(spec));
        return new PlotAxes(at, Ticks(spec.Value, Values(spec)));
    }

    private static AxisTicks Ticks(ChartAxis axis, IEnumerable<double> values)
    {
        double min = axis.Min ?? double.PositiveInfinity;
        double max = axis.Max ?? double.NegativeInfinity;
        foreach (double value in values.Where(double.IsFinite))
        {
            min = axis.Min ?? Math.Min(min, value);
            max = axis.Max ?? Math.Max(max, value);
        }

        // Data that all lie beyond a fixed end leave an empty domain.
        (min, max) = min <= max ? (min, max) : axis.Max is { } fixedMax ? (Below(axis, fixedMax), fixedMax) : (min, Above(axis, min));
        AxisTicks ticks = axis.Scale switch
        {
            AxisScale.Log => AxisTicks.Log(min, max, axis.Format == ChartFormat.Percentile ? 10 : 8),
            AxisScale.Time => AxisTicks.Time(min, max, TimeMarksMax),
            _ when axis.Format == ChartFormat.Size => AxisTicks.Binary(min, max, 8),
            _ => AxisTicks.Linear(min, max, 8),
        };
        return ticks.Within(axis.Min, axis.Max);
    }

    private static double Below(ChartAxis axis, double max) => axis.Scale == AxisScale.Log ? max / 10 : max - 1;

    private static double Above(ChartAxis axis, double min) => axis.Scale == AxisScale.Log ? min * 10 : min + 1;

    private static IEnumerable<double> Positions(ChartSpec spec) =>
        spec.Series.SelectMany(s => s.Data).Select(d => d.At).Concat(References(spec, true));

    private static IEnumerable<double> Values(ChartSpec spec)
    {
        IEnumerable<double> data = spec.Series.SelectMany(s => s.Data.SelectMany(d => Values(s.Mark, d)));
        return data.Concat(References(spec, false));
    }

    private static double[] Values(ChartMark mark, ChartDatum datum) => mark switch
    {
        ChartMark.Bars when double.IsNaN(datum.From) => [datum.Value, datum.Low, datum.High, 0],
        ChartMark.Band => [datum.Low, datum.High],
        _ => [datum.Value, datum.Low, datum.High, datum.From],
    };

    private static IEnumerable<double> References(ChartSpec spec, bool isOnPosition) =>
        spec.References.Where(r => r.IsOnPosition == isOnPosition).SelectMany(r => new[] { r.From, r.To ?? r.From });
}
