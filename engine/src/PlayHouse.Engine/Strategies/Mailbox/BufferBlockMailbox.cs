using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Dataflow;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>The strategy <c>buffer-block</c>.</summary>
internal static class BufferBlockMailbox
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId, "buffer-block", "taken", "items taken out", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "buffer-block",
        Type = typeof(BufferBlockMailbox<>),
        Summary = "Dataflow BufferBlock, posted to and polled with TryReceive.",
        Source = "seed 002 (its starting point)",
        Counters = [Taken],
        Knobs =
        [
            new KnobDescriptor(
                MailboxCatalog.Capacity, "items", 0, MailboxCatalog.CapacityMax, 0,
                "Items one mailbox holds before it answers Full; 0 is unbounded.")
        ],
        Bytes =
        [
            new("enqueue and dequeue one slot, bursts of 16, one thread", 2, 2.5),
            new("enqueue and dequeue one slot, bursts of 8000, one thread", 0, 0.05),
            new("enqueue one slot, let the thread pool run, dequeue it", 56, 10),
            new("await one slot, enqueue it, continue on the thread pool, dequeue it", 400, 40),
        ],
    };
}

/// <summary>A dataflow <see cref="BufferBlock{T}"/> without linked targets, read with TryReceive.</summary>
internal struct BufferBlockMailbox<TItem> : IAwaitableMailbox<BufferBlockMailbox<TItem>, TItem>
{
    private readonly BufferBlock<TItem> _block;
    private long _taken;

    private BufferBlockMailbox(BufferBlock<TItem> block) => _block = block;

    public readonly bool IsEmpty => _block.Count == 0;

    public static BufferBlockMailbox<TItem> Create(StrategyChoice choice)
    {
        int capacity = (int)choice.Knob(BufferBlockMailbox.Descriptor, MailboxCatalog.Capacity);
        int bound = capacity == 0 ? DataflowBlockOptions.Unbounded : capacity;
        return new(new BufferBlock<TItem>(new DataflowBlockOptions { BoundedCapacity = bound, EnsureOrdered = true }));
    }

    public readonly bool TryEnqueue(in TItem item) => _block.Post(item);

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_block.TryReceive(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly ValueTask<bool> WaitAsync() => new(_block.OutputAvailableAsync());

    public readonly void AddTo(CounterBlock block) => block.Add(BufferBlockMailbox.Taken, _taken);
}
