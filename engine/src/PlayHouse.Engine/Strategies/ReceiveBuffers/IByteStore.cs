using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>The storage of a queue of bytes without its lock: one thread at a time.</summary>
internal interface IByteStore<TSelf> : ICounterSource, IDisposable
    where TSelf : IByteStore<TSelf>
{
    /// <summary>Bytes in the store.</summary>
    int Count { get; }

    /// <summary>
    /// An empty store that begins with room for <paramref name="initialBytes"/> and grows to <paramref name="maxBytes"/>.
    /// </summary>
    static abstract TSelf Create(int initialBytes, int maxBytes);

    /// <summary>Copies as many of the bytes as there is room for, and returns how many.</summary>
    int Write(ReadOnlySpan<byte> bytes);

    /// <summary>Moves bytes to <paramref name="destination"/>; 0 when there are none.</summary>
    int Read(Span<byte> destination);
}
