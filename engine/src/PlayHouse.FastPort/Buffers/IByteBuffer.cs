using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Buffers;

/// <summary>
/// Bytes between a writing and a reading loop, first in, first out. Not thread-safe unless <see cref="SynchronizesItself"/>:
/// the owner guards every call. Grows with what was written, never beyond its limit; written bytes are copied in, read
/// bytes copied out. Cost class: per socket operation and per packet.
/// </summary>
/// <typeparam name="TSelf">The struct itself; mutable, lives in a field and is called on the field.</typeparam>
internal interface IByteBuffer<TSelf>
    where TSelf : struct, IByteBuffer<TSelf>
{
    /// <summary>True when one writer and one reader may call at the same time without a lock.</summary>
    static abstract bool SynchronizesItself { get; }

    /// <summary>An empty buffer.</summary>
    /// <param name="initialBytes">Bytes held from the start, where the buffer holds an array of its own.</param>
    /// <param name="maxBytes">Most bytes that wait in it.</param>
    static abstract TSelf Create(int initialBytes, int maxBytes);

    /// <summary>Bytes that wait.</summary>
    int Count { get; }

    /// <summary>Bytes that may still be written before the limit.</summary>
    int FreeBytes { get; }

    /// <summary>Appends bytes; no more than <see cref="FreeBytes"/>.</summary>
    void Write(ReadOnlySpan<byte> bytes);

    /// <summary>Copies the oldest bytes without taking them.</summary>
    /// <returns>Bytes copied: as many as wait and fit.</returns>
    int Peek(Span<byte> destination);

    /// <summary>Drops the oldest <paramref name="count"/> bytes, no more than <see cref="Count"/>.</summary>
    void Advance(int count);

    /// <summary>Gives memory back. The last call; writer and reader have ended.</summary>
    void Release();

    /// <summary>Adds what the strategy's own code has counted. Any thread, possibly a little late.</summary>
    void AddTo(SessionCounts counts);
}
