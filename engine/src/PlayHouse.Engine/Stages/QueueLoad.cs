namespace PlayHouse.Engine.Stages;

/// <summary>
/// Messages and bytes waiting for a stage, in one word so that a producer and the stage pay one interlocked operation
/// each per mailbox item. Mutable: lives in a field and is called on the field.
/// </summary>
internal struct QueueLoad
{
    private const int BytesBits = 40;
    private const long BytesMask = (1L << BytesBits) - 1;

    private long _packed;

    /// <summary>Messages waiting or being handled.</summary>
    public readonly int Messages => (int)(Volatile.Read(in _packed) >> BytesBits);

    public readonly long Bytes => Volatile.Read(in _packed) & BytesMask;

    /// <summary>
    /// Adds an item unless that exceeds a limit. An item is always admitted to an empty queue, so that one item larger
    /// than the limit does not wait for ever.
    /// </summary>
    public bool TryAdd(int messages, int bytes, int messagesMax, int bytesMax, out int waiting)
    {
        long item = Pack(messages, bytes);
        long sum = Interlocked.Add(ref _packed, item);
        waiting = (int)(sum >> BytesBits);
        if (sum == item || ((sum >> BytesBits) <= messagesMax && (sum & BytesMask) <= bytesMax))
        {
            return true;
        }

        Interlocked.Add(ref _packed, -item);
        return false;
    }

    /// <summary>Adds an item whatever the limits.</summary>
    public void Add(int messages, int bytes) => Interlocked.Add(ref _packed, Pack(messages, bytes));

    public void Remove(int messages, int bytes) => Interlocked.Add(ref _packed, -Pack(messages, bytes));

    private static long Pack(int messages, int bytes) => ((long)messages << BytesBits) + bytes;
}
