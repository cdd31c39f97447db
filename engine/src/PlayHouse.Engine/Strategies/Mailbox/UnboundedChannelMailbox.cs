using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>The strategy <c>channel-unbounded</c>.</summary>
internal static class UnboundedChannelMailbox
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId, "channel-unbounded", "taken", "items taken out", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "channel-unbounded",
        Type = typeof(UnboundedChannelMailbox<>),
        Summary = "Unbounded channel with one reader; writers share a lock.",
        Source = "seed 002 (its micro-benchmark)",
        Counters = [Taken],
        Bytes = [new("await one slot, enqueue it, continue on the thread pool, dequeue it", 0, 4)],
    };
}

/// <summary>
/// An unbounded <see cref="Channel{T}"/> with one reader: writers take the channel's lock, the reader takes none.
/// </summary>
/// <remarks>
/// A single-reader channel allows no peek during a read, and emptiness is asked by a thread that no longer owns the
/// stage. The answer therefore comes from a flag next to the channel: an enqueue raises it after the item is visible,
/// a dequeue that finds nothing lowers it and looks once more.
/// </remarks>
internal struct UnboundedChannelMailbox<TItem> : IAwaitableMailbox<UnboundedChannelMailbox<TItem>, TItem>
{
    private readonly ChannelWriter<TItem> _writer;
    private readonly ChannelReader<TItem> _reader;
    private readonly PendingFlag _pending;
    private long _taken;

    /// <summary>A mailbox on a given channel: tests place an enqueue between a read and the flag.</summary>
    internal UnboundedChannelMailbox(Channel<TItem> channel)
    {
        _writer = channel.Writer;
        _reader = channel.Reader;
        _pending = new PendingFlag();
    }

    public readonly bool IsEmpty => !_pending.IsRaised;

    public static UnboundedChannelMailbox<TItem> Create(StrategyChoice choice) =>
        new(Channel.CreateUnbounded<TItem>(new UnboundedChannelOptions { SingleReader = true, AllowSynchronousContinuations = false }));

    public readonly bool TryEnqueue(in TItem item)
    {
        bool isTaken = _writer.TryWrite(item);
        _pending.Raise();
        return isTaken;
    }

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (_reader.TryRead(out item) || TryDequeueAgain(out item))
        {
            _taken++;
            return true;
        }

        return false;
    }

    public readonly ValueTask<bool> WaitAsync() => _reader.WaitToReadAsync();

    /// <summary>Once per drain, not per item: an item written before the flag went down is found by the second read.</summary>
    private bool TryDequeueAgain([MaybeNullWhen(false)] out TItem item)
    {
        _pending.Lower();
        if (!_reader.TryRead(out item))
        {
            return false;
        }

        _pending.Raise();
        return true;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(UnboundedChannelMailbox.Taken, _taken);
}
