using System.Diagnostics.CodeAnalysis;
using System.Threading.Channels;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>What both channel queues do. Not a strategy of its own.</summary>
internal readonly struct ChannelQueue<TItem>(Channel<TItem> channel)
{
    private readonly ChannelWriter<TItem> _writer = channel.Writer;
    private readonly ChannelReader<TItem> _reader = channel.Reader;

    public bool TryEnqueue(in TItem item) => _writer.TryWrite(item);

    public async ValueTask<bool> EnqueueAsync(TItem item)
    {
        while (await _writer.WaitToWriteAsync())
        {
            if (_writer.TryWrite(item))
            {
                return true;
            }
        }

        return false;
    }

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _reader.TryRead(out item);

    public ValueTask<bool> WaitForItemAsync() => _reader.WaitToReadAsync(CancellationToken.None);

    public void Complete() => _writer.TryComplete();
}
