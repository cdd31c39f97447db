using System.Runtime.CompilerServices;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// The bytes below a WebSocket or TLS, which hand over a frame or a record when a buffer is full or the whole of it is here. It counts
/// what arrives until then, so that a client that delivers too slowly is seen there, too. One read at a time; counts by any thread.
/// </summary>
internal abstract class RecordStream(Stream inner, int headerBytesMax) : Stream
{
    private readonly byte[] _header = new byte[headerBytesMax];
    private long _bytesIn;
    private long _records;
    private long _openRecord;
    private long _bodyLeft;
    private int _headerBytes;

    /// <summary>All bytes received so far.</summary>
    public long BytesIn => Volatile.Read(ref _bytesIn);

    /// <summary>Number of the frame or record of which a part is here; 0 for none.</summary>
    public long OpenRecord => Volatile.Read(ref _openRecord);

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int count = await inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        Count(buffer.Span[..count]);
        return count;
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => inner.WriteAsync(buffer, cancellationToken);

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        inner.WriteAsync(buffer, offset, count, cancellationToken);

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>Length of the body behind the header that has come so far; negative while the header is not whole.</summary>
    protected abstract long BodyBytes(ReadOnlySpan<byte> header);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
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
