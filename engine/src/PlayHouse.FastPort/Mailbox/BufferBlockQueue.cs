using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Dataflow;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>The strategy <c>buffer-block</c>.</summary>
internal static class BufferBlockQueue
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId,
        "buffer-block",
        "taken",
        "packets taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "buffer-block",
        Type = typeof(BufferBlockQueue<>),
        Summary = "Dataflow BufferBlock, awaited natively.",
        Source = "seed 002 (its starting point)",
        Counters = [Taken],
        Knobs =
        [
            new KnobDescriptor(
                MailboxCatalog.Capacity,
                "items",
                0,
                MailboxCatalog.CapacityMax,
                MailboxCatalog.CapacityDefault,
                "Packets one queue holds before the parse loop waits; 0 is unbounded."),
            MailboxCatalog.TaskRunKnob
        ],
        Bytes =
        [
            new("enqueue and dequeue one item, bursts of 16, one thread", 0, 4),
            new("echo of 64 B, closed loop, both sides together", 1712, 300),
        ],
    };
}

/// <summary>
/// A dataflow <see cref="BufferBlock{T}"/>; a wait of the reader links a target of its own, a full one makes the writer's item wait.
/// </summary>
internal struct BufferBlockQueue<TItem> : IPacketQueue<BufferBlockQueue<TItem>, TItem>
{
    private readonly BufferBlock<TItem> _block;
    private long _taken;

    private BufferBlockQueue(BufferBlock<TItem> block) => _block = block;

    public static BufferBlockQueue<TItem> Create(StrategyChoice choice, StrategyChoice wakeUp)
    {
        int capacity = (int)choice.Knob(BufferBlockQueue.Descriptor, MailboxCatalog.Capacity);
        int bound = capacity == 0 ? DataflowBlockOptions.Unbounded : capacity;
        return new(new BufferBlock<TItem>(new DataflowBlockOptions { BoundedCapacity = bound, EnsureOrdered = true }));
    }

    public readonly bool TryEnqueue(in TItem item) => _block.Post(item);

    public readonly ValueTask<bool> EnqueueAsync(TItem item) => new(_block.SendAsync(item));

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_block.TryReceive(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly ValueTask<bool> WaitForItemAsync() => new(_block.OutputAvailableAsync());

    public readonly void Complete() => _block.Complete();

    public readonly void AddTo(SessionCounts counts) => counts.Add(BufferBlockQueue.Taken, _taken);
}
