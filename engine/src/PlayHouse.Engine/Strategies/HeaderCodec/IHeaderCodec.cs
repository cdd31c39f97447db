using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>
/// How the header of a message between servers becomes bytes. Every strategy gives the same bytes: fields in order, zero
/// values left out. Any thread, many at once; each use is <see cref="Encode"/>, the copy into the peer's queue, then
/// <see cref="Release"/>. Cost class: per message to another server.
/// </summary>
/// <typeparam name="TSelf">The struct itself.</typeparam>
internal interface IHeaderCodec<TSelf>
    where TSelf : struct, IHeaderCodec<TSelf>
{
    /// <summary>The strategy as chosen, for the headers of one server.</summary>
    static abstract TSelf Create(StrategyChoice choice, string serverId);

    /// <summary>Encodes a header whose message id is at most 128 bytes of UTF-8.</summary>
    /// <param name="scratch">At least <see cref="RouteHeaderCodec.BytesMax"/> bytes of the caller's that the answer may point into.</param>
    /// <param name="header">Fields; the sender is the server the codec was made for.</param>
    /// <param name="msgSeq">Request id, in place of the header's.</param>
    /// <param name="payloadBytes">Size of the payload.</param>
    EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes);

    /// <summary>Frees what the encoding holds. Once per <see cref="Encode"/>; the bytes must not be touched afterwards.</summary>
    void Release(in EncodedHeader encoded);
}

/// <summary>An encoded header.</summary>
/// <param name="bytes">The bytes, valid until the release.</param>
/// <param name="rented">Array to give back; null when there is none.</param>
/// <param name="encodedBy">Counter of the strategy that encoded; the peer that takes the message counts it there.</param>
internal readonly ref struct EncodedHeader(ReadOnlySpan<byte> bytes, byte[]? rented, StrategyCounter encodedBy)
{
    public ReadOnlySpan<byte> Bytes { get; } = bytes;

    public byte[]? Rented { get; } = rented;

    public StrategyCounter EncodedBy { get; } = encodedBy;
}
