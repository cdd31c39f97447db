namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>A column of a chart's table.</summary>
/// <param name="Name">Head.</param>
/// <param name="IsNumber">True when its cells are numbers, for alignment.</param>
public sealed record ChartColumn(string Name, bool IsNumber);

/// <summary>
/// The table that says what the picture shows, datum by datum, for readers who cannot or will not look at a picture. Gaps say so.
/// Immutable, any thread.
/// </summary>
/// <param name="Columns">Columns; those that no datum fills are left out.</param>
/// <param name="Rows">One row per datum, as many cells as columns.</param>
public sealed record ChartTable(IReadOnlyList<ChartColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>The table of a chart; no rows when the chart is empty.</summary>
    public static ChartTable Of(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        Cell[] cells = [.. Cells(spec).Where(c => c.IsAlways || spec.Series.Any(s => s.Data.Any(d => c.Text(s, d).Length > 0)))];
        return new ChartTable(
            [.. cells.Select(c => new ChartColumn(c.Name, c.IsNumber))],
            [.. spec.Series.SelectMany(s => s.Data.Select(d => (IReadOnlyList<string>)[.. cells.Select(c => c.Text(s, d))]))]);
    }

    private sealed record Cell(string Name, bool IsNumber, bool IsAlways, Func<ChartSeries, ChartDatum, string> Text);

    private static Cell[] Cells(ChartSpec spec)
    {
        Func<ChartSeries, ChartDatum, string> Maybe(Func<ChartDatum, double> of) => (_, d) =>
            double.IsNaN(of(d)) ? "" : ChartNumbers.Text(of(d), spec.Value.Format);
        return
        [
            new("series", false, true, (s, _) => s.Name),
            new(spec.At.Title, spec.At.Scale is AxisScale.Linear or AxisScale.Log, true, (_, d) => spec.At.Place(d.At)),
            new(spec.Value.Title, true, true, (s, d) => s.Mark == ChartMark.Band ? "" : ChartNumbers.Text(d.Value, spec.Value.Format)),
            new("low", true, false, Maybe(d => d.Low)),
            new("quartile 1", true, false, Maybe(d => d.InnerLow)),
            new("quartile 3", true, false, Maybe(d => d.InnerHigh)),
            new("high", true, false, Maybe(d => d.High)),
            new("from", true, false, Maybe(d => d.From)),
            new("n", true, false, (_, d) => d.Samples > 0 ? Numbers.Count(d.Samples) : ""),
            new("state", false, false, (_, d) => ChartWords.Of(d.State)),
            new("note", false, false, (_, d) => d.Note),
        ];
    }
}
