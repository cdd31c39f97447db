using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Validate.Yaml;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Roles;

/// <summary>
/// The rules of a workspace that line up exchanged code of its own: <c>roles.yaml</c> in its root. They come before those of the
/// seams. Loaded strictly: what is wrong is reported with its line.
/// </summary>
public static class RoleFile
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "roles.yaml";

    /// <summary>The workspace's rules in front of the seams' own; the seams' own alone without a file.</summary>
    /// <exception cref="LabInputException">The file is wrong; carries every problem.</exception>
    public static RoleMap Of(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        string path = Path.Combine(workspace.Root, FileName);
        return File.Exists(path) ? Load(path).Required() : SeamRoles.Map;
    }

    /// <summary>The same, and the seams' own alone where the file is wrong: a file that was spoiled since must not hide a whole run.</summary>
    internal static RoleMap OrShipped(LabWorkspace workspace)
    {
        try
        {
            return Of(workspace);
        }
        catch (LabInputException)
        {
            return SeamRoles.Map;
        }
    }

    /// <summary>Loads a file. Never throws on what the file holds.</summary>
    public static LoadedFile<RoleMap> Load(string path)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);
        return FileLoading.Load(path, RoleFileRules.Root, static (_, _) => { }, Bind);
    }

    internal static LoadedFile<RoleMap> Parse(string file, byte[] bytes) =>
        FileLoading.Parse(file, bytes, RoleFileRules.Root, static (_, _) => { }, Bind);

    private static RoleMap Bind(YamlMap root) => new(
        [.. Entries(root, "roles", "role").Select(e => new RoleRule(e.Name, e.Types)), .. SeamRoles.Rules],
        Entries(root, "objectTypes", "name").Select(e => new TypeRule(e.Name, e.Types)));

    private static IEnumerable<(string Name, string Types)> Entries(YamlMap root, string list, string name) =>
        ((root[list] as YamlList)?.Items ?? []).Cast<YamlMap>()
            .SelectMany(entry => ((YamlList)entry["types"]!).Items.Cast<YamlText>().Select(type => (entry.Text(name)!, type.Text)));
}

/// <summary>What a file of roles may say, version 1.</summary>
internal static class RoleFileRules
{
    public static ObjectRule Root { get; } = new(
    [
        new("version", new NumberRule(1, 1, true), "format of this file; only 1 is known", true),
        new("roles", new ListRule(Role(), 1, 256), "types whose methods play one role, whichever of them is built in; the first that matches counts"),
        new("objectTypes", new ListRule(ObjectType(), 1, 256), "allocated types that stand for the same thing in both arms"),
    ]);

    private static ObjectRule Role() => new(
    [
        new("role", new TextRule(64, @"\A[a-z][a-z0-9]*(-[a-z0-9]+)*\z", "small letters, digits and hyphens"), "name of the role; methods become role@Method", true),
        new("types", new ListRule(Pattern(), 1, 256), "full names of the types; * stays inside one segment: Game.Senders.*", true),
    ]);

    private static ObjectRule ObjectType() => new(
    [
        new("name", new TextRule(128), "common name", true),
        new("types", new ListRule(Pattern(), 1, 256), "names as a profile shows them; * is any run of characters", true),
    ]);

    private static TextRule Pattern() => new(512, @"\A[^@\s]+\z", "a name without blanks and without @");
}

/// <summary>JSON schema of files of roles, made from the rules the loader checks.</summary>
public static class RoleFileSchema
{
    /// <summary>The schema, indented, ending in one line feed; the same text on every machine.</summary>
    public static string ToJson() => JsonSchemaWriter.Write("roles.schema.json", "PlayHouse Lab roles, version 1", RoleFileRules.Root);
}
