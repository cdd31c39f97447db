namespace PlayHouse.Lab.Load.Wire;

/// <summary>How one connection's replies are read and checked. May keep state between frames; receiving thread only.</summary>
internal abstract class WireReader
{
    /// <summary>Bytes of the longest right reply with everything around it.</summary>
    public abstract int ReplyBytesMax { get; }

    /// <summary>
    /// True when nothing but a reply's own bytes says which request it answers, so that only intact ones can name another than
    /// the oldest.
    /// </summary>
    public abstract bool NamesByContent { get; }

    /// <summary>Reads the frame at the start of the bytes.</summary>
    public abstract WireStatus TryRead(ReadOnlySpan<byte> source, out WireReply reply, out int consumed);

    /// <summary>Announced bytes of the frame at the start, which is longer than <see cref="ReplyBytesMax"/> and not all there yet.</summary>
    public abstract int AnnouncedBytes(ReadOnlySpan<byte> source);

    /// <summary>The index, not before <paramref name="first"/>, that a reply speaks of; <see cref="long.MaxValue"/> for none.</summary>
    public abstract long IndexOf(in WireReply reply, long first);

    /// <summary>Whether this is exactly the reply that is due to the request with this index.</summary>
    public abstract bool IsRight(in WireReply reply, long index);
}
