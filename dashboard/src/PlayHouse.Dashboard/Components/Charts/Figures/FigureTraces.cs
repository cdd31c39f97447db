using System.Text.Json.Nodes;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>Series as traces. Data of one series that look different (state) become a trace each, tied together in the legend. Pure, any thread.</summary>
internal static class FigureTraces
{
    /// <summary>The words of a datum and nothing the script would add.</summary>
    public const string HoverOnly = "%{hovertext}<extra></extra>";

    // Beyond these a symbol at every point of a line is a thick line.
    private const int SymbolsOnLineMax = 60;
    private const double MarkerSize = 9;
    private const double BarShare = 0.62;
    private const double BoxShare = 0.32;

    public static IEnumerable<JsonObject> Of(ChartSpec spec, PlotAxes axes)
    {
        HashSet<string> named = [];
        bool hasLegend = spec.Series.Where(s => !s.IsQuiet).Select(s => s.Name).Distinct().Count() > 1;
        for (int i = 0; i < spec.Series.Count; i++)
        {
            ChartSeries series = spec.Series[i];
            bool isNamed = hasLegend && !series.IsQuiet && named.Add(series.Name);
            Part part = new(spec, series, i, series.Style ?? i, axes);
            JsonObject[] traces = [.. part.Traces()];
            // One stands for the series in the legend; what is undecided is grey and would hide the colour.
            JsonObject? legend = Array.Find(traces, t => (string?)t["marker"]?["color"] != FigureStyle.Grey) ?? traces.FirstOrDefault();
            foreach (JsonObject trace in traces)
            {
                trace["showlegend"] = isNamed && trace == legend;
                trace["legendgroup"] = $"s{i}";
                yield return trace;
            }
        }
    }

    /// <summary>Legend entries for the states that occur: samples without data.</summary>
    public static IEnumerable<JsonObject> States(ChartSpec spec)
    {
        DatumState[] states = [.. spec.Series.SelectMany(s => s.Data).Select(d => d.State).Distinct().Order()];
        foreach (DatumState state in states.Where(s => s is DatumState.Unsettled or DatumState.Insufficient))
        {
            yield return Sample(ChartWords.Of(state), state);
        }

        if (states.Any(s => s is DatumState.New or DatumState.Gone))
        {
            yield return Sample("only in one arm: new or gone", DatumState.New);
        }
    }

    private static JsonObject Sample(string words, DatumState state)
    {
        JsonObject bar = Form(state, FigureStyle.Ink);
        return new JsonObject
        {
            ["type"] = "bar", ["name"] = FigureText.Escape(words), ["x"] = new JsonArray((JsonNode?)null), ["y"] = new JsonArray((JsonNode?)null),
            ["hoverinfo"] = "skip", ["showlegend"] = true, ["legendgroup"] = $"state-{(int)state}", ["marker"] = bar,
        };
    }

    /// <summary>Fill and outline of bars by state, so that states are told apart without colour.</summary>
    private static JsonObject Form(DatumState state, string colour) => state switch
    {
        DatumState.Unsettled => new JsonObject { ["color"] = FigureStyle.Grey, ["line"] = new JsonObject { ["color"] = FigureStyle.Grey, ["width"] = 1 } },
        DatumState.Insufficient => new JsonObject
        {
            ["color"] = FigureStyle.Background, ["line"] = new JsonObject { ["color"] = colour, ["width"] = 1 },
            ["pattern"] = new JsonObject { ["shape"] = "/", ["fgcolor"] = colour, ["bgcolor"] = FigureStyle.Background, ["size"] = 6, ["solidity"] = 0.3 },
        },
        DatumState.New or DatumState.Gone => new JsonObject { ["color"] = FigureStyle.None, ["line"] = new JsonObject { ["color"] = colour, ["width"] = 2 } },
        _ => new JsonObject { ["color"] = colour, ["line"] = new JsonObject { ["color"] = colour, ["width"] = 1 } },
    };

    private sealed record Part(ChartSpec Spec, ChartSeries Series, int Index, int Style, PlotAxes Axes)
    {
        private string Colour => FigureStyle.Series(Style);

        private bool IsNumbered => SvgMarks.NumbersBars(Spec) && !Series.IsQuiet;

        private string Name => FigureText.Escape(IsNumbered && Series.Mark == ChartMark.Bars ? $"{Index + 1} {Series.Name}" : Series.Name);

        private (string At, string Value) Names => Spec.IsSideways ? ("y", "x") : ("x", "y");

        public IEnumerable<JsonObject> Traces() => Series.Mark switch
        {
            ChartMark.Bars => ByState(Bars).Concat(Edges()),
            ChartMark.Box => [Boxes(), Medians()],
            ChartMark.Band => [Band()],
            ChartMark.Line or ChartMark.Step => Line().Concat(Edges()),
            _ => ByState(Points).Concat(Edges()),
        };

