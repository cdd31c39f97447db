using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>Every strategy of the seams of a connection, except those that reproduce a defect.</summary>
internal static class ConnectionVariants
{
    private static readonly string[] Seams = ["message-id", "buffer-pool", "session", "send-pump", "lock", "receive-buffer"];

    public static TheoryData<string, string> All
    {
        get
        {
            TheoryData<string, string> variants = [];
            foreach (StrategyDescriptor strategy in StrategyCatalog.Seams.Where(s => Seams.Contains(s.Id)).SelectMany(s => s.Strategies))
            {
                if (strategy.Status != StrategyStatus.HistoricalDefect)
                {
                    variants.Add(strategy.Seam, strategy.Id);
                }
            }

            return variants;
        }
    }
}
