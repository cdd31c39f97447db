using System.Text.Json;
using System.Text.Json.Serialization;

namespace PlayHouse.Lab.Model.Reasons;

/// <summary>Reads a fact, or the sentence that stood in its place until November 2026; an empty sentence is no fact. Writes facts.</summary>
public sealed class ReasonConverter : JsonConverter<Reason>
{
    /// <inheritdoc/>
    public override Reason? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String
            ? reader.GetString() is { Length: > 0 } text ? new Said(text) : null
            : Fact(ref reader, options);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Reason value, JsonSerializerOptions options) => JsonSerializer.Serialize(writer, value, options);

    private static Reason? Fact(ref Utf8JsonReader reader, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Deserialize<Reason>(ref reader, options);
        }
        catch (NotSupportedException e)
        {
            throw new JsonException("A reason names no rule.", e);
        }
    }
}

/// <summary>A list whose elements <see cref="ReasonConverter"/> reads and writes.</summary>
public sealed class ReasonsConverter : JsonConverter<IReadOnlyList<Reason>>
{
    private static readonly ReasonConverter One = new();

    /// <inheritdoc/>
    public override IReadOnlyList<Reason> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            throw new JsonException("Reasons are a list.");
        }

        var all = new List<Reason>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (One.Read(ref reader, typeof(Reason), options) is { } reason)
            {
                all.Add(reason);
            }
        }

        return all;
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, IReadOnlyList<Reason> value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(value);
        writer.WriteStartArray();
        foreach (Reason reason in value)
        {
            One.Write(writer, reason, options);
        }

        writer.WriteEndArray();
    }
}
