namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>The plot: grid, references, marks, axes.</summary>
internal sealed class SvgPlot(ChartSpec spec, SvgWriter svg, SvgLayout layout, string id)
{
    /// <summary>Rows above the plot for the words of marks on the position axis.</summary>
    public const int FlagLevels = 3;

    /// <summary>Height of such a row.</summary>
    public const double FlagHeight = 15;

    private const int FlagColumns = 24;

    // How far each row of words reaches to the right; words that would run into others are left to the pointer and the notes.
    private readonly double[] _flagEnds = [.. Enumerable.Repeat(double.NegativeInfinity, FlagLevels)];
    private double _tickEnd = double.NegativeInfinity;

    /// <summary>Writes the plot; returns the lower edge with its axis.</summary>
    public double Write()
    {
        Grid();
        foreach (ChartReference reference in spec.References.Where(r => r.To is not null))
        {
            Region(reference);
        }

        foreach (ChartReference reference in spec.References.Where(r => r.To is null).OrderBy(r => r.From))
        {
            Line(reference);
        }

        new SvgMarks(spec, svg, layout, id).Write();
        if (layout.ShowsValues)
        {
            Values();
        }

        return Titles();
    }

    /// <summary>A region: filled and dashed, so that it shows without colours too.</summary>
    public static void Region(SvgWriter svg, double x, double y, double width, double height, string? title = null) =>
        svg.Element("rect", title, ("x", SvgWriter.N(x)), ("y", SvgWriter.N(y)), ("width", SvgWriter.N(Math.Max(width, 1))), ("height", SvgWriter.N(height)),
            ("class", "plc-band"), ("fill", SvgStyle.Light("band")), ("stroke", SvgStyle.Light("axis")), ("stroke-width", "0.75"), ("stroke-dasharray", "3 3"));

    private void Grid()
    {
        foreach (double mark in layout.Axes.Value.Marks)
        {
            double place = layout.Value.Place(mark);
            string label = layout.Axes.Value.Label(mark, spec.Value.Format);
            if (spec.IsSideways)
            {
                svg.Line(place, layout.Top, place, layout.Bottom, "rule", 1);
                Below(label, place, SvgText.Tick.Columns(layout.Width));
            }
            else
            {
                svg.Line(layout.Left, place, layout.Right, place, "rule", 1);
                svg.Text(layout.Left - 8, place + 4, SvgText.Tick, label, "end");
            }
        }

        foreach (double mark in layout.Axes.At.Marks)
        {
            PositionMark(mark, layout.At.Place(mark));
        }

        svg.Line(layout.Left, layout.Bottom, layout.Right, layout.Bottom, "axis", 1);
    }

    private void PositionMark(double mark, double place)
    {
        bool isCategory = spec.At.Scale == AxisScale.Category;
        string label = isCategory ? spec.At.Place(mark) : layout.Axes.At.Label(mark, spec.At.Format);
        if (spec.IsSideways)
        {
            int columns = SvgText.Label.Columns(layout.Left - 26);
            string cut = spec.At.KeepsLabelEnds ? PlainText.CutStart(label, columns) : PlainText.CutEnd(label, columns);
            svg.Text(layout.Left - 10, place + 4, SvgText.Label, cut, "end", label);
            return;
        }

        if (!isCategory)
        {
            svg.Line(place, layout.Bottom, place, layout.Bottom + 5, "axis", 1);
        }

        double room = (layout.Right - layout.Left) / Math.Max(1, layout.Axes.At.Marks.Count);
        Below(label, place, SvgText.Tick.Columns(isCategory ? Math.Max(room - 8, 30) : layout.Width));
    }

    // A label at an end leans inwards where it would be cut; one that would run into the label before it is left out.
    private void Below(string label, double place, int columns)
    {
        string cut = PlainText.CutEnd(label, columns);
        double half = SvgText.Tick.Width(cut) / 2;
        double leaning = Math.Clamp(place, half + 4, Math.Max(half + 4, layout.Width - half - 4));
        if (leaning - half < _tickEnd + 6)
        {
            return;
        }

        _tickEnd = leaning + half;
        svg.Text(leaning, layout.Bottom + 19, SvgText.Tick, cut, "middle", label);
    }

