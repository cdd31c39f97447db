using PlayHouse.Engine.Strategies;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What the engine offers, as one argument.</summary>
/// <param name="Seams">Every seam with its strategies.</param>
/// <param name="Presets">Named whole combinations.</param>
/// <param name="Check">All errors of a selection, one sentence each.</param>
/// <param name="Resolve">Every seam with the strategy and all knob values in use, for a selection without errors.</param>
public sealed record EngineCatalog(
    IReadOnlyList<SeamDescriptor> Seams,
    IReadOnlyList<StrategyPreset> Presets,
    Func<StrategySelection, IReadOnlyList<string>> Check,
    Func<StrategySelection, IReadOnlyDictionary<string, StrategyChoice>> Resolve)
{
    /// <summary>The seam with this id, or null.</summary>
    public SeamDescriptor? Seam(string id) => Seams.FirstOrDefault(s => s.Id == id);

    /// <summary>The engine of this build.</summary>
    public static EngineCatalog Shipped { get; } =
        new(StrategyCatalog.Seams, StrategyPresets.All, StrategyRules.Validate, StrategyRules.Resolve);
}
