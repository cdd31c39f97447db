using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// The bytes of one session between socket and frames. Slots of the stage share the array by owner count, so received
/// bytes are never moved once a frame was handed over; an incomplete frame is carried to the next array when space ends.
/// Grows by doubling what has arrived: an announced length reserves nothing. One thread at a time.
/// </summary>
internal sealed class ReceiveBuffer
{
    /// <summary>A session whose receives fill their buffer gets larger ones, up to this.</summary>
    private const int SteadyBytesMax = 64 * 1024;

    /// <summary>After this many receives of less than a quarter of the buffer in a row, the next one is half as large.</summary>
    private const int SmallReceivesToShrink = 256;

    /// <summary>
    /// A receive after this much silence starts small again: a session that has become quiet must not hold what a burst needed.
    /// </summary>
    private const long QuietMs = 1_000;

    private readonly BufferPool _pool;
    private readonly int _firstBytes;
    private readonly int _steadyBytesMax;
    private int _steadyBytes;
    private int _lengthFor;
    private int _rightLength;
    private int _smallReceives;
    private long _lastReceiveMs = Environment.TickCount64;
    private int _read;
    private int _write;

    public ReceiveBuffer(BufferPool pool, int firstBytes)
    {
        _pool = pool;
        _firstBytes = firstBytes;
        _steadyBytesMax = Math.Max(firstBytes, SteadyBytesMax);
        _steadyBytes = firstBytes;
        Buffer = pool.Rent(firstBytes);
    }

    public BufferPool Pool => _pool;

    /// <summary>The array in use; the session owns one count.</summary>
    public PooledBuffer Buffer { get; private set; }

    public int ReadOffset => _read;

    public int WriteOffset => _write;

    public ReadOnlySpan<byte> Unread => Buffer.Array.AsSpan(_read, _write - _read);

    public int FreeBytes => Buffer.Array.Length - _write;

    public void Received(int bytes)
    {
        long nowMs = Environment.TickCount64;
        bool wasQuiet = nowMs - _lastReceiveMs > QuietMs;
        _lastReceiveMs = nowMs;
        if (wasQuiet && bytes < _firstBytes)
        {
            _steadyBytes = _firstBytes;
            _smallReceives = 0;
        }
        else if (bytes == FreeBytes)
        {
            _steadyBytes = Math.Min(_steadyBytes * 2, _steadyBytesMax);
            _smallReceives = 0;
        }
        else if (_steadyBytes == _firstBytes || bytes >= _steadyBytes / 4)
        {
            _smallReceives = 0;
        }
        else if (++_smallReceives == SmallReceivesToShrink)
        {
            _steadyBytes /= 2;
            _smallReceives = 0;
        }

        _write += bytes;
    }

    public void Consume(int bytes) => _read += bytes;

    /// <summary>Makes room for the next receive. Bytes that others still read stay where they are.</summary>
    public void PrepareReceive()
    {
        int length = Buffer.Array.Length;
        bool isEmpty = _read == _write;
        bool isRightSize = length == RightLength();
        if (isEmpty && isRightSize && Buffer.HasSingleOwner)
        {
            _read = 0;
            _write = 0;
            return;
        }

        bool changesSize = isEmpty && !isRightSize;
        if (!changesSize && FreeBytes >= _steadyBytes / 4)
        {
            return;
        }

        int unread = _write - _read;
        PooledBuffer next = _pool.Rent(Math.Max(_steadyBytes, unread * 2));
        Unread.CopyTo(next.Array);
        Buffer.Release();
        Buffer = next;
        _read = 0;
        _write = unread;
    }

    /// <summary>Length of the array that the pool has for a steady receive; asked for once per size.</summary>
    private int RightLength()
    {
        if (_steadyBytes != _lengthFor)
        {
            _lengthFor = _steadyBytes;
            _rightLength = _pool.LengthOf(_steadyBytes);
        }

        return _rightLength;
    }

    /// <summary>Gives up the session's count.</summary>
    public void Release() => Buffer.Release();
}
