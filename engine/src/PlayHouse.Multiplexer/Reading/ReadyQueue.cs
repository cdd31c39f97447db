using System.Threading.Channels;

namespace PlayHouse.Multiplexer.Reading;

/// <summary>Complete messages not yet taken. One reader loop adds and may wait for room; any thread takes.</summary>
#pragma warning disable CA1001 // A taker may release it after the end; without a wait handle it has nothing to release.
internal sealed class ReadyQueue(MultiplexerLimits limits, MultiplexerCounters counters)
#pragma warning restore CA1001
{
    private readonly Channel<MultiplexedMessage> _messages =
        Channel.CreateUnbounded<MultiplexedMessage>(new UnboundedChannelOptions { SingleWriter = true });
    private readonly SemaphoreSlim _room = new(0, 1);
    private long _bytes;
    private int _count;
    private int _isWaiting;

    /// <summary>True when the reader must wait before it receives more.</summary>
    public bool IsFull => Volatile.Read(ref _count) >= limits.ReadyMessagesMax || Interlocked.Read(ref _bytes) >= limits.ReadyBytesMax;

    private bool HasRoom =>
        Volatile.Read(ref _count) <= limits.ReadyMessagesMax / 2 && Interlocked.Read(ref _bytes) <= limits.ReadyBytesMax / 2;

    /// <summary>Adds a message; after the end it is given back.</summary>
    public void Add(MultiplexedMessage message)
    {
        Interlocked.Increment(ref _count);
        counters.Raise(MultiplexerCounter.ReadyBytesPeak, Interlocked.Add(ref _bytes, message.Length));
        if (!_messages.Writer.TryWrite(message))
        {
            message.Dispose();
        }
    }

    /// <summary>The oldest message, or null when there will be none.</summary>
    /// <exception cref="MultiplexerException">The connection failed and every message before that has been taken.</exception>
    public async ValueTask<MultiplexedMessage?> TakeAsync(CancellationToken cancellation)
    {
        while (true)
        {
            if (TryTake(out MultiplexedMessage message))
            {
                return message;
            }

            if (!await _messages.Reader.WaitToReadAsync(cancellation).ConfigureAwait(false))
            {
                return null;
            }
        }
    }

    public bool TryTake(out MultiplexedMessage message)
    {
        if (!_messages.Reader.TryRead(out message))
        {
            return false;
        }

        Took(message.Length);
        return true;
    }

    /// <summary>Waits until half is taken.</summary>
    public async ValueTask WaitForRoomAsync(CancellationToken stop)
    {
        Volatile.Write(ref _isWaiting, 1);
        Interlocked.MemoryBarrier();
        if (HasRoom && Interlocked.Exchange(ref _isWaiting, 0) == 1)
        {
            return;
        }

        await _room.WaitAsync(stop).ConfigureAwait(false);
    }

    public void Complete(Exception? error) => _messages.Writer.TryComplete(error);

    /// <summary>Gives back what was not taken. The reader loop has ended.</summary>
    public void Drain()
    {
        while (_messages.Reader.TryRead(out MultiplexedMessage message))
        {
            message.Dispose();
        }
    }

    private void Took(int bytes)
    {
        Interlocked.Decrement(ref _count);
        Interlocked.Add(ref _bytes, -bytes);
        if (Volatile.Read(ref _isWaiting) == 1 && HasRoom && Interlocked.Exchange(ref _isWaiting, 0) == 1)
        {
            _room.Release();
        }
    }
}
