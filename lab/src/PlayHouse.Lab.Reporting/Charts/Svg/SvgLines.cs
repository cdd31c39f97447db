using System.Text;

namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>Lines, steps and bands: paths that break at gaps.</summary>
internal static class SvgLines
{
    public static void Line(SvgWriter svg, SvgLayout layout, ChartSpec spec, ChartSeries series, int style)
    {
        StringBuilder path = new();
        ChartDatum? before = null;
        foreach (ChartDatum datum in series.Data)
        {
            if (double.IsNaN(datum.Value))
            {
                before = null;
                continue;
            }

            if (before is not null && series.Mark == ChartMark.Step)
            {
                path.Append('L').Append(Place(layout, spec, datum.At, before.Value));
            }

            path.Append(before is null ? 'M' : 'L').Append(Place(layout, spec, datum.At, datum.Value));
            before = datum;
        }

        svg.Element("path", Title(spec, series, series.Data.Where(d => !double.IsNaN(d.Value))), ("d", path.ToString()), ("fill", "none"), ("stroke-width", series.IsQuiet ? "1" : "2"), ("stroke-linejoin", "round"),
            ("stroke-dasharray", SvgStyle.Dash(style)));
    }

    public static void Band(SvgWriter svg, SvgLayout layout, ChartSpec spec, ChartSeries series, int style)
    {
        foreach (List<ChartDatum> run in Runs(series))
        {
            IEnumerable<string> there = run.Select(d => Place(layout, spec, d.At, d.Low));
            IEnumerable<string> back = run.AsEnumerable().Reverse().Select(d => Place(layout, spec, d.At, d.High));
            svg.Element("path", Title(spec, series, run), ("d", $"M{string.Join('L', there.Concat(back))}z"), ("fill-opacity", "0.16"), ("stroke-width", "0.75"),
                ("stroke-opacity", "0.7"), ("stroke-dasharray", SvgStyle.Dash(style)));
        }
    }

    /// <summary>True for a value with a gap or an end on both sides.</summary>
    public static bool IsAlone(ChartSeries series, int i) =>
        (i == 0 || double.IsNaN(series.Data[i - 1].Value)) && (i == series.Data.Count - 1 || double.IsNaN(series.Data[i + 1].Value));

    // Points that the title of a path spells out; the table has all of them.
    private const int TitlePointsMax = 50;

    private static string Title(ChartSpec spec, ChartSeries series, IEnumerable<ChartDatum> data) =>
        string.Join("; ", data.Take(TitlePointsMax).Select(d => ChartWords.Datum(spec, series, d)));

    /// <summary>The stretches of a band between its gaps.</summary>
    public static List<List<ChartDatum>> Runs(ChartSeries series)
    {
        List<List<ChartDatum>> runs = [];
        bool isOpen = false;
        foreach (ChartDatum datum in series.Data)
        {
            if (!datum.HasInterval)
            {
                isOpen = false;
                continue;
            }

            if (!isOpen)
            {
                runs.Add([]);
                isOpen = true;
            }

            runs[^1].Add(datum);
        }

        return runs;
    }

    private static string Place(SvgLayout layout, ChartSpec spec, double at, double value)
    {
        double a = layout.At.Place(at);
        double v = layout.Value.Place(value);
        return spec.IsSideways ? $"{SvgWriter.N(v)} {SvgWriter.N(a)}" : $"{SvgWriter.N(a)} {SvgWriter.N(v)}";
    }
}
