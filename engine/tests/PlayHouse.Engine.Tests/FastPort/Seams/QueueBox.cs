using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A queue behind one type, for suites that run over all of them.</summary>
internal abstract class QueueBox
{
    public static QueueBox Create(string id, params (string Name, double Value)[] knobs)
    {
        StrategyChoice choice = Selections.Choice(id, knobs);
        return id switch
        {
            "channel-unbounded" => new Of<UnboundedChannelQueue<int>>(choice),
            "channel-bounded" => new Of<BoundedChannelQueue<int>>(choice),
            "buffer-block" => new Of<BufferBlockQueue<int>>(choice),
            "concurrent-queue" => new Of<ConcurrentQueueQueue<int, SignalWakeUp>>(choice),
            _ => throw new InvalidOperationException($"The contract suite has no factory for queue '{id}'."),
        };
    }

    public abstract bool TryEnqueue(int item);

    public abstract ValueTask<bool> EnqueueAsync(int item);

    public abstract bool TryDequeue(out int item);

    public abstract ValueTask<bool> WaitForItemAsync();

    public abstract void Complete();

    private sealed class Of<TQueue>(StrategyChoice choice) : QueueBox
        where TQueue : struct, IPacketQueue<TQueue, int>
    {
        private readonly TQueue _queue = TQueue.Create(choice, StrategyChoice.Of("signal"));

        public override bool TryEnqueue(int item) => _queue.TryEnqueue(item);

        public override ValueTask<bool> EnqueueAsync(int item) => _queue.EnqueueAsync(item);

        public override bool TryDequeue(out int item) => _queue.TryDequeue(out item);

        public override ValueTask<bool> WaitForItemAsync() => _queue.WaitForItemAsync();

        public override void Complete() => _queue.Complete();
    }
}
