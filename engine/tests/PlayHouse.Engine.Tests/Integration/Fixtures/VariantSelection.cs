using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

internal static class VariantSelection
{
    /// <summary>The defaults with one strategy exchanged, and with what it needs to be built at all.</summary>
    public static StrategySelection Of(string seam, string strategy)
    {
        StrategySelection selection = StrategySelection.Default.With(seam, strategy);
        return seam switch
        {
            "message-pool" => selection.With("route-object", "pooled-object"),
            "wake-up" => selection.With("scheduler", "dedicated-loops"),
            "receive-buffer" or "lock" => selection.With("session", "three-task"),
            _ => selection,
        };
    }
}
