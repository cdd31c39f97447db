using System.Text.Json;

namespace PlayHouse.Engine.Soak.Report;

/// <summary>How results are written.</summary>
internal static class SoakJson
{
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web) { WriteIndented = true };
}
