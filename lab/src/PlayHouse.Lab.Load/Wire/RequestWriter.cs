namespace PlayHouse.Lab.Load.Wire;

/// <summary>How one connection's requests are written; one thread at a time.</summary>
internal abstract class RequestWriter
{
    /// <summary>Most bytes of one request.</summary>
    public abstract int RequestBytesMax { get; }

    /// <summary>Writes the request with this index; returns its bytes.</summary>
    public abstract int Write(Span<byte> destination, long index);
}
