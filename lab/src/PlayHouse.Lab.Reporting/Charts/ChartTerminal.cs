namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>
/// A small chart for a terminal, in plain characters without colour. Categories become rows with their numbers; number axes become a grid.
/// Pure functions, any thread.
/// </summary>
public static class ChartTerminal
{
    /// <summary>Narrowest drawing; a narrower terminal gets the sentence alone.</summary>
    public const int WidthMin = 40;

    private const int GridRows = 12;
    private const string Symbols = "ox+*#@%&";

    /// <summary>Lines of at most <paramref name="width"/> columns.</summary>
    public static IReadOnlyList<string> Lines(ChartSpec spec, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(spec);
        width = Math.Max(10, width);
        List<string> lines = [.. PlainText.Wrap(spec.Title, width), .. PlainText.Wrap(ChartText.Of(spec), width)];
        if (!spec.IsEmpty && width >= WidthMin)
        {
            lines.Add("");
            lines.AddRange(spec.At.Scale == AxisScale.Category ? TerminalRows.Lines(spec, width) : Grid(spec, width));
            lines.AddRange(Legend(spec, width));
        }

        lines.AddRange(spec.Notes.SelectMany(n => PlainText.Wrap(n, width, "  ")));
        return lines;
    }

    /// <summary>Symbol of a series.</summary>
    internal static char Symbol(ChartSeries series, int index) => Symbols[(series.Style ?? index) % Symbols.Length];

    private static IEnumerable<string> Legend(ChartSpec spec, int width)
    {
        string[] entries = [.. spec.Series.Select((s, i) => (s, i)).Where(e => !e.s.IsQuiet && e.s.Mark != ChartMark.Band).Select(e => $"{Symbol(e.s, e.i)} {e.s.Name}").Distinct()];
        return entries.Length > 1 ? PlainText.Wrap(string.Join("   ", entries), width, "  ") : [];
    }

    private static IEnumerable<string> Grid(ChartSpec spec, int width)
    {
        PlotAxes axes = PlotAxes.Of(spec);
        string top = Tick(axes.Value, spec.Value, axes.Value.Max);
        string bottom = Tick(axes.Value, spec.Value, axes.Value.Min);
        int label = Math.Min(width / 3, Math.Max(PlainText.Columns(top), PlainText.Columns(bottom)));
        int columns = width - label - 3;
        PlotScale at = new(axes.At.Min, axes.At.Max, spec.At.Scale == AxisScale.Log, 0, columns - 1);
        PlotScale value = new(axes.Value.Min, axes.Value.Max, spec.Value.Scale == AxisScale.Log, GridRows - 1, 0);
        char[][] cells = [.. Enumerable.Range(0, GridRows).Select(_ => Enumerable.Repeat(' ', columns).ToArray())];
        for (int i = 0; i < spec.Series.Count; i++)
        {
            Draw(cells, spec.Series[i], Symbol(spec.Series[i], i), at, value);
        }

        for (int row = 0; row < GridRows; row++)
        {
            string text = row == 0 ? top : row == GridRows - 1 ? bottom : "";
            yield return $"{PlainText.PadStart(PlainText.CutEnd(text, label), label)} | {new string(cells[row])}".TrimEnd();
        }

        string first = Tick(axes.At, spec.At, axes.At.Min);
        string last = Tick(axes.At, spec.At, axes.At.Max);
        int gap = Math.Max(1, columns - PlainText.Columns(first) - PlainText.Columns(last));
        yield return new string(' ', label + 1) + "+" + new string('-', columns + 1);
        yield return PlainText.CutEnd($"{new string(' ', label + 3)}{first}{new string(' ', gap)}{last}", width);
        yield return PlainText.CutEnd($"{new string(' ', label + 3)}{spec.At.Title}; upwards {spec.Value.Title}", width);
    }

    private static string Tick(AxisTicks ticks, ChartAxis axis, double value) => ticks.Label(value, axis.Format);

    private static void Draw(char[][] cells, ChartSeries series, char symbol, PlotScale at, PlotScale value)
    {
        if (series.Mark == ChartMark.Band)
        {
            return;
        }

        ChartDatum? before = null;
        foreach (ChartDatum datum in series.Data)
        {
            if (double.IsNaN(datum.Value))
            {
                before = null;
                continue;
            }

            (int x, int y) = Cell(at, value, datum.At, datum.Value);
            if (before is not null && series.Mark is ChartMark.Line or ChartMark.Step)
            {
                Join(cells, Cell(at, value, before!.At, before.Value), (x, y), series.Mark == ChartMark.Step);
            }

            cells[y][x] = symbol;
            before = datum;
        }
    }

    private static void Join(char[][] cells, (int X, int Y) from, (int X, int Y) to, bool isStep)
    {
        for (int x = from.X + 1; x < to.X; x++)
        {
            double share = isStep ? 0 : (x - from.X) / (double)(to.X - from.X);
            int y = (int)Math.Round(from.Y + share * (to.Y - from.Y));
            cells[y][x] = cells[y][x] == ' ' ? '.' : cells[y][x];
        }
    }

    private static (int X, int Y) Cell(PlotScale at, PlotScale value, double x, double y) =>
        ((int)Math.Round(at.Place(x)), (int)Math.Round(value.Place(y)));
}
