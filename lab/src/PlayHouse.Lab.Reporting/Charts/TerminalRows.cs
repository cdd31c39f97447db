namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Rows of a terminal chart: one per category and series, with the number at its end.</summary>
internal static class TerminalRows
{
    public static IEnumerable<string> Lines(ChartSpec spec, int width)
    {
        (int Row, int Index)[] rows = [.. Rows(spec)];
        bool isNamed = rows.GroupBy(r => r.Row).Any(g => g.Count() > 1);
        string[] labels = [.. rows.Select(r => isNamed ? Named(spec.At.Categories[r.Row], spec.Series[r.Index].Name) : spec.At.Categories[r.Row])];
        string[] texts = [.. rows.Select(r => Text(spec, spec.Series[r.Index], r.Row))];
        int text = Math.Min(texts.Max(PlainText.Columns), width / 3);
        int label = Math.Min(labels.Max(PlainText.Columns), (width - text) * 2 / 5);
        int columns = Math.Max(8, width - text - label - 4);
        AxisTicks ticks = PlotAxes.Of(spec).Value;
        PlotScale scale = new(ticks.Min, ticks.Max, spec.Value.Scale == AxisScale.Log, 0, columns - 1);
        for (int i = 0; i < rows.Length; i++)
        {
            string name = spec.At.KeepsLabelEnds ? PlainText.CutStart(labels[i], label) : PlainText.CutEnd(labels[i], label);
            string drawing = Drawing(spec, rows[i].Row, rows[i].Index, scale, columns);
            yield return PlainText.CutEnd($"{PlainText.PadEnd(name, label)}  {drawing}  {PlainText.CutEnd(texts[i], text)}", width).TrimEnd();
        }

        string low = ticks.Label(ticks.Min, spec.Value.Format);
        string high = ticks.Label(ticks.Max, spec.Value.Format);
        string axis = low + new string(' ', Math.Max(1, columns - PlainText.Columns(low) - PlainText.Columns(high))) + high;
        yield return PlainText.CutEnd($"{new string(' ', label + 2)}{axis}", width);
        yield return PlainText.CutEnd($"{new string(' ', label + 2)}{spec.Value.Title}", width);
    }

    private static IEnumerable<(int Row, int Index)> Rows(ChartSpec spec) =>
        from row in Enumerable.Range(0, spec.At.Categories.Count)
        from index in Enumerable.Range(0, spec.Series.Count)
        let series = spec.Series[index]
        where series.Mark is not (ChartMark.Line or ChartMark.Step or ChartMark.Band) && In(series, row).Any()
        select (row, index);

    private static IEnumerable<ChartDatum> In(ChartSeries series, int row) =>
        series.Data.Where(d => Math.Max(0, (int)Math.Round(d.At)) == row);

    // Series that are named after their place need not say it twice.
    private static string Named(string category, string series) =>
        series.StartsWith(category, StringComparison.Ordinal) ? series : $"{category}: {series}";

    private static string Text(ChartSpec spec, ChartSeries series, int row)
    {
        ChartDatum[] data = [.. In(series, row)];
        return data.Length == 1 ? ChartWords.AtRowEnd(spec, data[0]) : $"{Numbers.Count(data.Length)} points";
    }

    private static string Drawing(ChartSpec spec, int row, int index, PlotScale scale, int columns)
    {
        char[] cells = [.. Enumerable.Repeat(' ', columns)];
        foreach (ChartReference reference in spec.References.Where(r => !r.IsOnPosition && (r.Row is null || r.Row == row)))
        {
            (int from, int to) = (Cell(scale, reference.From), Cell(scale, reference.To ?? reference.From));
            cells.AsSpan(from, to - from + 1).Fill(reference.To is null ? '|' : '.');
        }

        ChartSeries series = spec.Series[index];
        foreach (ChartDatum datum in In(series, row).Where(d => !double.IsNaN(d.Value)))
        {
            Draw(cells, series.Mark, datum, scale, ChartTerminal.Symbol(series, index));
        }

        return new string(cells);
    }

    private static void Draw(char[] cells, ChartMark mark, ChartDatum datum, PlotScale scale, char symbol)
    {
        if (mark == ChartMark.Bars)
        {
            Fill(cells, Cell(scale, double.IsNaN(datum.From) ? 0 : datum.From), Cell(scale, datum.Value), Bar(datum.State));
        }

        if (datum.HasInterval)
        {
            Fill(cells, Cell(scale, datum.Low), Cell(scale, datum.High), '-');
        }

        if (mark == ChartMark.Box)
        {
            Fill(cells, Cell(scale, datum.InnerLow), Cell(scale, datum.InnerHigh), '=');
        }

        if (mark != ChartMark.Bars || datum.HasInterval)
        {
            cells[Cell(scale, datum.Value)] = mark == ChartMark.Box ? '|' : symbol;
        }
    }

    private static char Bar(DatumState state) => state switch
    {
        DatumState.Unsettled => ':',
        DatumState.Insufficient => '/',
        DatumState.New or DatumState.Gone => '=',
        _ => '#',
    };

    private static void Fill(char[] cells, int a, int b, char with) => cells.AsSpan(Math.Min(a, b), Math.Abs(b - a) + 1).Fill(with);

    private static int Cell(PlotScale scale, double value) => (int)Math.Round(scale.Place(value));
}
