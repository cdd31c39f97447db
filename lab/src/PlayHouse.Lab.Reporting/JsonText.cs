using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Reporting;

/// <summary>Values of the JSON that leaves the lab. Pure functions, any thread.</summary>
public static class JsonText
{
    /// <summary>A JSON number, or null for what JSON has no number for.</summary>
    public static JsonNode? Number(double? value) => value is { } v && double.IsFinite(v) ? JsonValue.Create(v) : null;

    /// <summary>An array of strings.</summary>
    public static JsonArray Strings(IEnumerable<string> values) => [.. values.Select(v => (JsonNode)v)];

    /// <summary>The document, indented, with a line end.</summary>
    public static string Write(JsonNode node)
    {
        ArgumentNullException.ThrowIfNull(node);
        return node.ToJsonString(LabJson.Indented) + "\n";
    }
}
