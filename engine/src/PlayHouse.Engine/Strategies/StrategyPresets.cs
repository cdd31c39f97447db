using System.Diagnostics.CodeAnalysis;

namespace PlayHouse.Engine.Strategies;

/// <summary>Presets of this release. A historical combination appears when every seam it sets exists, not before: half of one would replay nothing. Immutable, any thread.</summary>
public static class StrategyPresets
{
    /// <summary>Every seam at its default.</summary>
    public static StrategyPreset Default { get; } = new("default", "Every seam at its default.", StrategySelection.Default);

    /// <summary>All presets in display order.</summary>
    public static IReadOnlyList<StrategyPreset> All { get; } = [Default];

    /// <summary>The preset with this id, or false.</summary>
    public static bool TryFind(string id, [NotNullWhen(true)] out StrategyPreset? preset)
    {
        preset = All.FirstOrDefault(p => p.Id == id);
        return preset is not null;
    }
}
