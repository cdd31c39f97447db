namespace PlayHouse.Lab.Load.Wire;

/// <summary>How one connection's requests are written; one thread at a time.</summary>
internal abstract class RequestWriter
{
    /// <summary>Most bytes of one request.</summary>
    public abstract int RequestBytesMax { get; }

    /// <summary>True when each request carries the time of its sending; then all have <see cref="RequestBytesMax"/> bytes.</summary>
    public virtual bool StampsTime => false;

    /// <summary>Writes the time of sending into a request that <see cref="Write"/> has made.</summary>
    public virtual void Stamp(Span<byte> request, long sentNs)
    {
    }

    /// <summary>Writes the request with this index; returns its bytes.</summary>
    public abstract int Write(Span<byte> destination, long index);
}
