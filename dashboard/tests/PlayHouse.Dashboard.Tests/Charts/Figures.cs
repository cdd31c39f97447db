using System.Net;
using System.Text.Json.Nodes;
using PlayHouse.Dashboard.Components.Charts.Figures;

namespace PlayHouse.Dashboard.Tests.Charts;

/// <summary>Reads figures the way the script does.</summary>
internal static class Figures
{
    public static IEnumerable<JsonObject> Traces(this PlotlyFigure figure) => figure.Data.Select(t => t!.AsObject());

    public static JsonObject Trace(this PlotlyFigure figure, string name, string type = "scatter") =>
        figure.Traces().First(t => (string?)t["name"] == name && (string?)t["type"] == type);

    public static JsonObject ToJson(this PlotlyFigure figure) =>
        new() { ["data"] = figure.Data.DeepClone(), ["layout"] = figure.Layout.DeepClone(), ["narrow"] = figure.Narrow.DeepClone() };

    public static double?[] Numbers(this JsonNode? array) => [.. array!.AsArray().Select(n => (double?)n)];

    public static string[] Texts(this JsonNode? array) => [.. array!.AsArray().Select(n => (string)n!)];

    /// <summary>What a reader sees of an escaped text.</summary>
    public static string Seen(string text) => WebUtility.HtmlDecode(text.Replace("<br>", " ", StringComparison.Ordinal));

    /// <summary>Every string of a figure with the key it stands under.</summary>
    public static IEnumerable<(string Key, string Text)> Strings(JsonNode? node, string key = "") => node switch
    {
        JsonObject o => o.SelectMany(p => Strings(p.Value, p.Key)),
        JsonArray a => a.SelectMany(n => Strings(n, key)),
        JsonValue v when v.GetValueKind() == System.Text.Json.JsonValueKind.String => [(key, v.GetValue<string>())],
        _ => [],
    };

    /// <summary>Every place a figure draws something at, as position and value.</summary>
    public static HashSet<(double At, double Value)> Places(this PlotlyFigure figure, bool isSideways)
    {
        (string at, string value) = isSideways ? ("y", "x") : ("x", "y");
        HashSet<(double, double)> places = [];
        foreach (JsonObject trace in figure.Traces())
        {
            double?[] ats = trace[at].Numbers();
            double?[] values = trace[value].Numbers();
            double?[] from = trace["base"] is { } start ? start.Numbers() : new double?[ats.Length];
            places.UnionWith(ats.Select((a, i) => (a ?? double.NaN, Math.Round((values[i] ?? double.NaN) + (from[i] ?? 0), 9))));
        }

        return places;
    }
}
