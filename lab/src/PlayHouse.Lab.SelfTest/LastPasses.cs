using System.Text.Encodings.Web;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.SelfTest;

/// <summary>When a check passed last, and which build passed it.</summary>
/// <param name="At">When it ended, UTC.</param>
/// <param name="Build">Version and commit of the lab.</param>
public sealed record LastPass(DateTimeOffset At, string Build);

/// <summary>The last pass of each check, kept with the reports of the repository: what <c>./test</c> leaves out must not be forgotten.</summary>
public static class LastPasses
{
    private const string Name = "selftest-passes.json";
    private static readonly JsonSerializerOptions Readable = new(LabJson.Indented) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Reads them; empty where none is recorded.</summary>
    /// <exception cref="Runner.LabInputException">The file is not what this wrote.</exception>
    public static IReadOnlyDictionary<string, LastPass> Read(LabWorkspace workspace)
    {
        string path = PathIn(workspace);
        try
        {
            return File.Exists(path) ? JsonSerializer.Deserialize<SortedDictionary<string, LastPass>>(File.ReadAllText(path), LabJson.Indented)! : new SortedDictionary<string, LastPass>();
        }
        catch (JsonException e)
        {
            throw new Runner.LabInputException([$"{path} cannot be read: {e.Message} Correct it, or delete it: the next self-test writes a new one."]);
        }
    }

    /// <summary>Records a pass. Does nothing in a workspace without reports: it is no checkout of the lab.</summary>
    public static void Record(LabWorkspace workspace, string check, LastPass pass)
    {
        string path = PathIn(workspace);
        if (Directory.Exists(Path.GetDirectoryName(path)))
        {
            var passes = new SortedDictionary<string, LastPass>(Read(workspace).ToDictionary(), StringComparer.Ordinal) { [check] = pass };
            File.WriteAllText(path, JsonSerializer.Serialize(passes, Readable) + "\n");
        }
    }

    private static string PathIn(LabWorkspace workspace) => Path.Combine(workspace.Root, "docs", "reports", Name);
}
