using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Engine.Strategies;
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
public static class WorkspaceStrategiesFile
{
    private const string UseKey = "use";

    /// <summary>What the workspace uses; <see cref="WorkspaceStrategies.None"/> without a file.</summary>
    /// <exception cref="LabInputException">The file cannot be used; says every reason.</exception>
    public static WorkspaceStrategies Load(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        return Parse(ReadText(workspace));
    }

    /// <summary>The text of the file; empty when there is none.</summary>
    internal static string ReadText(LabWorkspace workspace) => Told(() => StrategiesFile.ReadText(workspace.Strategies) ?? "");

    /// <summary>Puts the whole text in place in one step: a reader sees the old file or the new one.</summary>
    internal static void WriteText(LabWorkspace workspace, string text) => AtomicFile.Write(workspace.Strategies, text);

    /// <summary>Reads a text; an empty one says nothing.</summary>
    internal static WorkspaceStrategies Parse(string text)
    {
        if (text.Length == 0)
        {
            return WorkspaceStrategies.None;
        }

        StrategiesFile file = Told(() => StrategiesFile.Parse(text));
        WorkspaceStrategies strategies = new()
        {
            Set = file.Selection.Choices.ToDictionary(c => c.Key, c => new StrategySetting(c.Value.Id, c.Value.Knobs), StringComparer.Ordinal),
            Decision = file.Decision,
        };
        IReadOnlyList<string> problems = Problems(strategies);
        return problems.Count == 0 ? strategies : throw Wrong(problems);
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

    private static T Told<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (FormatException exception)
        {
            throw Wrong(exception.Message.Split(Environment.NewLine));
        }
    }

    private static LabInputException Wrong(IReadOnlyList<string> problems) => new([.. problems.Select(p => $"{WorkspaceStrategies.FileName}: {p}.")]);
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
