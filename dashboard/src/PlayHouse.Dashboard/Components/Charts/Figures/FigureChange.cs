using System.Text.Json.Nodes;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>How a drawn figure becomes another one with the least work.</summary>
internal enum ChangeKind
{
    /// <summary>Nothing to do.</summary>
    None,

    /// <summary>The same traces with more points at their ends.</summary>
    Extend,

    /// <summary>Anything else.</summary>
    Replace,
}

/// <summary>
/// The difference of two figures. Points at the end are sent alone: a live chart costs what is new, not what it shows. Pure, any thread.
/// </summary>
/// <param name="Kind">What to do.</param>
/// <param name="Traces">Numbers of the traces that grow.</param>
/// <param name="Points">What each of them gets, by path of the array.</param>
/// <param name="Axes">Ends and marks of axes that make room for them, by path.</param>
internal sealed record FigureChange(ChangeKind Kind, IReadOnlyList<int> Traces, IReadOnlyList<JsonObject> Points, JsonObject Axes)
{
    private static readonly string[] Ends = ["range", "tickvals", "ticktext"];

    // One level of parts holds arrays too: marker.size, error_y.array.
    private const int DepthMax = 2;

    public static FigureChange Of(PlotlyFigure before, PlotlyFigure after)
    {
        JsonObject axes = [];
        if (before.Data.Count != after.Data.Count || !Moves(before.Layout, after.Layout, axes))
        {
            return Plain(ChangeKind.Replace);
        }

        List<int> traces = [];
        List<JsonObject> points = [];
        for (int i = 0; i < after.Data.Count; i++)
        {
            JsonObject grown = [];
            if (!Grows(before.Data[i]!.AsObject(), after.Data[i]!.AsObject(), "", grown, DepthMax) || !IsEven(grown))
            {
                return Plain(ChangeKind.Replace);
            }

            if (grown.Count > 0)
            {
                traces.Add(i);
                points.Add(grown);
            }
        }

        return traces.Count + axes.Count == 0 ? Plain(ChangeKind.None) : new FigureChange(ChangeKind.Extend, traces, points, axes);
    }

    private static FigureChange Plain(ChangeKind kind) => new(kind, [], [], []);

    // True when nothing but ends and marks of axes differs, and the texts of a narrow page have no part in it.
    private static bool Moves(JsonObject before, JsonObject after, JsonObject moved)
    {
        if (before.Count != after.Count)
        {
            return false;
        }

        foreach ((string key, JsonNode? value) in after)
        {
            before.TryGetPropertyValue(key, out JsonNode? old);
            if (JsonNode.DeepEquals(old, value))
            {
                continue;
            }

            if (key is not ("xaxis" or "yaxis") || old is not JsonObject was || value is not JsonObject now || !now.All(p => Ends.Contains(p.Key) || JsonNode.DeepEquals(was[p.Key], p.Value)))
            {
                return false;
            }

            foreach (string end in Ends.Where(e => !JsonNode.DeepEquals(was[e], now[e])))
            {
                moved[$"{key}.{end}"] = now[end]?.DeepClone();
            }
        }

        return true;
    }

    // The script extends all arrays of a trace by the same number of points.
    private static bool IsEven(JsonObject grown) => grown.Select(g => g.Value!.AsArray().Count).Distinct().Count() <= 1;

    private static bool Grows(JsonObject before, JsonObject after, string path, JsonObject grown, int depth)
    {
        if (before.Count != after.Count)
        {
            return false;
        }

        foreach ((string key, JsonNode? value) in after)
        {
            if (!before.TryGetPropertyValue(key, out JsonNode? old))
            {
                return false;
            }

            bool isKept = (old, value) switch
            {
                (JsonArray was, JsonArray now) => Appends(was, now, path + key, grown),
                (JsonObject was, JsonObject now) when depth > 1 => Grows(was, now, $"{path}{key}.", grown, depth - 1),
                _ => JsonNode.DeepEquals(old, value),
            };
            if (!isKept)
            {
                return false;
            }
        }

        return true;
    }

    private static bool Appends(JsonArray before, JsonArray after, string path, JsonObject grown)
    {
        if (after.Count < before.Count || !before.Zip(after).All(p => JsonNode.DeepEquals(p.First, p.Second)))
        {
            return false;
        }

        if (after.Count > before.Count)
        {
            grown[path] = new JsonArray([.. after.Skip(before.Count).Select(n => n?.DeepClone())]);
        }

        return true;
    }
}
