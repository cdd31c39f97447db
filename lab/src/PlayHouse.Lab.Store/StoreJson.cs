using System.Text.Json;
using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Store;

/// <summary>Records as they stand in JSON columns, and enums as the words of that JSON.</summary>
internal static class StoreJson
{
    public static string Write<T>(T value) => JsonSerializer.Serialize(value, LabJson.Compact);

    public static T Read<T>(string json, string what)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, LabJson.Compact) ?? throw new JsonException("the value is null");
        }
        catch (JsonException e)
        {
            throw new StoreException(StoreProblem.Damaged, $"{what} in the store cannot be read: {e.Message}", e);
        }
    }

    public static T Parse<T>(string word)
        where T : struct, Enum => Enum.TryParse(word, ignoreCase: true, out T value) && Enum.IsDefined(value)
            ? value
            : throw new StoreException(StoreProblem.Damaged, $"'{word}' in the store is not a {typeof(T).Name}");

    public static DateTimeOffset Time(long unixMs) => DateTimeOffset.FromUnixTimeMilliseconds(unixMs);
}
