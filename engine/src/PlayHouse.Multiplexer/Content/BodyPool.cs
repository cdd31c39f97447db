using System.Buffers;
using System.Collections.Concurrent;

namespace PlayHouse.Multiplexer.Content;

/// <summary>
/// Reused memory of one connection's received messages. Rented by its reader, given back by any thread. The arrays are
/// the connection's own: a pool with caches per thread would hoard them where they are given back.
/// </summary>
/// <param name="arrayBytesMax">Largest array that is kept.</param>
/// <param name="arraysPerSize">Arrays kept of each power of two.</param>
internal sealed class BodyPool(int arrayBytesMax, int arraysPerSize)
{
    private const int ObjectsMax = 1_024;

    private readonly ArrayPool<byte> _arrays = ArrayPool<byte>.Create(arrayBytesMax, arraysPerSize);
    private readonly ConcurrentQueue<MessageBody> _bodies = new();
    private readonly ConcurrentQueue<MessageSlice> _slices = new();
    private int _bodiesKept;
    private int _slicesKept;
    private long _arraysOut;

    public long ArraysOut => Interlocked.Read(ref _arraysOut);

    /// <summary>An array of at least this size.</summary>
    public byte[] RentArray(int bytes)
    {
        Interlocked.Increment(ref _arraysOut);
        return _arrays.Rent(bytes);
    }

    public void ReturnArray(byte[] array)
    {
        Interlocked.Decrement(ref _arraysOut);
        _arrays.Return(array);
    }

    public MessageBody RentBody() => Take(_bodies, ref _bodiesKept) ?? new MessageBody(this);

    /// <summary>Takes an empty body back.</summary>
    public void ReturnBody(MessageBody body) => Keep(_bodies, body, ref _bodiesKept);

    public MessageSlice RentSlice() => Take(_slices, ref _slicesKept) ?? new MessageSlice();

    /// <summary>Takes an empty slice back.</summary>
    public void ReturnSlice(MessageSlice slice) => Keep(_slices, slice, ref _slicesKept);

    private static T? Take<T>(ConcurrentQueue<T> kept, ref int count)
        where T : class
    {
        if (!kept.TryDequeue(out T? one))
        {
            return null;
        }

        Interlocked.Decrement(ref count);
        return one;
    }

    private static void Keep<T>(ConcurrentQueue<T> kept, T one, ref int count)
        where T : class
    {
        if (Interlocked.Increment(ref count) > ObjectsMax)
        {
            Interlocked.Decrement(ref count);
            return;
        }

        kept.Enqueue(one);
    }
}
