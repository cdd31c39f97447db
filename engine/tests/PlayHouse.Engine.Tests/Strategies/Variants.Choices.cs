using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>What the boxes need: no test framework, so that benchmarks can have it too.</summary>
internal static partial class Variants
{
    public static StrategyChoice Choice(string id, params (string Name, double Value)[] knobs) =>
        new(id, knobs.ToDictionary(k => k.Name, k => k.Value));

    public static bool HasKnob(string seam, string id, string knob) =>
        StrategyCatalog.Seam(seam).Find(id)!.Knobs.Any(k => k.Name == knob);

    public static InvalidOperationException NoFactory(string seam, string id) =>
        new($"The contract suite has no factory for strategy '{id}' of seam '{seam}'.");
}
