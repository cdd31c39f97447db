using System.Text.Json;
using System.Text.Json.Nodes;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>A figure in the colours and the room of a page. Pure, any thread.</summary>
internal static class FigureLook
{
    /// <summary>Traces with colours for names. Words next to marks would run together where there is little room; pointer and keys show them.</summary>
    public static IEnumerable<JsonObject> Traces(PlotlyFigure figure, ChartLook look)
    {
        foreach (JsonNode? trace in figure.Data)
        {
            JsonObject dressed = Coloured(trace, look, isColour: false)!.AsObject();
            if (look.IsNarrow && (string?)dressed["mode"] == "markers+text")
            {
                dressed["mode"] = "markers";
            }

            yield return dressed;
        }
    }

    /// <summary>The layout with colours for names, in the room that there is, and at the part that a reader zoomed to.</summary>
    /// <param name="figure">The figure.</param>
    /// <param name="look">The page.</param>
    /// <param name="zoom">What replaces parts of the layout, by path; null where the whole chart is seen.</param>
    public static JsonObject Layout(PlotlyFigure figure, ChartLook look, JsonObject? zoom)
    {
        JsonObject layout = Coloured(figure.Layout, look, isColour: false)!.AsObject();
        foreach ((string path, JsonNode? value) in (look.IsNarrow ? figure.Narrow : []).Concat(zoom ?? []))
        {
            Put(layout, path, value?.DeepClone());
        }

        return layout;
    }

    // Only values of keys that hold colours are names of colours: a series may be called @s0.
    private static JsonNode? Coloured(JsonNode? node, ChartLook look, bool isColour) => node switch
    {
        JsonObject parts => new JsonObject(parts.Select(p => KeyValuePair.Create(p.Key, Coloured(p.Value, look, p.Key.EndsWith("color", StringComparison.Ordinal))))),
        JsonArray items => new JsonArray([.. items.Select(i => Coloured(i, look, isColour))]),
        JsonValue value when isColour && value.GetValueKind() == JsonValueKind.String && value.GetValue<string>() is ['@', ..] name => look.Colour(name),
        _ => node?.DeepClone(),
    };

    private static void Put(JsonObject target, string path, JsonNode? value)
    {
        string[] keys = path.Split('.');
        foreach (string key in keys[..^1])
        {
            if (target[key] is not JsonObject next)
            {
                target[key] = next = [];
            }

            target = next;
        }

        target[keys[^1]] = value;
    }
}
