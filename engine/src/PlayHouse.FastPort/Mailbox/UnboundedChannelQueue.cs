using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>An unbounded <see cref="Channel{T}"/> of one writer and one reader.</summary>
internal readonly struct UnboundedChannelQueue<TItem> : IPacketQueue<UnboundedChannelQueue<TItem>, TItem>
{
    private readonly ChannelQueue<TItem> _queue;

    private UnboundedChannelQueue(Channel<TItem> channel) => _queue = new ChannelQueue<TItem>(channel);

    /// <inheritdoc/>
    public static UnboundedChannelQueue<TItem> Create(StrategyChoice choice, StrategyChoice wakeUp) =>
        new(Channel.CreateUnbounded<TItem>(new UnboundedChannelOptions { SingleReader = true, SingleWriter = true, AllowSynchronousContinuations = false }));

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item) => _queue.TryEnqueue(item);

    /// <inheritdoc/>
    public ValueTask<bool> EnqueueAsync(TItem item) => _queue.EnqueueAsync(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _queue.TryDequeue(out item);

    /// <inheritdoc/>
    public ValueTask<bool> WaitForItemAsync() => _queue.WaitForItemAsync();

    /// <inheritdoc/>
    public void Complete() => _queue.Complete();
}
