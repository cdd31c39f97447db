using System.Text.Json;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Model.Flames;

/// <summary>
/// A picture as the script of the page reads it: JSON of columns, each text once. Every figure a reader sees is text that was made
/// here; the script places boxes and nothing else. Pure.
/// </summary>
internal static class FlameBytes
{
    public static byte[] Of(FlamePayload payload)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            Write(json, payload);
        }

        return bytes.ToArray();
    }

    private static void Write(Utf8JsonWriter json, FlamePayload payload)
    {
        var texts = new Texts();
        IReadOnlyList<FlameFrame> frames = payload.Frames;
        json.WriteStartObject();
        json.WriteBoolean("isDifference", payload.IsDifference);
        Numbers(json, "parent", frames, f => f.Parent);
        Numbers(json, "look", frames, f => (int)f.Look);
        Numbers(json, "hatch", frames, f => f.IsInsufficient ? 1 : 0);
        Numbers(json, "label", frames, f => texts.Id(f.Short));
        Numbers(json, "name", frames, f => texts.Id(f.Name));
        Numbers(json, "place", frames, f => f.Place is null ? -1 : texts.Id(f.Place));
        Numbers(json, "figures", frames, f => texts.Id(FlameWords.Figures(payload, f)));
        Widths(json, "width", frames, f => f.Width);
        if (payload.IsDifference)
        {
            Numbers(json, "edge", frames, f => (int)f.Edge);
            Widths(json, "wide", frames, f => f.WidthWithVanished);
            Widths(json, "strength", frames, f => f.Strength);
        }

        json.WriteStartArray("texts");
        foreach (string text in texts.All)
        {
            json.WriteStringValue(text);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Numbers(Utf8JsonWriter json, string name, IReadOnlyList<FlameFrame> frames, Func<FlameFrame, int> of)
    {
        json.WriteStartArray(name);
        foreach (FlameFrame frame in frames)
        {
            json.WriteNumberValue(of(frame));
        }

        json.WriteEndArray();
    }

    private static void Widths(Utf8JsonWriter json, string name, IReadOnlyList<FlameFrame> frames, Func<FlameFrame, double> of)
    {
        json.WriteStartArray(name);
        foreach (FlameFrame frame in frames)
        {
            // A pixel needs far fewer digits than a double has.
            json.WriteNumberValue((float)of(frame));
        }

        json.WriteEndArray();
    }

    private sealed class Texts
    {
        private readonly Dictionary<string, int> _ids = new(StringComparer.Ordinal);

        public List<string> All { get; } = [];

        public int Id(string text)
        {
            if (!_ids.TryGetValue(text, out int id))
            {
                _ids.Add(text, id = All.Count);
                All.Add(text);
            }

            return id;
        }
    }
}
