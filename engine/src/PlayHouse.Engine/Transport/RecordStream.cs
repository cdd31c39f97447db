using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PlayHouse.Engine.Transport;

#pragma warning disable CA2012, VSTHRD002, VSTHRD103 // The awaiter is kept until its operation has completed, and asked once.

/// <summary>
/// The bytes below a WebSocket or TLS, which hand over a frame or a record when a buffer is full or the whole of it is here. It counts
/// what arrives until then, so that a client that delivers too slowly is seen there, too. One read at a time; counts by any thread.
/// </summary>
internal abstract class RecordStream(Stream inner, int headerBytesMax) : Stream, IValueTaskSource<int>
{
    private readonly byte[] _header = new byte[headerBytesMax];
    private long _bytesIn;
    private long _records;
    private long _openRecord;
    private long _bodyLeft;
    private int _headerBytes;
    private ManualResetValueTaskSourceCore<int> _source;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _awaiter;
    private Memory<byte> _buffer;
    private Action? _completed;

    public long BytesIn => Volatile.Read(ref _bytesIn);

    /// <summary>Number of the frame or record of which a part is here; 0 for none.</summary>
    public long OpenRecord => Volatile.Read(ref _openRecord);

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>One awaiter field, one delegate and the stream itself as its source serve every read.</summary>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ValueTask<int> read = inner.ReadAsync(buffer, cancellationToken);
        if (read.IsCompletedSuccessfully)
        {
            int count = read.Result;
            Count(buffer.Span[..count]);
            return new ValueTask<int>(count);
        }

        _source.Reset();
        _buffer = buffer;
        _awaiter = read.ConfigureAwait(false).GetAwaiter();
        ValueTask<int> pending = new(this, _source.Version);
        // Last act: the completion may run on another thread before this returns.
        _awaiter.UnsafeOnCompleted(_completed ??= Complete);
        return pending;
    }

    int IValueTaskSource<int>.GetResult(short token) => _source.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        inner.WriteAsync(buffer, cancellationToken);

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.WriteAsync(buffer, offset, count, cancellationToken);

    public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);

    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public override void Flush() => inner.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>Length of the body behind the header that has come so far; negative while the header is not whole.</summary>
    protected abstract long BodyBytes(ReadOnlySpan<byte> header);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }

    private void Complete()
    {
        int count;
        try
        {
            count = _awaiter.GetResult();
            Count(_buffer.Span[..count]);
            _buffer = default;
        }
        catch (Exception exception)
        {
            _source.SetException(exception);
            return;
        }

        _source.SetResult(count);
    }

    private void Count(ReadOnlySpan<byte> bytes)
    {
        Volatile.Write(ref _bytesIn, _bytesIn + bytes.Length);
        while (!bytes.IsEmpty)
        {
            bytes = bytes[(_bodyLeft > 0 ? TakeBody(bytes.Length) : TakeHeaderByte(bytes[0]))..];
            if (_headerBytes == 0 && _bodyLeft == 0)
            {
                Volatile.Write(ref _openRecord, 0);
            }
        }
    }

    private int TakeBody(int available)
    {
        int taken = (int)Math.Min(available, _bodyLeft);
        _bodyLeft -= taken;
        return taken;
    }

    private int TakeHeaderByte(byte value)
    {
        if (_headerBytes == 0)
        {
            Volatile.Write(ref _openRecord, ++_records);
        }

        _header[_headerBytes++] = value;
        long body = BodyBytes(_header.AsSpan(0, _headerBytes));
        if (body >= 0)
        {
            _bodyLeft = body;
            _headerBytes = 0;
        }

        return 1;
    }
}
