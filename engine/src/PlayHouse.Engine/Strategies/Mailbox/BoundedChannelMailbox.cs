using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A bounded <see cref="Channel{T}"/>: one lock for writers and the reader, a ring that grows up to its capacity.</summary>
internal readonly struct BoundedChannelMailbox<TItem> : IAwaitableMailbox<BoundedChannelMailbox<TItem>, TItem>
{
    private readonly ChannelWriter<TItem> _writer;
    private readonly ChannelReader<TItem> _reader;

    private BoundedChannelMailbox(Channel<TItem> channel)
    {
        _writer = channel.Writer;
        _reader = channel.Reader;
    }

    /// <inheritdoc/>
    public bool IsEmpty => _reader.Count == 0;

    /// <inheritdoc/>
    public static BoundedChannelMailbox<TItem> Create(StrategyChoice choice)
    {
        int capacity = (int)choice.Knob(MailboxCatalog.BoundedChannel, MailboxCatalog.Capacity);
        return new(Channel.CreateBounded<TItem>(new BoundedChannelOptions(capacity)
        {
            SingleReader = true,
            AllowSynchronousContinuations = false,
            FullMode = BoundedChannelFullMode.Wait,
        }));
    }

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item) => _writer.TryWrite(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _reader.TryRead(out item);

    /// <inheritdoc/>
    public ValueTask<bool> WaitAsync() => _reader.WaitToReadAsync();
}
