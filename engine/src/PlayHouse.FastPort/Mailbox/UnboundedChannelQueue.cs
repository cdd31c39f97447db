using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>The strategy <c>channel-unbounded</c>.</summary>
internal static class UnboundedChannelQueue
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId,
        "channel-unbounded",
        "taken",
        "packets taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "channel-unbounded",
        Type = typeof(UnboundedChannelQueue<>),
        Summary = "Unbounded channel with one writer and one reader, awaited natively.",
        Source = "seed 002 (its micro-benchmark)",
        Counters = [Taken],
        Knobs = [MailboxCatalog.TaskRunKnob],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };
}

/// <summary>An unbounded <see cref="Channel{T}"/> of one writer and one reader.</summary>
internal struct UnboundedChannelQueue<TItem> : IPacketQueue<UnboundedChannelQueue<TItem>, TItem>
{
    private readonly ChannelQueue<TItem> _queue;
    private long _taken;

    private UnboundedChannelQueue(Channel<TItem> channel) => _queue = new ChannelQueue<TItem>(channel);

    public static UnboundedChannelQueue<TItem> Create(StrategyChoice choice, StrategyChoice wakeUp) =>
        new(Channel.CreateUnbounded<TItem>(new UnboundedChannelOptions
        {
            SingleReader = true,
            SingleWriter = true,
            AllowSynchronousContinuations = false
        }));

    public readonly bool TryEnqueue(in TItem item) => _queue.TryEnqueue(item);

    public readonly ValueTask<bool> EnqueueAsync(TItem item) => _queue.EnqueueAsync(item);

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_queue.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly ValueTask<bool> WaitForItemAsync() => _queue.WaitForItemAsync();

    public readonly void Complete() => _queue.Complete();

    public readonly void AddTo(SessionCounts counts) => counts.Add(UnboundedChannelQueue.Taken, _taken);
}
