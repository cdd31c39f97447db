using System.Text.Json;
using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Control;

/// <summary>Text form of control lines.</summary>
public static class ControlCodec
{
    /// <summary>Longest line that is read, in characters; a longer one fails the launch.</summary>
    public const int MaxLineLength = 16 * 1024 * 1024;

    /// <summary>One line without its line end.</summary>
    public static string Write<TBody>(long id, string type, TBody? body)
        where TBody : class
    {
        JsonElement? element = body is null ? null : JsonSerializer.SerializeToElement(body, LabJson.Compact);
        return JsonSerializer.Serialize(new ControlLine(ControlTypes.Version, id, type, element), LabJson.Compact);
    }

    /// <summary>One line without a body.</summary>
    public static string Write(long id, string type) => Write<object>(id, type, null);

    /// <summary>Reads a line; false with a reason when it is not a line of this protocol.</summary>
    public static bool TryRead(string text, out ControlLine line, out string error)
    {
        line = null!;
        error = "";
        try
        {
            line = JsonSerializer.Deserialize<ControlLine>(text, LabJson.Compact)!;
        }
        catch (JsonException)
        {
            line = null!;
        }

        if (line is null || line.Type is null)
        {
            error = $"not a control line: {Shorten(text)}";
            return false;
        }

        if (line.V != ControlTypes.Version)
        {
            error = $"control protocol version {line.V}, expected {ControlTypes.Version}";
            return false;
        }

        return true;
    }

    /// <summary>The body as <typeparamref name="TBody"/>; throws <see cref="ControlException"/> when it is not one.</summary>
    public static TBody Body<TBody>(ControlLine line)
    {
        try
        {
            return line.Body is { } body && body.Deserialize<TBody>(LabJson.Compact) is { } typed
                ? typed
                : throw new ControlException("bad-body", $"{line.Type} needs a body");
        }
        catch (JsonException e)
        {
            throw new ControlException("bad-body", $"{line.Type}: {e.Message}");
        }
    }

    private static string Shorten(string text) => text.Length <= 120 ? text : text[..120] + "…";
}

/// <summary>A control request failed, with a code and a sentence.</summary>
public sealed class ControlException : Exception
{
    /// <summary>Creates the exception.</summary>
    public ControlException(string code, string message)
        : base(message) => Code = code;

    /// <summary>Short kebab-case code.</summary>
    public string Code { get; }

    /// <summary>Role of the process that failed or answered with the error; null where none did.</summary>
    public string? Role { get; init; }

    /// <summary>Index of the target that a load speaks of; null where it speaks of none.</summary>
    public int? Target { get; init; }
}
