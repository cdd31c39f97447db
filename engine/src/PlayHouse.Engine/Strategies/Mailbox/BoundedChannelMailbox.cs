using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>The strategy <c>channel-bounded</c>.</summary>
internal static class BoundedChannelMailbox
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId, "channel-bounded", "taken", "items taken out", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "channel-bounded",
        Type = typeof(BoundedChannelMailbox<>),
        Summary = "Bounded channel; writers and the reader share a lock.",
        Source = "seed 002 (what its product used)",
        Counters = [Taken],
        Knobs =
        [
            new KnobDescriptor(
                MailboxCatalog.Capacity, "items", 1, MailboxCatalog.CapacityMax, 8192, "Items one mailbox holds before it answers Full.")
        ],
        Bytes = [new("await one slot, enqueue it, continue on the thread pool, dequeue it", 0, 4)],
    };
}

/// <summary>A bounded <see cref="Channel{T}"/>: one lock for writers and the reader, a ring that grows up to its capacity.</summary>
internal struct BoundedChannelMailbox<TItem> : IAwaitableMailbox<BoundedChannelMailbox<TItem>, TItem>
{
    private readonly ChannelWriter<TItem> _writer;
    private readonly ChannelReader<TItem> _reader;
    private long _taken;

    private BoundedChannelMailbox(Channel<TItem> channel)
    {
        _writer = channel.Writer;
        _reader = channel.Reader;
    }

    public readonly bool IsEmpty => _reader.Count == 0;

    public static BoundedChannelMailbox<TItem> Create(StrategyChoice choice)
    {
        int capacity = (int)choice.Knob(BoundedChannelMailbox.Descriptor, MailboxCatalog.Capacity);
        return new(Channel.CreateBounded<TItem>(new BoundedChannelOptions(capacity)
        {
            SingleReader = true,
            AllowSynchronousContinuations = false,
            FullMode = BoundedChannelFullMode.Wait,
        }));
    }

    public readonly bool TryEnqueue(in TItem item) => _writer.TryWrite(item);

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_reader.TryRead(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly ValueTask<bool> WaitAsync() => _reader.WaitToReadAsync();

    public readonly void AddTo(CounterBlock block) => block.Add(BoundedChannelMailbox.Taken, _taken);
}
