using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>The strategy <c>channel-shared</c>.</summary>
internal static class SharedChannelMailbox
{
    public static StrategyCounter Taken { get; } = new(MailboxCatalog.SeamId, "channel-shared", "taken", "items taken out", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "channel-shared",
        Type = typeof(SharedChannelMailbox<>),
        Summary = "Unbounded channel with the default options: any number of readers.",
        Source = "design (what CreateUnbounded gives without options)",
        Counters = [Taken],
        Bytes = [],
    };
}

/// <summary>An unbounded <see cref="Channel{T}"/> that does not know that it has one reader: a concurrent queue, and a lock per write.</summary>
internal struct SharedChannelMailbox<TItem> : IAwaitableMailbox<SharedChannelMailbox<TItem>, TItem>
{
    private readonly Channel<TItem> _channel;
    private long _taken;

    private SharedChannelMailbox(Channel<TItem> channel) => _channel = channel;

    public readonly bool IsEmpty => _channel.Reader.Count == 0;

    public static SharedChannelMailbox<TItem> Create(StrategyChoice choice) => new(Channel.CreateUnbounded<TItem>());

    public readonly bool TryEnqueue(in TItem item) => _channel.Writer.TryWrite(item);

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_channel.Reader.TryRead(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly ValueTask<bool> WaitAsync() => _channel.Reader.WaitToReadAsync();

    public readonly void AddTo(CounterBlock block) => block.Add(SharedChannelMailbox.Taken, _taken);
}
