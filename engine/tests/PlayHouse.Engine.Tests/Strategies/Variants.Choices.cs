using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>What the boxes need: no test framework, so that benchmarks can have it too.</summary>
internal static partial class Variants
{
    public static StrategyChoice Choice(string id, params (string Name, double Value)[] knobs) =>
        new(id, knobs.ToDictionary(k => k.Name, k => k.Value));

    public static bool HasKnob(string seam, string id, string knob) =>
        StrategyCatalog.Seam(seam).Find(id)!.Knobs.Any(k => k.Name == knob);

    /// <summary>Builds with one strategy chosen and the other seams at their defaults.</summary>
    public static StrategyComposer Composer(string seam, StrategyChoice choice) => Composer(StrategySelection.Default.With(seam, choice));

    /// <summary>The same for several; a strategy may stand without what a server would need next to it.</summary>
    public static StrategyComposer Composer(StrategySelection selection) =>
        new(StrategyCatalog.Seams, SelectionRules.Resolve(selection, StrategyCatalog.Seams));
}