    private void Region(ChartReference reference)
    {
        bool isAlongX = reference.IsOnPosition != spec.IsSideways;
        PlotScale scale = reference.IsOnPosition ? layout.At : layout.Value;
        double a = scale.Place(reference.From);
        double b = scale.Place(reference.To!.Value);
        (double low, double size) = (Math.Min(a, b), Math.Abs(b - a));
        (double across, double length) = Across(reference, isAlongX);
        string title = reference.IsOnPosition ? reference.Label : $"{reference.Label}: {Limits(reference)}";
        if (isAlongX)
        {
            Region(svg, low, across, size, length, title);
        }
        else
        {
            Region(svg, across, low, length, size, title);
        }
    }

    private (double From, double Length) Across(ChartReference reference, bool isAlongX)
    {
        if (reference.Row is { } row)
        {
            double pitch = layout.Pitch(spec);
            return (layout.At.Place(row) - pitch * 0.42, pitch * 0.84);
        }

        return isAlongX ? (layout.Top, layout.Bottom - layout.Top) : (layout.Left, layout.Right - layout.Left);
    }

    private string Limits(ChartReference reference) => Numbers.Bracket(
        ChartNumbers.Text(reference.From, spec.Value.Format), ChartNumbers.Text(reference.To!.Value, spec.Value.Format));

    private void Line(ChartReference reference)
    {
        double place = (reference.IsOnPosition ? layout.At : layout.Value).Place(reference.From);
        bool isUpright = reference.IsOnPosition != spec.IsSideways;
        if (!isUpright)
        {
            svg.Line(layout.Left, place, layout.Right, place, "zero", 1.25, "4 2");
            return;
        }

        int level = reference.IsOnPosition ? Flag(reference, place) : -1;
        svg.Line(place, layout.Top - (level + 1) * FlagHeight, place, layout.Bottom, "zero", 1.25, reference.IsOnPosition ? "2 3" : "4 2");
    }

    // The lowest row with room for the words; -1 when there is none.
    private int Flag(ChartReference reference, double place)
    {
        string cut = PlainText.CutEnd(reference.Label, FlagColumns);
        double width = SvgText.Note.Width(cut);
        bool isRight = place + width + 4 > layout.Width;
        double start = isRight ? place - 4 - width : place + 4;
        int level = Array.FindIndex(_flagEnds, e => e + 4 < start);
        if (level >= 0)
        {
            _flagEnds[level] = Math.Max(start + width, place);
            svg.Text(isRight ? place - 4 : start, layout.Top - level * FlagHeight - 5, SvgText.Note, cut, isRight ? "end" : "start", reference.Label);
        }

        return level;
    }

    private void Values()
    {
        foreach (ChartDatum datum in spec.Series.Where(s => !s.IsQuiet).SelectMany(s => s.Data))
        {
            string text = ChartWords.AtRowEnd(spec, datum);
            string cut = PlainText.CutEnd(text, SvgText.Tick.Columns(layout.Width - layout.Right - 24));
            svg.Text(layout.Right + 12, layout.At.Place(datum.At) + 4, SvgText.Tick, cut, full: text);
        }
    }

    private double Titles()
    {
        (ChartAxis below, ChartAxis beside) = spec.IsSideways ? (spec.Value, spec.At) : (spec.At, spec.Value);
        bool isNamed = below.Scale != AxisScale.Category;
        if (isNamed)
        {
            double middle = (layout.Left + layout.Right) / 2;
            svg.Text(middle, layout.Bottom + 38, SvgText.Tick, PlainText.CutEnd(below.Title, SvgText.Tick.Columns(layout.Right - layout.Left)), "middle", below.Title);
        }

        if (!spec.IsSideways)
        {
            double middle = (layout.Top + layout.Bottom) / 2;
            svg.Open("g", ("transform", $"translate(22 {SvgWriter.N(middle)}) rotate(-90)"));
            svg.Text(0, 0, SvgText.Tick, PlainText.CutEnd(beside.Title, SvgText.Tick.Columns(layout.Bottom - layout.Top)), "middle", beside.Title);
            svg.Close("g");
        }

        return layout.Bottom + (isNamed ? 46 : 28);
    }
}
