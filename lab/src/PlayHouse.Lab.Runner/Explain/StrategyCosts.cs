using System.Text.Json;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Explain;

/// <summary>What one operation of a strategy allocates in steady state.</summary>
/// <param name="Operation">What is done once.</param>
/// <param name="BytesPerOperation">Managed bytes.</param>
/// <param name="ToleranceBytes">How far a measurement may be away; 0 is exact.</param>
public sealed record StrategyCost(string Operation, double BytesPerOperation, double ToleranceBytes);

/// <summary>The expected allocations that the repository's tests hold the strategies to.</summary>
public static class StrategyCosts
{
    private const string Folder = "engine/bench/PlayHouse.Engine.Benchmarks";
    private const string Pattern = "expected-allocations*.json";

    /// <summary>Costs of a strategy; empty when the workspace has no such files or they do not name it.</summary>
    /// <exception cref="LabInputException">A file is not what it should be; names it.</exception>
    public static IReadOnlyList<StrategyCost> Of(LabWorkspace workspace, string seam, string strategy)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        string folder = Path.Combine(workspace.Root, Folder);
        return Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder, Pattern).Order(StringComparer.Ordinal).SelectMany(file => Read(file, seam, strategy))]
            : [];
    }

    private static StrategyCost[] Read(string file, string seam, string strategy)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(file));
            return document.RootElement.TryGetProperty(seam, out JsonElement strategies) && strategies.TryGetProperty(strategy, out JsonElement operations)
                ? operations.Deserialize<StrategyCost[]>(JsonSerializerOptions.Web) ?? []
                : [];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            throw new LabInputException([$"{Path.GetFileName(file)}: {e.Message}"]);
        }
    }
}
