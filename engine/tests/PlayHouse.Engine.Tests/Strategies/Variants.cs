using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>What the suites run over: the catalogue, so that a new strategy is covered by itself.</summary>
internal static partial class Variants
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
}
