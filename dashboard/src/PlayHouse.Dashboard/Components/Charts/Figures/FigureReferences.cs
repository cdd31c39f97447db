using System.Text.Json.Nodes;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>Lines and regions that data are read against. Pure, any thread.</summary>
internal static class FigureReferences
{
    // Half of a row: bands of neighbouring rows do not touch.
    private const double RowHalf = 0.42;
    private const int PinColumns = 24;

    // Words nearer to each other than this share of the axis would run together; the pointer has all of them.
    private const double WordsApart = 0.22;

    public static JsonArray Shapes(ChartSpec spec)
    {
        HashSet<string> named = [];
        // Regions lie under lines.
        return [.. spec.References.OrderBy(r => r.To is null).Select(r => Shape(spec, r, isInLegend: IsInLegend(r) && named.Add(r.Label)))];
    }

    /// <summary>True for a chart with words over its plot.</summary>
    public static bool HasPins(ChartSpec spec) => spec.References.Any(IsPin);

    /// <summary>A mark on the upper edge for each place in time, which says what happened there.</summary>
    public static IEnumerable<JsonObject> Pins(ChartSpec spec, PlotAxes axes)
    {
        ChartReference[] places = [.. spec.References.Where(IsPin).OrderBy(r => r.From)];
        if (places.Length == 0)
        {
            return [];
        }

        double edge = FigureAxes.Place(spec.Value, axes.Value.Max);
        double[] at = [.. places.Select(p => FigureAxes.Place(spec.At, p.From))];
        JsonObject pins = new()
        {
            ["type"] = "scatter", ["mode"] = "markers+text", ["name"] = "", ["showlegend"] = false, ["cliponaxis"] = false,
            [spec.IsSideways ? "y" : "x"] = Json.Numbers(at),
            [spec.IsSideways ? "x" : "y"] = Json.Numbers(places.Select(_ => edge)),
            ["text"] = Json.Texts(Words(places, axes.At)),
            ["textposition"] = Json.Texts(places.Select(p => spec.IsSideways ? "middle left" : Leaning(p, axes.At))),
            ["textfont"] = new JsonObject { ["color"] = FigureStyle.Dim, ["size"] = 11 },
            ["hovertext"] = Json.Texts(places.Select(p => FigureText.Escape($"{spec.At.Place(p.From)}: {p.Label}"))),
            ["hovertemplate"] = FigureTraces.HoverOnly,
            ["marker"] = new JsonObject { ["symbol"] = spec.IsSideways ? "triangle-left" : "triangle-down", ["size"] = 10, ["color"] = FigureStyle.Ink },
        };
        return [pins];
    }

    private static bool IsPin(ChartReference reference) => reference is { IsOnPosition: true, To: null };

    // Words at an end lean inwards, where they are not cut.
    private static string Leaning(ChartReference place, AxisTicks axis) => ((place.From - axis.Min) / (axis.Max - axis.Min)) switch
    {
        < 0.12 => "top right",
        > 0.88 => "top left",
        _ => "top center",
    };

    private static bool IsInLegend(ChartReference reference) => !reference.IsOnPosition || reference.To is not null;

    private static IEnumerable<string> Words(ChartReference[] places, AxisTicks axis)
    {
        double last = double.NegativeInfinity;
        double apart = (axis.Max - axis.Min) * WordsApart;
        foreach (ChartReference place in places)
        {
            bool hasRoom = place.From - last >= apart;
            last = hasRoom ? place.From : last;
            yield return hasRoom ? FigureText.Escape(PlainText.CutEnd(place.Label, PinColumns)) : "";
        }
    }

    private static JsonObject Shape(ChartSpec spec, ChartReference reference, bool isInLegend)
    {
        ChartAxis axis = reference.IsOnPosition ? spec.At : spec.Value;
        bool isAlongX = reference.IsOnPosition != spec.IsSideways;
        (string along, string across) = isAlongX ? ("x", "y") : ("y", "x");
        bool isLine = reference.To is null;
        JsonObject shape = new()
        {
            ["type"] = isLine ? "line" : "rect",
            ["layer"] = "below",
            ["name"] = FigureText.Escape(reference.Label),
            ["showlegend"] = isInLegend,
            ["legendgroup"] = "ref:" + FigureText.Escape(reference.Label),
            [along + "ref"] = along,
            [along + "0"] = FigureAxes.Place(axis, reference.From),
            [along + "1"] = FigureAxes.Place(axis, reference.To ?? reference.From),
            [across + "ref"] = reference.Row is null ? "paper" : across,
            [across + "0"] = reference.Row is { } row ? row - RowHalf : 0,
            [across + "1"] = reference.Row is { } same ? same + RowHalf : 1,
            ["line"] = new JsonObject { ["color"] = isLine ? FigureStyle.Ink : FigureStyle.Axis, ["width"] = isLine ? 1.25 : 0.75, ["dash"] = isLine ? "4px,2px" : "3px,3px" },
        };
        if (!isLine)
        {
            shape["fillcolor"] = FigureStyle.Band;
        }

        return shape;
    }
}
