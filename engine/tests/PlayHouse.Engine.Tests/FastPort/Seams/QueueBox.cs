using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Mailbox;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A queue behind one type, for suites that run over all of them.</summary>
internal abstract class QueueBox
{
    public static QueueBox Create(string id, params (string Name, double Value)[] knobs) =>
        (QueueBox)Selections.Composer("mailbox", Selections.Choice(id, knobs)).Bind("TItem", typeof(int)).Create(typeof(Of<>));

    public abstract bool TryEnqueue(int item);

    public abstract ValueTask<bool> EnqueueAsync(int item);

    public abstract bool TryDequeue(out int item);

    public abstract ValueTask<bool> WaitForItemAsync();

    public abstract void Complete();

    private sealed class Of<TMailbox>(StrategyComposer strategies) : QueueBox
        where TMailbox : struct, IPacketQueue<TMailbox, int>
    {
        private readonly TMailbox _queue = TMailbox.Create(strategies.Choices["mailbox"], strategies.Choices["wake-up"]);

        public override bool TryEnqueue(int item) => _queue.TryEnqueue(item);

        public override ValueTask<bool> EnqueueAsync(int item) => _queue.EnqueueAsync(item);

        public override bool TryDequeue(out int item) => _queue.TryDequeue(out item);

        public override ValueTask<bool> WaitForItemAsync() => _queue.WaitForItemAsync();

        public override void Complete() => _queue.Complete();
    }
}
