namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>Header of one event.</summary>
/// <param name="Metadata">Number of its description; 0 for a description itself.</param>
/// <param name="Sequence">How many events the thread had written.</param>
/// <param name="Thread">Thread that wrote it.</param>
/// <param name="Stack">Number of its stack.</param>
/// <param name="Ticks">When.</param>
/// <param name="IsSorted">True for the first event of a thread's run of events.</param>
/// <param name="Subject">Thread that it tells of: the writer itself, save for one that looks at others.</param>
internal readonly record struct EventHeader(int Metadata, int Sequence, long Thread, int Stack, long Ticks, bool IsSorted, long Subject);

/// <summary>The events of one block, with full or with compressed headers. Lives on the stack of the reader.</summary>
internal ref struct EventBlobs
{
    private const int HeaderBytesMin = 20;
    private const int GuidBytes = 16;
    private const int FullHeaderBytes = 76;

    private SpanCursor _cursor;
    private readonly bool _isCompressed;
    private readonly int _blockBytes;
    private int _payloadBytes;
    private EventHeader _event;

    public EventBlobs(ReadOnlySpan<byte> block)
    {
        _cursor = new SpanCursor(block);
        _blockBytes = block.Length;
        int headerBytes = _cursor.UInt16();
        if (headerBytes < HeaderBytesMin)
            throw new FormatException($"a block of events has a header of {headerBytes} bytes");
        _isCompressed = (_cursor.UInt16() & 1) != 0;
        _cursor.Take(headerBytes - 4);
    }

    /// <summary>The event that <see cref="Next"/> found.</summary>
    public readonly EventHeader Event => _event;

    /// <summary>Its content.</summary>
    public ReadOnlySpan<byte> Payload { get; private set; }

    /// <summary>Goes to the next event; false after the last.</summary>
    public bool Next()
    {
        if (_cursor.Left == 0)
            return false;
        if (_isCompressed)
            ReadCompressed();
        else
            ReadFull();
        return true;
    }

    private void ReadCompressed()
    {
        byte flags = _cursor.Byte();
        int metadata = (flags & 1) != 0 ? (int)_cursor.Varint() : _event.Metadata;
        int sequence = _event.Sequence;
        long thread = _event.Thread;
        if ((flags & 2) != 0)
        {
            sequence = unchecked(sequence + (int)_cursor.Varint());
            thread = (long)_cursor.Varint();
            _cursor.Varint();
        }
        if (metadata != 0)
            sequence = unchecked(sequence + 1);
        long subject = (flags & 4) != 0 ? (long)_cursor.Varint() : _event.Subject;
        int stack = (flags & 8) != 0 ? (int)_cursor.Varint() : _event.Stack;
        long ticks = unchecked(_event.Ticks + (long)_cursor.Varint());
        _cursor.Take(((flags & 16) != 0 ? GuidBytes : 0) + ((flags & 32) != 0 ? GuidBytes : 0));
        if ((flags & 128) != 0)
            _payloadBytes = (int)Math.Min(int.MaxValue, _cursor.Varint());
        Payload = _cursor.Take(_payloadBytes);
        _event = new EventHeader(metadata, sequence, thread, stack, ticks, (flags & 64) != 0, subject);
    }

    private void ReadFull()
    {
        SpanCursor blob = new(_cursor.Take(_cursor.Int32()));
        if (blob.Left < FullHeaderBytes)
            throw new FormatException($"an event has {blob.Left} bytes, fewer than its header");
        int metadata = blob.Int32();
        int sequence = blob.Int32();
        long subject = blob.Int64();
        long thread = blob.Int64();
        blob.Int32();
        int stack = blob.Int32();
        long ticks = blob.Int64();
        blob.Take(2 * GuidBytes);
        Payload = blob.Take(blob.Int32());
        _event = new EventHeader(metadata & int.MaxValue, sequence, thread, stack, ticks, metadata < 0, subject);
        // Blobs begin at multiples of four.
        _cursor.Take(Math.Min(_cursor.Left, (4 - (_blockBytes - _cursor.Left) % 4) % 4));
    }
}
