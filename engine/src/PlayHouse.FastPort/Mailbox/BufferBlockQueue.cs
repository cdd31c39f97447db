using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Dataflow;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>A dataflow <see cref="BufferBlock{T}"/>; a wait of the reader links a target of its own, a full one makes the writer's item wait.</summary>
internal readonly struct BufferBlockQueue<TItem> : IPacketQueue<BufferBlockQueue<TItem>, TItem>
{
    private readonly BufferBlock<TItem> _block;

    private BufferBlockQueue(BufferBlock<TItem> block) => _block = block;

    /// <inheritdoc/>
    public static BufferBlockQueue<TItem> Create(StrategyChoice choice, StrategyChoice wakeUp)
    {
        int capacity = (int)choice.Knob(MailboxCatalog.BufferBlock, MailboxCatalog.Capacity);
        int bound = capacity == 0 ? DataflowBlockOptions.Unbounded : capacity;
        return new(new BufferBlock<TItem>(new DataflowBlockOptions { BoundedCapacity = bound, EnsureOrdered = true }));
    }

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item) => _block.Post(item);

    /// <inheritdoc/>
    public ValueTask<bool> EnqueueAsync(TItem item) => new(_block.SendAsync(item));

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _block.TryReceive(out item);

    /// <inheritdoc/>
    public ValueTask<bool> WaitForItemAsync() => new(_block.OutputAvailableAsync());

    /// <inheritdoc/>
    public void Complete() => _block.Complete();
}
