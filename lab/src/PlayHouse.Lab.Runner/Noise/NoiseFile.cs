using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Noise;

/// <summary><c>.lab/noise.json</c>: what <c>plab doctor --noise</c> measured last in this workspace.</summary>
public static class NoiseFile
{
    private const long BytesMax = 1 << 20;

    /// <summary>Where it lies.</summary>
    public static string PathIn(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        return Path.Combine(workspace.Data, "noise.json");
    }

    /// <summary>
    /// The record of this machine; null when there is none, when another machine measured it, or when the file cannot be read: it only
    /// informs, and measuring again replaces it.
    /// </summary>
    public static NoiseRecord? Read(LabWorkspace workspace) =>
        ReadAny(workspace) is { } record && IsOf(record, MachineIdentity.Now()) ? record : null;

    /// <summary>The record whatever machine measured it; null as for <see cref="Read"/>.</summary>
    internal static NoiseRecord? ReadAny(LabWorkspace workspace)
    {
        string path = PathIn(workspace);
        try
        {
            if (!File.Exists(path) || new FileInfo(path).Length > BytesMax)
            {
                return null;
            }

            NoiseRecord? record = JsonSerializer.Deserialize<NoiseRecord>(File.ReadAllText(path), LabJson.Indented);
            return record is { Version: NoiseRecord.VersionOfToday, Metrics: not null, Fingerprint: not null } ? record : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <summary>Puts a record in place of the last one.</summary>
    internal static void Write(LabWorkspace workspace, NoiseRecord record)
    {
        Directory.CreateDirectory(workspace.Data);
        AtomicFile.Write(PathIn(workspace), JsonSerializer.Serialize(record, LabJson.Indented) + "\n");
    }

    private static bool IsOf(NoiseRecord record, IReadOnlyDictionary<string, string> machine) =>
        machine.All(fact => record.Fingerprint.GetValueOrDefault(fact.Key) == fact.Value);
}
