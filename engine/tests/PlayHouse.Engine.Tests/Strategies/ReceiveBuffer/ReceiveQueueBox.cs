using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReceiveBuffers;

namespace PlayHouse.Engine.Tests.Strategies.ReceiveBuffers;

/// <summary>Any strategy of the two seams, for suites.</summary>
internal static class ReceiveQueueBox
{
    public static IReceiveQueue Create(StrategyChoice choice, string lockId = "lock-type")
    {
        StrategySelection selection = StrategySelection.Default.With("receive-buffer", choice).With("lock", lockId);
        return ReceiveQueueFactory.Of(Variants.Composer(selection)).Create();
    }
}
