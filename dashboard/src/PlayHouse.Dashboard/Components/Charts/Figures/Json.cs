using System.Text.Json.Nodes;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>Arrays of a figure. A gap is null.</summary>
internal static class Json
{
    public static JsonArray Numbers(IEnumerable<double> values) => [.. values.Select(Number)];

    public static JsonArray Texts(IEnumerable<string> texts) => [.. texts.Select(t => JsonValue.Create(t))];

    public static JsonNode? Number(double value) => double.IsFinite(value) ? JsonValue.Create(value) : null;
}