        // A gap belongs to no state: it would only break what is not joined anyway.
        private IEnumerable<JsonObject> ByState(Func<DatumState, ChartDatum[], JsonObject> of) =>
            Series.Data.Where(d => !double.IsNaN(d.Value)).GroupBy(d => d.State).OrderBy(g => g.Key).Select(g => of(g.Key, [.. g]));

        private JsonObject Trace(string type, IReadOnlyList<ChartDatum> data, Func<ChartDatum, double> value)
        {
            (string at, string along) = Names;
            return new JsonObject
            {
                ["type"] = type,
                ["name"] = Name,
                [at] = Json.Numbers(data.Select(d => FigureAxes.Place(Spec.At, d.At))),
                [along] = Json.Numbers(data.Select(value)),
                ["hovertext"] = FigureText.Hovers(Spec, Series, data),
                ["hovertemplate"] = HoverOnly,
            };
        }

        private double Value(ChartDatum datum) => FigureAxes.Place(Spec.Value, datum.Value);

        private JsonObject Points(DatumState state, ChartDatum[] data)
        {
            string colour = state == DatumState.Unsettled ? FigureStyle.Grey : Colour;
            JsonObject trace = Trace("scatter", data, Value);
            trace["mode"] = "markers";
            trace["cliponaxis"] = false;
            trace["opacity"] = Series.IsQuiet ? 0.55 : 1;
            trace["marker"] = new JsonObject
            {
                ["symbol"] = FigureStyle.Symbol(Style) + state switch { DatumState.Insufficient => "-open-dot", DatumState.New or DatumState.Gone => "-open", _ => "" },
                ["size"] = MarkerSize, ["color"] = colour, ["line"] = new JsonObject { ["color"] = colour, ["width"] = 1.5 },
            };
            AddInterval(trace, data, colour);
            return trace;
        }

        private JsonObject Bars(DatumState state, ChartDatum[] data)
        {
            JsonObject trace = Trace("bar", data, d => Value(d) - From(d));
            trace["base"] = Json.Numbers(data.Select(From));
            trace["orientation"] = Spec.IsSideways ? "h" : "v";
            trace["width"] = Json.Numbers(data.Select(_ => Pitch() * BarShare));
            trace["marker"] = Form(state, Colour);
            if (IsNumbered)
            {
                trace["text"] = Json.Texts(data.Select(_ => PlayHouse.Lab.Reporting.Numbers.Count(Index + 1)));
                trace["textposition"] = "inside";
                trace["insidetextanchor"] = "middle";
                trace["textangle"] = 0;
                trace["insidetextfont"] = new JsonObject { ["color"] = state == DatumState.Normal ? FigureStyle.Background : FigureStyle.Ink };
            }

            AddInterval(trace, data, FigureStyle.Ink);
            return trace;
        }

        private double From(ChartDatum datum) => double.IsNaN(datum.From) ? 0 : FigureAxes.Place(Spec.Value, datum.From);

        private IEnumerable<JsonObject> Line()
        {
            IReadOnlyList<ChartDatum> data = Series.Data;
            bool showsAll = !Series.IsQuiet && data.Count <= SymbolsOnLineMax;
            JsonObject trace = Trace("scatter", data, Value);
            trace["mode"] = "lines+markers";
            trace["connectgaps"] = false;
            trace["cliponaxis"] = false;
            trace["opacity"] = Series.IsQuiet ? 0.55 : 1;
            string shape = Series.Mark == ChartMark.Step ? Spec.IsSideways ? "vh" : "hv" : "linear";
            trace["line"] = new JsonObject { ["color"] = Colour, ["width"] = Series.IsQuiet ? 1 : 2, ["dash"] = FigureStyle.Dash(Style), ["shape"] = shape };
            // A point between two gaps has no line that would show it.
            trace["marker"] = new JsonObject
            {
                ["symbol"] = FigureStyle.Symbol(Style), ["color"] = Colour,
                ["size"] = Json.Numbers(data.Select((_, i) => showsAll || SvgLines.IsAlone(Series, i) ? MarkerSize - 2 : 0)),
            };
            AddInterval(trace, data, Colour);
            yield return trace;
        }

        private JsonObject Boxes()
        {
            ChartDatum[] data = [.. Series.Data.Where(d => !double.IsNaN(d.Value))];
            double Low(ChartDatum d) => FigureAxes.Place(Spec.Value, d.InnerLow);
            (string at, string value) = Names;
            return new JsonObject
            {
                ["type"] = "bar", ["name"] = Name, ["orientation"] = Spec.IsSideways ? "h" : "v", ["hoverinfo"] = "skip",
                [at] = Json.Numbers(data.Select(d => FigureAxes.Place(Spec.At, d.At))),
                ["base"] = Json.Numbers(data.Select(Low)),
                [value] = Json.Numbers(data.Select(d => FigureAxes.Place(Spec.Value, d.InnerHigh) - Low(d))),
                ["width"] = Json.Numbers(data.Select(_ => Pitch() * BoxShare)),
                ["marker"] = new JsonObject { ["color"] = FigureStyle.Faint(Style, "0.16"), ["line"] = new JsonObject { ["color"] = Colour, ["width"] = 1.5 } },
            };
        }

