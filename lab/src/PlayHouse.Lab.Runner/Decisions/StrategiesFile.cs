using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>
/// <c>strategies.json</c>, version 1: where the workspace's default differs from the shipped one. Read strictly, like every file of
/// the lab; written as a whole or not at all.
/// </summary>
public static class StrategiesFile
{
    private const int BytesMax = 64 * 1024;
    private const string UseKey = "use";
    private static readonly string[] Keys = ["version", "set", "decision"];

    /// <summary>What the workspace uses; <see cref="WorkspaceStrategies.None"/> without a file.</summary>
    /// <exception cref="LabInputException">The file cannot be used; says every reason.</exception>
    public static WorkspaceStrategies Load(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        return Parse(ReadText(workspace));
    }

    /// <summary>The text of the file; empty when there is none.</summary>
    internal static string ReadText(LabWorkspace workspace)
    {
        try
        {
            var file = new FileInfo(workspace.Strategies);
            return !file.Exists ? ""
                : file.Length > BytesMax ? throw Wrong($"it has {file.Length} bytes, at most {BytesMax} are read")
                : File.ReadAllText(workspace.Strategies);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Wrong($"it cannot be read ({e.Message})");
        }
    }

    /// <summary>Puts the whole text in place in one step: a reader sees the old file or the new one.</summary>
    internal static void WriteText(LabWorkspace workspace, string text) => AtomicFile.Write(workspace.Strategies, text);

    /// <summary>Reads a text; an empty one says nothing.</summary>
    internal static WorkspaceStrategies Parse(string text)
    {
        if (text.Length == 0)
        {
            return WorkspaceStrategies.None;
        }

        try
        {
            using JsonDocument document = JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 8, AllowDuplicateProperties = false });
            return Bind(document.RootElement);
        }
        catch (JsonException e)
        {
            throw Wrong($"it is no JSON ({Suggestions.Plain(e.Message)})");
        }
    }

    /// <summary>The text of a file, always the same for the same content.</summary>
    internal static string Text(WorkspaceStrategies strategies)
    {
        JsonObject set = [];
        foreach ((string seam, StrategySetting setting) in strategies.Set.OrderBy(s => s.Key, StringComparer.Ordinal))
        {
            set[seam] = setting.Knobs.Count == 0 ? setting.Use : Node(setting);
        }

        JsonObject json = new() { ["version"] = 1, ["set"] = set };
        if (strategies.Decision is not null)
        {
            json["decision"] = strategies.Decision;
        }

        return json.ToJsonString(LabJson.Indented) + "\n";
    }

    /// <summary>Every reason why these settings cannot be used together; empty when they can.</summary>
    internal static IReadOnlyList<string> Problems(WorkspaceStrategies strategies)
    {
        string[] unknown = [.. strategies.Set.Keys.Where(s => EngineCatalog.Shipped.Seam(s) is null)];
        return unknown.Length > 0
            ? [.. unknown.Select(s => $"there is no seam {Suggestions.Quote(s)}; {Suggestions.For(s, EngineCatalog.Shipped.Seams.Select(k => k.Id))}")]
            : [.. EngineCatalog.Defaulted.SelectMany(c => c.Check(c.SelectionOf(strategies))).Select(e => e.TrimEnd('.'))];
    }

    private static JsonObject Node(StrategySetting setting)
    {
        JsonObject json = new() { [UseKey] = setting.Use };
        foreach ((string knob, double value) in setting.Knobs.OrderBy(k => k.Key, StringComparer.Ordinal))
        {
            json[knob] = value;
        }

        return json;
    }

    private static WorkspaceStrategies Bind(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            throw Wrong("it holds no object");
        }

        List<string> problems = [.. root.EnumerateObject().Where(p => !Keys.Contains(p.Name)).Select(p => $"the key {Suggestions.Quote(p.Name)} is not known; known: {string.Join(", ", Keys)}")];
        if (!root.TryGetProperty("version", out JsonElement version) || version.ValueKind != JsonValueKind.Number || !version.TryGetInt32(out int number) || number != 1)
        {
            problems.Add("version must be 1");
        }

        string? decision = null;
        if (root.TryGetProperty("decision", out JsonElement by))
        {
            decision = by.ValueKind == JsonValueKind.String && DecisionIds.IsId(by.GetString()!) ? by.GetString() : null;
            problems.AddRange(decision is null ? ["decision must be an id such as d-0007"] : []);
        }

        Dictionary<string, StrategySetting> set = new(StringComparer.Ordinal);
        if (!root.TryGetProperty("set", out JsonElement seams) || seams.ValueKind != JsonValueKind.Object)
        {
            problems.Add("set must be an object: seam id to strategy");
        }
        else
        {
            foreach (JsonProperty seam in seams.EnumerateObject())
            {
                Bind(seam, set, problems);
            }
        }

        WorkspaceStrategies strategies = new() { Set = set, Decision = decision };
        problems.AddRange(problems.Count == 0 ? Problems(strategies) : []);
        return problems.Count == 0 ? strategies : throw Wrong([.. problems]);
    }

    private static void Bind(JsonProperty seam, Dictionary<string, StrategySetting> set, List<string> problems)
    {
        JsonElement value = seam.Value;
        if (value.ValueKind == JsonValueKind.String)
        {
            set[seam.Name] = StrategySetting.Of(value.GetString()!);
            return;
        }

        bool isObject = value.ValueKind == JsonValueKind.Object && value.TryGetProperty(UseKey, out JsonElement use) && use.ValueKind == JsonValueKind.String;
        if (!isObject || value.EnumerateObject().Any(k => k.Name != UseKey && k.Value.ValueKind != JsonValueKind.Number))
        {
            problems.Add($"set.{Suggestions.Plain(seam.Name, 40)} must be a strategy or an object with use and knobs");
            return;
        }

        set[seam.Name] = new StrategySetting(
            value.GetProperty(UseKey).GetString()!, value.EnumerateObject().Where(k => k.Name != UseKey).ToDictionary(k => k.Name, k => k.Value.GetDouble()));
    }

    private static LabInputException Wrong(params string[] problems) => new([.. problems.Select(p => $"{WorkspaceStrategies.FileName}: {p}.")]);
}

/// <summary>Files that are there as a whole or not at all.</summary>
internal static class AtomicFile
{
    /// <summary>Replaces a file in one step.</summary>
    public static void Write(string path, string text) => Put(path, text, isReplacing: true);

    /// <summary>Makes a new file in one step; a file that is there already is left alone and reported.</summary>
    /// <returns>True when the file holds the text now.</returns>
    public static bool Create(string path, string text)
    {
        if (!File.Exists(path))
        {
            Put(path, text, isReplacing: false);
        }

        return File.ReadAllText(path) == text;
    }

    private static void Put(string path, string text, bool isReplacing)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        string beside = $"{path}.{Guid.NewGuid():N}.part";
        try
        {
            using (FileStream stream = new(beside, FileMode.CreateNew, FileAccess.Write))
            {
                stream.Write(Encoding.UTF8.GetBytes(text));
                stream.Flush(flushToDisk: true);
            }

            File.Move(beside, path, isReplacing);
        }
        finally
        {
            File.Delete(beside);
        }
    }
}
