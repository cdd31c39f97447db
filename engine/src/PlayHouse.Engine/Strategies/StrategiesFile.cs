using System.Diagnostics.CodeAnalysis;
using System.Text.Json;

namespace PlayHouse.Engine.Strategies;

/// <summary>
/// A file <c>strategies.json</c>, version 1: where a server differs from the shipped defaults. Decisions write it, servers read it.
/// Immutable.
/// </summary>
/// <param name="Selection">Seams that differ. Whether the strategies exist is not checked here: <see cref="StrategyRules"/> does.</param>
/// <param name="Decision">Id of the decision that wrote it, <c>d-0007</c>; null where a person did.</param>
public sealed record StrategiesFile(StrategySelection Selection, string? Decision)
{
    /// <summary>Bytes of a file that are read. Reaction: a longer one is refused.</summary>
    public const int BytesMax = 64 * 1024;

    private const string UseKey = "use";
    private const string MultiplexerPrefix = "mux-";
    private const int QuotedLengthMax = 40;
    private static readonly string[] Keys = ["version", "set", "decision"];

    /// <summary>What the engine has of it: the file also holds seams of the multiplexer, which a server does not have.</summary>
    public StrategySelection OfEngine => new(
        Selection.Choices
            .Where(c => !c.Key.StartsWith(MultiplexerPrefix, StringComparison.Ordinal))
            .ToDictionary(c => c.Key, c => c.Value));

    /// <summary>Reads a file.</summary>
    /// <exception cref="FormatException">It cannot be read or used; one sentence a line, without the file's name.</exception>
    public static StrategiesFile Read(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return Parse(ReadText(path) ?? throw new FormatException("there is no such file"));
    }

    /// <summary>The text of a file; null when there is none.</summary>
    /// <exception cref="FormatException">It cannot be read, or is too long.</exception>
    public static string? ReadText(string path)
    {
        try
        {
            FileInfo file = new(path);
            return !file.Exists ? null
                : file.Length > BytesMax ? throw new FormatException($"it has {file.Length} bytes, at most {BytesMax} are read")
                : File.ReadAllText(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new FormatException($"it cannot be read ({exception.Message})", exception);
        }
    }

    /// <summary>Reads a text strictly: unknown keys, keys given twice and values of the wrong kind are errors.</summary>
    /// <exception cref="FormatException">Every reason, one a line.</exception>
    public static StrategiesFile Parse(string text)
    {
        List<string> problems = [];
        try
        {
            using JsonDocument document = JsonDocument.Parse(
                text, new JsonDocumentOptions { MaxDepth = 8, AllowDuplicateProperties = false });
            StrategiesFile file = Bind(document.RootElement, problems);
            return problems.Count == 0 ? file : throw new FormatException(string.Join(Environment.NewLine, problems));
        }
        catch (JsonException exception)
        {
            throw new FormatException($"it is no JSON ({Plain(exception.Message, 200)})", exception);
        }
    }

    private static StrategiesFile Bind(JsonElement root, List<string> problems)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            problems.Add("it holds no object");
            return new(StrategySelection.Default, null);
        }

        problems.AddRange(
            root.EnumerateObject()
                .Where(p => !Keys.Contains(p.Name))
                .Select(p => $"the key {Quote(p.Name)} is not known; known: {string.Join(", ", Keys)}"));
        if (!root.TryGetProperty("version", out JsonElement version)
            || version.ValueKind != JsonValueKind.Number
            || !version.TryGetInt32(out int number)
            || number != 1)
        {
            problems.Add("version must be 1");
        }

        return new(new StrategySelection(Choices(root, problems)), DecisionOf(root, problems));
    }

    private static string? DecisionOf(JsonElement root, List<string> problems)
    {
        if (!root.TryGetProperty("decision", out JsonElement decision))
        {
            return null;
        }

        if (decision.ValueKind == JsonValueKind.String && IsDecisionId(decision.GetString()!))
        {
            return decision.GetString();
        }

        problems.Add("decision must be an id such as d-0007");
        return null;
    }

    private static Dictionary<string, StrategyChoice> Choices(JsonElement root, List<string> problems)
    {
        Dictionary<string, StrategyChoice> choices = new(StringComparer.Ordinal);
        if (!root.TryGetProperty("set", out JsonElement set) || set.ValueKind != JsonValueKind.Object)
        {
            problems.Add("set must be an object: seam id to strategy");
            return choices;
        }

        foreach (JsonProperty seam in set.EnumerateObject())
        {
            if (TryBind(seam.Value, out StrategyChoice? choice))
            {
                choices[seam.Name] = choice;
            }
            else
            {
                problems.Add($"set.{Plain(seam.Name, QuotedLengthMax)} must be a strategy or an object with use and knobs");
            }
        }

        return choices;
    }

    private static bool TryBind(JsonElement value, [NotNullWhen(true)] out StrategyChoice? choice)
    {
        choice = null;
        if (value.ValueKind == JsonValueKind.String)
        {
            choice = StrategyChoice.Of(value.GetString()!);
            return true;
        }

        if (value.ValueKind != JsonValueKind.Object
            || !value.TryGetProperty(UseKey, out JsonElement use)
            || use.ValueKind != JsonValueKind.String
            || value.EnumerateObject().Any(k => k.Name != UseKey && k.Value.ValueKind != JsonValueKind.Number))
        {
            return false;
        }

        choice = new(
            use.GetString()!,
            value.EnumerateObject().Where(k => k.Name != UseKey).ToDictionary(k => k.Name, k => k.Value.GetDouble()));
        return true;
    }

    private static string Quote(string text) => $"'{Plain(text, QuotedLengthMax)}'";

    /// <summary>Short and without what a terminal would obey: the text is the file's.</summary>
    private static string Plain(string text, int lengthMax)
    {
        string plain = string.Concat(text.Take(lengthMax).Select(c => char.IsControl(c) ? '?' : c));
        return text.Length > lengthMax ? plain + "…" : plain;
    }

    /// <summary>True for <c>d-</c> and four to eight digits.</summary>
    public static bool IsDecisionId(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Length is >= 6 and <= 10
            && text.StartsWith("d-", StringComparison.Ordinal)
            && text.AsSpan(2).IndexOfAnyExceptInRange('0', '9') < 0;
    }
}