        // The line across a box, and its whiskers.
        private JsonObject Medians()
        {
            ChartDatum[] data = [.. Series.Data.Where(d => !double.IsNaN(d.Value))];
            JsonObject trace = Trace("scatter", data, Value);
            trace["mode"] = "markers";
            trace["marker"] = new JsonObject
            {
                ["symbol"] = Spec.IsSideways ? "line-ns" : "line-ew", ["size"] = 2 * MarkerSize, ["color"] = Colour, ["line"] = new JsonObject { ["color"] = Colour, ["width"] = 2 },
            };
            AddInterval(trace, data, Colour);
            return trace;
        }

        // There along the lower ends and back along the upper ones; a gap closes the area and begins another.
        private JsonObject Band()
        {
            List<(ChartDatum Datum, double Value)?> path = [];
            foreach (List<ChartDatum> run in SvgLines.Runs(Series))
            {
                path.AddRange(path.Count > 0 ? [null] : []);
                path.AddRange(run.Select(d => ((ChartDatum, double)?)(d, d.Low)));
                path.AddRange(run.AsEnumerable().Reverse().Select(d => ((ChartDatum, double)?)(d, d.High)));
            }

            (string at, string value) = Names;
            return new JsonObject
            {
                ["type"] = "scatter", ["mode"] = "lines", ["name"] = Name, ["fill"] = "toself", ["hoveron"] = "points",
                [at] = Json.Numbers(path.Select(p => p is { } known ? FigureAxes.Place(Spec.At, known.Datum.At) : double.NaN)),
                [value] = Json.Numbers(path.Select(p => p is { } known ? FigureAxes.Place(Spec.Value, known.Value) : double.NaN)),
                ["hovertext"] = Json.Texts(path.Select(p => p is { } known ? FigureText.Hover(Spec, Series, known.Datum) : "")),
                ["hovertemplate"] = HoverOnly,
                ["line"] = new JsonObject { ["color"] = FigureStyle.Faint(Style, "0.7"), ["width"] = 0.75, ["dash"] = FigureStyle.Dash(Style) },
                ["fillcolor"] = FigureStyle.Faint(Style, "0.16"),
            };
        }

        // What lies beyond a fixed end of the axis is not lost: a head at the edge points to it and says what it is.
        private IEnumerable<JsonObject> Edges()
        {
            (ChartDatum Datum, int Side)[] outside =
            [
                .. Series.Data.Where(d => !double.IsNaN(d.Value)).SelectMany(d => new[] { d.Value, d.Low, d.High }.Select(Side).Where(s => s != 0).Distinct().Select(s => (d, s))),
            ];
            if (outside.Length == 0)
            {
                return [];
            }

            (string at, string value) = Names;
            return
            [
                new JsonObject
                {
                    ["type"] = "scatter", ["mode"] = "markers", ["name"] = Name, ["cliponaxis"] = false,
                    [at] = Json.Numbers(outside.Select(o => FigureAxes.Place(Spec.At, o.Datum.At))),
                    [value] = Json.Numbers(outside.Select(o => FigureAxes.Place(Spec.Value, o.Side < 0 ? Axes.Value.Min : Axes.Value.Max))),
                    ["hovertext"] = FigureText.Hovers(Spec, Series, outside.Select(o => o.Datum)),
                    ["hovertemplate"] = HoverOnly,
                    ["marker"] = new JsonObject { ["symbol"] = Json.Texts(outside.Select(o => Head(o.Side))), ["size"] = MarkerSize + 2, ["color"] = Colour },
                },
            ];
        }

        private int Side(double value) => value < Axes.Value.Min ? -1 : value > Axes.Value.Max ? 1 : 0;

        private string Head(int side) => (Spec.IsSideways, side) switch { (true, < 0) => "triangle-left", (true, _) => "triangle-right", (_, < 0) => "triangle-down", _ => "triangle-up" };

        private double Pitch() => Spec.At.Scale == AxisScale.Category
            ? 1
            : FigureAxes.Place(Spec.At, Axes.At.Max - Axes.At.Min) / Math.Max(2, Spec.Series.Max(s => s.Data.Count) + 1);

        private void AddInterval(JsonObject trace, IReadOnlyList<ChartDatum> data, string colour)
        {
            if (!data.Any(d => d.HasInterval))
            {
                return;
            }

            trace[Spec.IsSideways ? "error_x" : "error_y"] = new JsonObject
            {
                ["type"] = "data", ["symmetric"] = false, ["color"] = colour, ["thickness"] = 1.75, ["width"] = 4,
                ["array"] = Json.Numbers(data.Select(d => d.HasInterval ? FigureAxes.Place(Spec.Value, d.High - d.Value) : double.NaN)),
                ["arrayminus"] = Json.Numbers(data.Select(d => d.HasInterval ? FigureAxes.Place(Spec.Value, d.Value - d.Low) : double.NaN)),
            };
        }
    }
}
