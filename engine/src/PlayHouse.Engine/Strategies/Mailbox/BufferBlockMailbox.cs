using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Dataflow;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A dataflow <see cref="BufferBlock{T}"/> without linked targets, read with TryReceive.</summary>
internal struct BufferBlockMailbox<TItem> : IAwaitableMailbox<BufferBlockMailbox<TItem>, TItem>
{
    private readonly BufferBlock<TItem> _block;
    private long _taken;

    private BufferBlockMailbox(BufferBlock<TItem> block) => _block = block;

    /// <inheritdoc/>
    public readonly bool IsEmpty => _block.Count == 0;

    /// <inheritdoc/>
    public static BufferBlockMailbox<TItem> Create(StrategyChoice choice)
    {
        int capacity = (int)choice.Knob(MailboxCatalog.BufferBlock, MailboxCatalog.Capacity);
        int bound = capacity == 0 ? DataflowBlockOptions.Unbounded : capacity;
        return new(new BufferBlock<TItem>(new DataflowBlockOptions { BoundedCapacity = bound, EnsureOrdered = true }));
    }

    /// <inheritdoc/>
    public readonly bool TryEnqueue(in TItem item) => _block.Post(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_block.TryReceive(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    /// <inheritdoc/>
    public readonly ValueTask<bool> WaitAsync() => new(_block.OutputAvailableAsync());

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(MailboxCatalog.BufferBlockTaken, _taken);
}
