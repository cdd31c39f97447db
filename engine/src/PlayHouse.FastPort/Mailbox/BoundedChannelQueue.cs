using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>The strategy <c>channel-bounded</c>.</summary>
internal static class BoundedChannelQueue
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId,
        "channel-bounded",
        "taken",
        "packets taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "channel-bounded",
        Type = typeof(BoundedChannelQueue<>),
        Summary = "Bounded channel with one writer and one reader, awaited natively.",
        Source = "seed 002 (its Channel step)",
        Counters = [Taken],
        Knobs =
        [
            new KnobDescriptor(
                MailboxCatalog.Capacity,
                "items",
                1,
                MailboxCatalog.CapacityMax,
                MailboxCatalog.CapacityDefault,
                "Packets one queue holds before the parse loop waits."),
            MailboxCatalog.TaskRunKnob
        ],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };
}

/// <summary>A bounded <see cref="Channel{T}"/> of one writer and one reader; a full one makes the writer wait.</summary>
internal struct BoundedChannelQueue<TItem> : IPacketQueue<BoundedChannelQueue<TItem>, TItem>
{
    private readonly ChannelQueue<TItem> _queue;
    private long _taken;

    private BoundedChannelQueue(Channel<TItem> channel) => _queue = new ChannelQueue<TItem>(channel);

    public static BoundedChannelQueue<TItem> Create(StrategyChoice choice, StrategyChoice wakeUp)
    {
        int capacity = (int)choice.Knob(BoundedChannelQueue.Descriptor, MailboxCatalog.Capacity);
        return new(Channel.CreateBounded<TItem>(new BoundedChannelOptions(capacity)
        {
            SingleReader = true,
            SingleWriter = true,
            AllowSynchronousContinuations = false,
            FullMode = BoundedChannelFullMode.Wait,
        }));
    }

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

    public readonly void AddTo(SessionCounts counts) => counts.Add(BoundedChannelQueue.Taken, _taken);
}
