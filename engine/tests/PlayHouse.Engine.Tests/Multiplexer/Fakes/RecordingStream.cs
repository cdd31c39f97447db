using System.Threading.Channels;

namespace PlayHouse.Multiplexer.Tests.Fakes;

/// <summary>A stream whose writes are kept call by call and whose reads give what the test feeds. Writes can be held back.</summary>
internal sealed class RecordingStream : Stream
{
    private readonly Lock _lock = new();
    private readonly List<byte[]> _writes = [];
    private readonly Channel<byte[]> _feed = Channel.CreateUnbounded<byte[]>();
    private readonly CancellationTokenSource _closed = new();
    private byte[] _rest = [];
    private TaskCompletionSource? _hold;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Every write call so far.</summary>
    public IReadOnlyList<byte[]> Writes
    {
        get
        {
            lock (_lock)
            {
                return [.. _writes];
            }
        }
    }

    /// <summary>All bytes written.</summary>
    public byte[] Written => [.. Writes.SelectMany(w => w)];

    /// <summary>Read calls that found nothing and wait.</summary>
    public int ReadsWaiting { get; private set; }

    /// <summary>Bytes the connection reads.</summary>
    public void Feed(params byte[] bytes) => _feed.Writer.TryWrite(bytes);

    /// <summary>The peer ends.</summary>
    public void EndFeed() => _feed.Writer.TryComplete();

    /// <summary>Writes from now on wait.</summary>
    public void Hold()
    {
        lock (_lock)
        {
            _hold = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    /// <summary>Writes continue.</summary>
    public void LetGo()
    {
        TaskCompletionSource? hold;
        lock (_lock)
        {
            (hold, _hold) = (_hold, null);
        }

        hold?.TrySetResult();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_rest.Length == 0)
        {
            ReadsWaiting++;
            using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _closed.Token);
            if (!await _feed.Reader.WaitToReadAsync(either.Token))
            {
                return 0;
            }

            _feed.Reader.TryRead(out byte[]? fed);
            _rest = fed!;
        }

        int bytes = Math.Min(buffer.Length, _rest.Length);
        _rest.AsMemory(0, bytes).CopyTo(buffer);
        _rest = _rest[bytes..];
        return bytes;
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Task? hold;
        lock (_lock)
        {
            _writes.Add(buffer.ToArray());
            hold = _hold?.Task;
        }

        if (hold is not null)
        {
            await hold.WaitAsync(cancellationToken);
        }
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        _closed.Cancel();
        base.Dispose(disposing);
    }
}
