using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>An unbounded <see cref="Channel{T}"/> of one writer and one reader.</summary>
internal struct UnboundedChannelQueue<TItem> : IPacketQueue<UnboundedChannelQueue<TItem>, TItem>
{
    private readonly ChannelQueue<TItem> _queue;
    private long _taken;

    private UnboundedChannelQueue(Channel<TItem> channel) => _queue = new ChannelQueue<TItem>(channel);

    /// <inheritdoc/>
    public static UnboundedChannelQueue<TItem> Create(StrategyChoice choice, StrategyChoice wakeUp) =>
        new(Channel.CreateUnbounded<TItem>(new UnboundedChannelOptions { SingleReader = true, SingleWriter = true, AllowSynchronousContinuations = false }));

    /// <inheritdoc/>
    public readonly bool TryEnqueue(in TItem item) => _queue.TryEnqueue(item);

    /// <inheritdoc/>
    public readonly ValueTask<bool> EnqueueAsync(TItem item) => _queue.EnqueueAsync(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_queue.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    /// <inheritdoc/>
    public readonly ValueTask<bool> WaitForItemAsync() => _queue.WaitForItemAsync();

    /// <inheritdoc/>
    public readonly void Complete() => _queue.Complete();

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(MailboxCatalog.UnboundedChannelTaken, _taken);
}
