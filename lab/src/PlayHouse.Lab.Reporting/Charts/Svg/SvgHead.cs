namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>Everything around the plot: title, question, legend above it, notes and origin under it.</summary>
internal sealed class SvgHead(ChartSpec spec, SvgWriter svg, double width, string id)
{
    private const double Margin = 16;
    private const double SwatchWidth = 24;
    private const double NoteLine = 15.5;

    /// <summary>Writes what stands above; returns where the plot may begin.</summary>
    public double Write()
    {
        double y = Lines(spec.Title, SvgText.Title, 26, 21);
        y = Lines(spec.Question, SvgText.Question, y + 1, 17);
        return spec.IsEmpty ? y : Legend(y + 4);
    }

    /// <summary>The reason in place of a plot; returns its lower edge.</summary>
    public double Empty(double top)
    {
        string[] lines = [.. PlainText.Wrap(ChartText.Of(spec), SvgText.Label.Columns(width - 4 * Margin))];
        double height = lines.Length * 18 + 32;
        svg.Element("rect", null, ("x", SvgWriter.N(Margin)), ("y", SvgWriter.N(top)), ("width", SvgWriter.N(width - 2 * Margin)), ("height", SvgWriter.N(height)),
            ("class", "plc-axis"), ("fill", "none"), ("stroke", SvgStyle.Light("axis")), ("stroke-dasharray", "4 4"), ("rx", "4"));
        double y = top + 29;
        foreach (string line in lines)
        {
            svg.Text(2 * Margin, y, SvgText.Label, line);
            y += 18;
        }

        return top + height + 8;
    }

    /// <summary>Notes and origin; returns the height of the picture.</summary>
    public double Foot(double top)
    {
        double y = top + 14;
        foreach (string note in spec.Notes.Append(ChartWords.Origin(spec.Provenance)).Where(n => n.Length > 0))
        {
            foreach (string line in PlainText.Wrap(note, SvgText.Note.Columns(width - 2 * Margin)))
            {
                svg.Text(Margin, y, SvgText.Note, line);
                y += NoteLine;
            }

            y += 3;
        }

        return y;
    }

    private double Lines(string text, SvgText role, double y, double height)
    {
        foreach (string line in PlainText.Wrap(text, role.Columns(width - 2 * Margin)))
        {
            svg.Text(Margin, y, role, line);
            y += height;
        }

        return y;
    }

    private double Legend(double y)
    {
        double x = Margin;
        bool isEmpty = true;
        foreach ((string text, Action<double, double> draw) in Entries())
        {
            string label = PlainText.CutEnd(text, Math.Min(60, SvgText.Tick.Columns(width - 2 * Margin - SwatchWidth - 8)));
            double needed = SwatchWidth + 6 + SvgText.Tick.Width(label);
            (x, y) = x > Margin && x + needed > width - Margin ? (Margin, y + 19) : (x, y);
            draw(x, y);
            svg.Text(x + SwatchWidth + 6, y + 4, SvgText.Tick, label, full: text);
            x += needed + 18;
            isEmpty = false;
        }

        return isEmpty ? y : y + 19;
    }

    private List<(string Text, Action<double, double> Draw)> Entries()
    {
        List<(string, Action<double, double>)> entries = [];
        (ChartSeries Series, int Index)[] loud = [.. spec.Series.Select((s, i) => (s, i)).Where(s => !s.s.IsQuiet).DistinctBy(s => s.s.Name)];
        bool isNumbered = SvgMarks.NumbersBars(spec);
        entries.AddRange(spec.IsCells ? SvgCells.Legend(spec, svg, SwatchWidth, id) : []);
        foreach ((ChartSeries series, int index) in loud.Length > 1 && !spec.IsCells ? loud : [])
        {
            string name = isNumbered ? $"{index + 1} {series.Name}" : series.Name;
            entries.Add((name, (x, y) => SvgMarks.Swatch(svg, series, series.Style ?? index, x, y, SwatchWidth)));
        }

        foreach (ChartReference reference in spec.References.Where(r => !r.IsOnPosition || r.To is not null).DistinctBy(r => r.Label))
        {
            entries.Add((reference.Label, (x, y) => Reference(reference, x, y)));
        }

        DatumState[] states = spec.IsCells ? [] : [.. spec.Series.SelectMany(s => s.Data).Select(d => d.State).Distinct().Order()];
        entries.AddRange(states.Where(s => s is DatumState.Unsettled or DatumState.Insufficient).Select(s => (ChartWords.Of(s), (Action<double, double>)((x, y) => State(s, x, y)))));
        if (states.Any(s => s is DatumState.New or DatumState.Gone))
        {
            entries.Add(("only in one arm: new or gone", (x, y) => State(DatumState.New, x, y)));
        }

        return entries;
    }

    private void Reference(ChartReference reference, double x, double y)
    {
        if (reference.To is null)
        {
            svg.Line(x, y, x + SwatchWidth, y, "zero", 1.25, "4 2");
            return;
        }

        SvgPlot.Region(svg, x, y - 6, SwatchWidth, 12);
    }

    private void State(DatumState state, double x, double y)
    {
        (string role, string colour, string fill, string dash) = state switch
        {
            DatumState.Unsettled => ("plc-grey", SvgStyle.Light("grey"), SvgStyle.Light("grey"), ""),
            DatumState.Insufficient => ("plc-over", SvgStyle.Light("ink"), $"url(#{id}-h)", ""),
            _ => ("plc-over", SvgStyle.Light("ink"), "none", "5 2"),
        };
        svg.Element("rect", null, ("x", SvgWriter.N(x + 2)), ("y", SvgWriter.N(y - 5)), ("width", SvgWriter.N(SwatchWidth - 4)), ("height", "10"),
            ("class", role), ("fill", fill), ("stroke", colour), ("stroke-width", "1.5"), ("stroke-dasharray", dash));
    }
}
