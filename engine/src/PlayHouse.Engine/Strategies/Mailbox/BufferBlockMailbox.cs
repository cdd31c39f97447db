using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Dataflow;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A dataflow <see cref="BufferBlock{T}"/> without linked targets, read with TryReceive.</summary>
internal readonly struct BufferBlockMailbox<TItem> : IAwaitableMailbox<BufferBlockMailbox<TItem>, TItem>
{
    private readonly BufferBlock<TItem> _block;

    private BufferBlockMailbox(BufferBlock<TItem> block) => _block = block;

    /// <inheritdoc/>
    public bool IsEmpty => _block.Count == 0;

    /// <inheritdoc/>
    public static BufferBlockMailbox<TItem> Create(StrategyChoice choice)
    {
        int capacity = (int)choice.Knob(MailboxCatalog.BufferBlock, MailboxCatalog.Capacity);
        int bound = capacity == 0 ? DataflowBlockOptions.Unbounded : capacity;
        return new(new BufferBlock<TItem>(new DataflowBlockOptions { BoundedCapacity = bound, EnsureOrdered = true }));
    }

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item) => _block.Post(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _block.TryReceive(out item);

    /// <inheritdoc/>
    public ValueTask<bool> WaitAsync() => new(_block.OutputAvailableAsync());
}
