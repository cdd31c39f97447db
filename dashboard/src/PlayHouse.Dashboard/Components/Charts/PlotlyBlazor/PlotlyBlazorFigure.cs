using System.Text.Json.Nodes;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;
using Plotly.Blazor;
using Plotly.Blazor.LayoutLib;
using Plotly.Blazor.Traces;
using BarParts = Plotly.Blazor.Traces.BarLib;
using PlotlyLayout = Plotly.Blazor.Layout;
using ScatterParts = Plotly.Blazor.Traces.ScatterLib;
using XParts = Plotly.Blazor.LayoutLib.XAxisLib;
using YParts = Plotly.Blazor.LayoutLib.YAxisLib;

namespace PlayHouse.Dashboard.Components.Charts.PlotlyBlazor;

/// <summary>
/// A figure in the types of Plotly.Blazor: the same numbers and words. References are lines, because that needs no more of the package than
/// a line does. Pure, any thread.
/// </summary>
internal static class PlotlyBlazorFigure
{
    /// <summary>The traces, references first.</summary>
    public static IList<ITrace> Traces(ChartSpec spec, PlotlyFigure figure)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(figure);
        IEnumerable<ITrace> references = spec.IsEmpty ? [] : spec.References.Select(r => Reference(spec, PlotAxes.Of(spec), r));
        return [.. references, .. figure.Data.Select(t => Trace(t!.AsObject()))];
    }

    /// <summary>Axes and height.</summary>
    public static PlotlyLayout Layout(PlotlyFigure figure)
    {
        ArgumentNullException.ThrowIfNull(figure);
        PlotlyLayout layout = new() { Height = (int)figure.Layout["height"]!, BarMode = BarModeEnum.Overlay };
        if (figure.Layout["xaxis"] is JsonObject x && figure.Layout["yaxis"] is JsonObject y)
        {
            layout.XAxis = [new XAxis { AutoMargin = true, ZeroLine = false, Range = Items(x["range"]), TickVals = Items(x["tickvals"]), TickText = Items(x["ticktext"]), Type = TypeOfX(x), Title = new XParts.Title { Text = Text(x["title"]!["text"]) } }];
            layout.YAxis = [new YAxis { AutoMargin = true, ZeroLine = false, Range = Items(y["range"]), TickVals = Items(y["tickvals"]), TickText = Items(y["ticktext"]), Type = TypeOfY(y), Title = new YParts.Title { Text = Text(y["title"]!["text"]) } }];
        }

        return layout;
    }

    private static XParts.TypeEnum TypeOfX(JsonObject axis) => Text(axis["type"]) switch { "log" => XParts.TypeEnum.Log, "date" => XParts.TypeEnum.Date, _ => XParts.TypeEnum.Linear };

    private static YParts.TypeEnum TypeOfY(JsonObject axis) => Text(axis["type"]) switch { "log" => YParts.TypeEnum.Log, "date" => YParts.TypeEnum.Date, _ => YParts.TypeEnum.Linear };

    private static ITrace Trace(JsonObject trace) => Text(trace["type"]) switch
    {
        "bar" => Bar(trace),
        "box" => Box(trace),
        _ => Scatter(trace),
    };

    private static Scatter Scatter(JsonObject trace) => new()
    {
        Name = Text(trace["name"]), ShowLegend = Flag(trace["showlegend"]), LegendGroup = Text(trace["legendgroup"]), X = Items(trace["x"]), Y = Items(trace["y"]),
        Mode = Text(trace["mode"]) switch { "lines" => ScatterParts.ModeFlag.Lines, "lines+markers" => ScatterParts.ModeFlag.Lines | ScatterParts.ModeFlag.Markers, _ => ScatterParts.ModeFlag.Markers },
        HoverTextArray = Texts(trace["hovertext"]), HoverTemplate = FigureTraces.HoverOnly, Marker = new ScatterParts.Marker { Color = Colour(trace) },
        ErrorX = trace["error_x"] is not { } x ? null! : new ScatterParts.ErrorX { Type = ScatterParts.ErrorXLib.TypeEnum.Data, Symmetric = false, Array = Items(x["array"]), ArrayMinus = Items(x["arrayminus"]) },
        ErrorY = trace["error_y"] is not { } y ? null! : new ScatterParts.ErrorY { Type = ScatterParts.ErrorYLib.TypeEnum.Data, Symmetric = false, Array = Items(y["array"]), ArrayMinus = Items(y["arrayminus"]) },
    };

    private static Bar Bar(JsonObject trace) => new()
    {
        Name = Text(trace["name"]), ShowLegend = Flag(trace["showlegend"]), LegendGroup = Text(trace["legendgroup"]), X = Items(trace["x"]), Y = Items(trace["y"]),
        BaseArray = Items(trace["base"]), Orientation = Text(trace["orientation"]) == "h" ? BarParts.OrientationEnum.H : BarParts.OrientationEnum.V,
        HoverTextArray = Texts(trace["hovertext"]), HoverTemplate = FigureTraces.HoverOnly, Marker = new BarParts.Marker { Color = Colour(trace) },
        ErrorX = trace["error_x"] is not { } x ? null! : new BarParts.ErrorX { Type = BarParts.ErrorXLib.TypeEnum.Data, Symmetric = false, Array = Items(x["array"]), ArrayMinus = Items(x["arrayminus"]) },
        ErrorY = trace["error_y"] is not { } y ? null! : new BarParts.ErrorY { Type = BarParts.ErrorYLib.TypeEnum.Data, Symmetric = false, Array = Items(y["array"]), ArrayMinus = Items(y["arrayminus"]) },
    };

    private static Box Box(JsonObject trace)
    {
        bool isSideways = Text(trace["orientation"]) == "h";
        return new Box
        {
            Name = Text(trace["name"]), ShowLegend = Flag(trace["showlegend"]), LegendGroup = Text(trace["legendgroup"]),
            Orientation = isSideways ? Plotly.Blazor.Traces.BoxLib.OrientationEnum.H : Plotly.Blazor.Traces.BoxLib.OrientationEnum.V,
            X = isSideways ? null! : Items(trace["x"]), Y = isSideways ? Items(trace["y"]) : null!,
            Q1 = Items(trace["q1"]), Median = Items(trace["median"]), Q3 = Items(trace["q3"]), LowerFence = Items(trace["lowerfence"]), UpperFence = Items(trace["upperfence"]),
        };
    }

    // Around the region, or along the line twice: one form for both.
    private static Scatter Reference(ChartSpec spec, PlotAxes axes, ChartReference reference)
    {
        (ChartAxis along, ChartAxis across, AxisTicks ends) = reference.IsOnPosition ? (spec.At, spec.Value, axes.Value) : (spec.Value, spec.At, axes.At);
        double from = FigureAxes.Place(along, reference.From);
        double to = FigureAxes.Place(along, reference.To ?? reference.From);
        double low = reference.Row - 0.42 ?? FigureAxes.Place(across, ends.Min);
        double high = reference.Row + 0.42 ?? FigureAxes.Place(across, ends.Max);
        List<object> alongs = [from, to, to, from, from];
        List<object> acrosses = [low, low, high, high, low];
        bool isAlongX = reference.IsOnPosition != spec.IsSideways;
        return new Scatter
        {
            Name = FigureText.Escape(reference.Label), ShowLegend = false, LegendGroup = "", Mode = ScatterParts.ModeFlag.Lines,
            X = isAlongX ? alongs : acrosses, Y = isAlongX ? acrosses : alongs, Marker = new ScatterParts.Marker { Color = SvgStyle.Light("ink") },
            HoverTextArray = [.. alongs.Select(_ => FigureText.Escape(reference.Label))], HoverTemplate = FigureTraces.HoverOnly,
        };
    }

    // The colours of paper: this backend does not follow the page.
    private static string Colour(JsonObject trace)
    {
        string name = trace["marker"]?["color"] is JsonValue colour ? Text(colour) : "";
        return name.StartsWith("@s", StringComparison.Ordinal) ? SvgStyle.SeriesLight(name[2] - '0') : name.StartsWith('@') ? SvgStyle.Light(name[1..]) : SvgStyle.Light("dim");
    }

    private static string Text(JsonNode? node) => node?.GetValue<string>() ?? "";

    private static bool Flag(JsonNode? node) => node?.GetValue<bool>() ?? false;

    private static List<string> Texts(JsonNode? array) => array is JsonArray items ? [.. items.Select(Text)] : [];

    // A gap stays null, in numbers and in words.
    private static List<object> Items(JsonNode? array) => array is JsonArray items
        ? [.. items.Select(i => i is null ? null! : i.GetValueKind() == System.Text.Json.JsonValueKind.String ? (object)i.GetValue<string>() : i.GetValue<double>())]
        : [];
}
