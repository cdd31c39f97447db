using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.Engine.Strategies.ReceiveBuffers;

namespace PlayHouse.Engine.Tests.Strategies.ReceiveBuffers;

/// <summary>Any strategy of the two seams, for suites.</summary>
internal static class ReceiveQueueBox
{
    public static IReceiveQueue Create(StrategyChoice choice, string lockId = "lock-type") => choice.Id switch
    {
        "linear" => Locked<LinearByteStore>(choice, lockId).Create(),
        "circular-array" => Locked<CircularArrayByteStore>(choice, lockId).Create(),
        "circular-pooled" => Locked<CircularPooledByteStore>(choice, lockId).Create(),
        "pipe" => new PipeReceiveQueueFactory(choice).Create(),
        _ => throw Variants.NoFactory("receive-buffer", choice.Id),
    };

    private static ReceiveQueueFactory Locked<TStore>(StrategyChoice choice, string lockId)
        where TStore : IByteStore<TStore> => lockId switch
        {
            "lock-type" => new LockedReceiveQueueFactory<TStore, LockTypeLock>(choice),
            "object-monitor" => new LockedReceiveQueueFactory<TStore, ObjectMonitorLock>(choice),
            "reader-writer-lock-slim" => new LockedReceiveQueueFactory<TStore, ReaderWriterSlimLock>(choice),
            "spin-lock" => new LockedReceiveQueueFactory<TStore, SpinningLock>(choice),
            _ => throw Variants.NoFactory("lock", lockId),
        };
}
