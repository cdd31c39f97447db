using System.Text.Json;
using System.Text.Json.Serialization;

namespace PlayHouse.Lab.Model;

/// <summary>The one JSON dialect of the lab: camelCase, enums as camelCase words, named floating-point literals.</summary>
public static class LabJson
{
    /// <summary>Compact, for stores and control lines.</summary>
    public static JsonSerializerOptions Compact { get; } = Create(false);

    /// <summary>Indented, for files and terminals.</summary>
    public static JsonSerializerOptions Indented { get; } = Create(true);

    /// <summary>An enum member as this dialect writes it.</summary>
    public static string Word<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    private static JsonSerializerOptions Create(bool isIndented)
    {
        var options = new JsonSerializerOptions(JsonSerializerDefaults.Web)
        {
            WriteIndented = isIndented,
            NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        };
        options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase));
        options.MakeReadOnly(populateMissingResolver: true);
        return options;
    }
}
