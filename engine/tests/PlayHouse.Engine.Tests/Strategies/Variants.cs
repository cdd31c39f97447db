using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>What the suites run over: the catalogue, so that a new strategy is covered, or fails for want of a factory, by itself.</summary>
internal static class Variants
{
    public static TheoryData<string> Of(string seam)
    {
        TheoryData<string> ids = [];
        foreach (StrategyDescriptor strategy in StrategyCatalog.Seam(seam).Strategies)
        {
            ids.Add(strategy.Id);
        }

        return ids;
    }

    public static StrategyChoice Choice(string id, params (string Name, double Value)[] knobs) =>
        new(id, knobs.ToDictionary(k => k.Name, k => k.Value));

    public static bool HasKnob(string seam, string id, string knob) =>
        StrategyCatalog.Seam(seam).Find(id)!.Knobs.Any(k => k.Name == knob);

    public static InvalidOperationException NoFactory(string seam, string id) =>
        new($"The contract suite has no factory for strategy '{id}' of seam '{seam}'.");
}
