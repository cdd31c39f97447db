using System.Buffers;
using System.Diagnostics;

namespace PlayHouse.Multiplexer.Content;

/// <summary>
/// Memory of one received message: one array, or slices. The reader fills it, the owner of the message gives it back.
/// Objects are reused; a version tells an old holder from the new one, so that giving back twice does nothing.
/// </summary>
internal sealed class MessageBody(BodyPool pool)
{
    private MessageSlice? _first;
    private MessageSlice? _last;
    private byte[]? _array;
    private bool _isPooled;
    private int _version;

    public int Version => Volatile.Read(ref _version);

    /// <summary>Bytes received so far.</summary>
    public int Length { get; private set; }

    /// <summary>Bytes of memory held.</summary>
    public int Reserved { get; private set; }

    /// <summary>The received bytes.</summary>
    public ReadOnlySequence<byte> Bytes => _first is null
        ? new ReadOnlySequence<byte>(_array ?? [], 0, Length)
        : new ReadOnlySequence<byte>(_first, 0, _last!, _last!.Used);

    /// <summary>Makes one array the body.</summary>
    public void Set(byte[] array, int length, bool isPooled)
    {
        Debug.Assert(_first is null && _array is null);
        _array = array;
        _isPooled = isPooled;
        Length = length;
        Reserved = array.Length;
    }

    /// <summary>Room at the end of the last slice.</summary>
    public int Room => _last is null ? 0 : _last.Array!.Length - _last.Used;

    /// <summary>Adds an empty slice of at least this size.</summary>
    public void AddSlice(int bytes)
    {
        MessageSlice slice = pool.RentSlice();
        slice.Begin(pool.RentArray(bytes), Length);
        Reserved += slice.Array!.Length;
        if (_last is null)
        {
            _first = slice;
        }
        else
        {
            _last.Follow(slice);
        }

        _last = slice;
    }

    /// <summary>Appends bytes for which the last slice has room.</summary>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        Debug.Assert(bytes.Length <= Room);
        _last!.Append(bytes);
        Length += bytes.Length;
    }

    /// <summary>Gives the memory back, once per use.</summary>
    public void Release(int version)
    {
        if (Interlocked.CompareExchange(ref _version, version + 1, version) != version)
        {
            return;
        }

        if (_array is not null && _isPooled)
        {
            pool.ReturnArray(_array);
        }

        for (MessageSlice? slice = _first; slice is not null;)
        {
            MessageSlice? next = slice.NextSlice;
            pool.ReturnArray(slice.Array!);
            slice.Clear();
            pool.ReturnSlice(slice);
            slice = next;
        }

        (_first, _last, _array, _isPooled, Length, Reserved) = (null, null, null, false, 0, 0);
        pool.ReturnBody(this);
    }
}
