using System.Text.Json.Nodes;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>Marks of an axis for a part of it.</summary>
/// <param name="Places">Where, in the script's numbers.</param>
/// <param name="Labels">Words, escaped.</param>
internal sealed record FigureMarks(IReadOnlyList<double> Places, IReadOnlyList<string> Labels);

/// <summary>Axes of a figure. Marks carry the words of the library; the script makes none of its own. Pure, any thread.</summary>
internal static class FigureAxes
{
    /// <summary>Pixels for the words under a plot on a phone.</summary>
    public const double NarrowRoom = 170;

    /// <summary>The same on a larger page.</summary>
    public const double WideRoom = 480;

    private const double MillisecondsPerSecond = 1_000;
    private const double LabelColumnsShare = 0.36;
    private const double LabelGap = 10;
    private const int MarksMax = 8;
    private const int TimeMarksMax = 5;

    // What a date can say.
    private const double UnixSecondsMax = 253_402_300_799;

    /// <summary>A value of an axis in the script's numbers: dates are milliseconds there.</summary>
    public static double Place(ChartAxis axis, double value) => axis.Scale == AxisScale.Time ? value * MillisecondsPerSecond : value;

    /// <summary>The axis of positions.</summary>
    public static JsonObject Position(ChartSpec spec, AxisTicks ticks, double room)
    {
        JsonObject axis = Axis(spec.At, ticks, Labels(spec, ticks, room), isReversed: spec.IsSideways);
        bool isNamed = !spec.IsSideways && spec.At.Scale != AxisScale.Category;
        axis["title"] = Title(isNamed ? spec.At.Title : "");
        axis["showgrid"] = false;
        axis["fixedrange"] = spec.At.Scale == AxisScale.Category;
        axis["showline"] = !spec.IsSideways;
        axis["ticks"] = isNamed ? "outside" : "";
        axis["tickangle"] = 0;
        return axis;
    }

    /// <summary>The axis of values.</summary>
    public static JsonObject Value(ChartSpec spec, AxisTicks ticks)
    {
        JsonObject axis = Axis(spec.Value, ticks, Json.Texts(Marks(spec.Value, ticks).Labels), isReversed: false);
        axis["title"] = Title(spec.Value.Title);
        axis["showgrid"] = true;
        axis["showline"] = spec.IsSideways;
        axis["tickangle"] = 0;
        return axis;
    }

    /// <summary>Words at the marks of the position axis, as long as there is room for.</summary>
    public static JsonArray Labels(ChartSpec spec, AxisTicks ticks, double room)
    {
        bool isCategory = spec.At.Scale == AxisScale.Category;
        int columns = spec.IsSideways ? SvgText.Label.Columns(room * LabelColumnsShare)
            : isCategory ? SvgText.Tick.Columns(Math.Max(room / Math.Max(1, ticks.Marks.Count) - 8, 30))
            : int.MaxValue;
        return Json.Texts(ticks.Marks.Select(mark =>
        {
            string label = isCategory ? spec.At.Place(mark) : ticks.Label(mark, spec.At.Format);
            return FigureText.Escape(spec.At.KeepsLabelEnds ? PlainText.CutStart(label, columns) : PlainText.CutEnd(label, columns));
        }));
    }

    /// <summary>The marks of an axis of numbers.</summary>
    public static FigureMarks Marks(ChartAxis axis, AxisTicks ticks) =>
        new([.. ticks.Marks.Select(m => Place(axis, m))], [.. ticks.Marks.Select(m => FigureText.Escape(ticks.Label(m, axis.Format)))]);

    /// <summary>As many of the marks, evenly chosen, as have room side by side.</summary>
    public static FigureMarks Fitting(FigureMarks marks, double room)
    {
        double width = marks.Labels.Select(SvgText.Tick.Width).DefaultIfEmpty(0).Max() + LabelGap;
        int count = Math.Max(2, (int)(room / width));
        int stride = Math.Max(1, (int)Math.Ceiling(marks.Places.Count / (double)count));
        return new FigureMarks([.. marks.Places.Where((_, i) => i % stride == 0)], [.. marks.Labels.Where((_, i) => i % stride == 0)]);
    }

    /// <summary>
    /// Marks for the part of an axis a reader zoomed to, in the script's numbers (a log axis gives logarithms). Null for numbers no axis of
    /// ours has: they come from a browser.
    /// </summary>
    public static FigureMarks? Within(ChartAxis axis, double first, double last)
    {
        double scale = axis.Scale == AxisScale.Time ? MillisecondsPerSecond : 1;
        (double min, double max) = axis.Scale == AxisScale.Log ? (Math.Pow(10, Math.Min(first, last)), Math.Pow(10, Math.Max(first, last))) : (Math.Min(first, last) / scale, Math.Max(first, last) / scale);
        bool isPossible = axis.Scale != AxisScale.Category && min < max && Math.Abs(min) < ChartLimits.MagnitudeMax && Math.Abs(max) < ChartLimits.MagnitudeMax
            && (axis.Scale != AxisScale.Log || min > 1 / ChartLimits.MagnitudeMax) && (axis.Scale != AxisScale.Time || (min > -UnixSecondsMax && max < UnixSecondsMax));
        if (!isPossible)
        {
            return null;
        }

        AxisTicks ticks = axis.Scale switch
        {
            AxisScale.Log => AxisTicks.Log(min, max, axis.Format == ChartFormat.Percentile ? 10 : MarksMax),
            AxisScale.Time => AxisTicks.Time(min, max, TimeMarksMax),
            _ when axis.Format == ChartFormat.Size => AxisTicks.Binary(min, max, MarksMax),
            _ => AxisTicks.Linear(min, max, MarksMax),
        };
        return Marks(axis, ticks.Within(min, max));
    }

    private static JsonObject Axis(ChartAxis axis, AxisTicks ticks, JsonArray labels, bool isReversed)
    {
        double[] ends = [End(axis, ticks.Min), End(axis, ticks.Max)];
        return new JsonObject
        {
            ["type"] = axis.Scale switch { AxisScale.Log => "log", AxisScale.Time => "date", _ => "linear" },
            ["range"] = Json.Numbers(isReversed ? ends.Reverse() : ends),
            ["tickmode"] = "array",
            ["tickvals"] = Json.Numbers(ticks.Marks.Select(m => Place(axis, m))),
            ["ticktext"] = labels,
            ["tickfont"] = new JsonObject { ["color"] = FigureStyle.Dim, ["size"] = 12 },
            ["automargin"] = true,
            ["gridcolor"] = FigureStyle.Rule,
            ["linecolor"] = FigureStyle.Axis,
            ["tickcolor"] = FigureStyle.Axis,
            ["zeroline"] = false,
        };
    }

    private static double End(ChartAxis axis, double value) => axis.Scale == AxisScale.Log ? Math.Log10(value) : Place(axis, value);

    private static JsonObject Title(string text) => new()
    {
        ["text"] = FigureText.Escape(text), ["standoff"] = 8, ["font"] = new JsonObject { ["color"] = FigureStyle.Dim, ["size"] = 12 },
    };
}
