using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>From an arm as written to the strategies that run.</summary>
internal static class ArmResolution
{
    /// <summary>The preset with the arm's own settings on top; null when the preset is not known.</summary>
    public static StrategySelection? Select(ArmSpec arm, EngineCatalog catalog)
    {
        StrategySelection? selection = catalog.Presets.FirstOrDefault(p => p.Id == arm.Preset)?.Selection;
        foreach ((string seam, StrategySetting setting) in arm.Set)
        {
            selection = selection?.With(seam, new StrategyChoice(setting.Use, setting.Knobs));
        }

        return selection;
    }

    /// <summary>Every seam of the catalogue with all knobs.</summary>
    public static IReadOnlyDictionary<string, StrategySetting> Resolve(StrategySelection selection, EngineCatalog catalog) =>
        catalog.Resolve(selection).ToDictionary(s => s.Key, s => new StrategySetting(s.Value.Id, s.Value.Knobs));

    /// <summary>Seams in which two resolved arms differ, by strategy or by a knob, in order of their ids.</summary>
    public static IReadOnlyList<string> Differences(
        IReadOnlyDictionary<string, StrategySetting> baseline, IReadOnlyDictionary<string, StrategySetting> other) =>
        [.. baseline.Keys.Where(seam => !IsSame(baseline[seam], other[seam])).Order(StringComparer.Ordinal)];

    private static bool IsSame(StrategySetting a, StrategySetting b) =>
        a.Use == b.Use && a.Knobs.Count == b.Knobs.Count && a.Knobs.All(k => b.Knobs.TryGetValue(k.Key, out double value) && value.Equals(k.Value));
}
