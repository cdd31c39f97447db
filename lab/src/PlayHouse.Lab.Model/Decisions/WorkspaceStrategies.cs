using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Decisions;

/// <summary>What <c>strategies.json</c> says: where the workspace's default differs from the shipped one.</summary>
public sealed record WorkspaceStrategies
{
    /// <summary>Name of the file in a workspace's root.</summary>
    public const string FileName = "strategies.json";

    /// <summary>Nothing differs.</summary>
    public static WorkspaceStrategies None { get; } = new() { Set = new Dictionary<string, StrategySetting>() };

    /// <summary>Seam id to the strategy used there, with the knobs that differ from their defaults.</summary>
    public required IReadOnlyDictionary<string, StrategySetting> Set { get; init; }

    /// <summary>The decision that wrote it; null where a person did.</summary>
    public string? Decision { get; init; }
}

/// <summary>The workspace's strategies before and after a decision.</summary>
/// <param name="Seams">What changes, by seam id.</param>
/// <param name="BeforeText">The file as it was shown; empty when there was none.</param>
/// <param name="AfterText">The file as it will be.</param>
public sealed record StrategiesChange(IReadOnlyList<SeamChange> Seams, string BeforeText, string AfterText);

/// <summary>One seam that changes.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Before">Setting in the file before; null where the shipped default was used.</param>
/// <param name="After">Setting after; null for the shipped default.</param>
public sealed record SeamChange(string Seam, StrategySetting? Before, StrategySetting? After);
