using System.Buffers.Binary;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>
/// The payload of every request: its data begins with the request's index (8 bytes) and its connection (4 bytes), as far as
/// the size allows, and continues with bytes from the seed that differ from request to request. Nothing has to be kept to
/// check a reply: the expected bytes follow from connection and index.
/// </summary>
internal sealed class PayloadShape
{
    private const int IndexBytes = 8;
    private const int IdBytes = 12;
    private const int TimeBytes = 8;
    private const int PatternOffsets = 256;
    private const int MaxVarintBytes = 10;

    // Protobuf field 1 length-delimited, field 2 varint.
    private const byte DataTag = 0x0A;
    private const byte StampTag = 0x10;

    // A bit above every index: the stamp always takes seven bytes, so all requests of a run have one length.
    private const long StampBase = 1L << 48;
    private const int StampBytes = 7;

    private readonly byte[] _pattern;
    private readonly byte[] _prefix;
    private readonly int _dataBytes;
    private readonly bool _isProto;

    private PayloadShape(int dataBytes, ulong seed, bool isProto, bool stampsTime)
    {
        StampsTime = stampsTime && dataBytes >= IdBytes + TimeBytes;
        _dataBytes = dataBytes;
        _isProto = isProto;
        _prefix = isProto && dataBytes > 0 ? DataPrefix(dataBytes) : [];
        _pattern = Pattern(dataBytes + PatternOffsets, seed);
        Length = _prefix.Length + dataBytes + (isProto ? 1 + StampBytes : 0);
    }

    /// <summary>The 8 bytes behind index and connection are the time of sending; no reply is checked for them.</summary>
    public bool StampsTime { get; }

    /// <summary>Bytes of each payload.</summary>
    public int Length { get; }

    /// <summary>The data alone.</summary>
    public static PayloadShape Raw(int dataBytes, ulong seed, bool stampsTime = false) => new(dataBytes, seed, isProto: false, stampsTime);

    /// <summary>A protobuf message with the data in field 1 and a stamp in field 2.</summary>
    public static PayloadShape Proto(int dataBytes, ulong seed, bool stampsTime = false) => new(dataBytes, seed, isProto: true, stampsTime);

    public void Write(Span<byte> payload, int connection, long index)
    {
        _prefix.CopyTo(payload);
        Span<byte> data = payload.Slice(_prefix.Length, _dataBytes);
        PatternOf(connection, index).CopyTo(data);
        Span<byte> id = stackalloc byte[IdBytes];
        WriteId(id, connection, index);
        id[..Math.Min(IdBytes, _dataBytes)].CopyTo(data);
        if (_isProto)
        {
            WriteStamp(payload[^(1 + StampBytes)..], index);
        }
    }

    /// <summary>Writes the time of sending into a payload that <see cref="Write"/> has made.</summary>
    public void Stamp(Span<byte> payload, long sentNs) =>
        BinaryPrimitives.WriteInt64LittleEndian(payload[(_prefix.Length + IdBytes)..], sentNs);

    /// <summary>Whether these are exactly the bytes that <see cref="Write"/> makes for this request.</summary>
    public bool Matches(ReadOnlySpan<byte> payload, int connection, long index)
    {
        if (payload.Length != Length)
        {
            return false;
        }

        int idBytes = Math.Min(IdBytes, _dataBytes);
        int patternStart = StampsTime ? idBytes + TimeBytes : idBytes;
        Span<byte> expected = stackalloc byte[IdBytes];
        WriteId(expected, connection, index);
        ReadOnlySpan<byte> data = payload.Slice(_prefix.Length, _dataBytes);
        if (!data[..idBytes].SequenceEqual(expected[..idBytes]) ||
            !data[patternStart..].SequenceEqual(PatternOf(connection, index)[patternStart..]))
        {
            return false;
        }

        return !_isProto || HasFrame(payload, index);
    }

    /// <summary>
    /// The index, not before <paramref name="first"/>, that the first bytes of a raw payload name; short data names the
    /// index modulo its size, empty data always names the first.
    /// </summary>
    public long IndexIn(ReadOnlySpan<byte> payload, long first)
    {
        int bytes = Math.Min(IndexBytes, Math.Min(_dataBytes, payload.Length));
        if (bytes == 0)
        {
            return first;
        }

        ulong low = 0;
        for (int i = 0; i < bytes; i++)
        {
            low |= (ulong)payload[i] << (8 * i);
        }

        ulong mask = bytes == IndexBytes ? ulong.MaxValue : (1UL << (8 * bytes)) - 1;
        ulong distance = (low - (ulong)first) & mask;
        return distance > long.MaxValue / 2 ? long.MaxValue : first + (long)distance;
    }

    private static void WriteId(Span<byte> id, int connection, long index)
    {
        BinaryPrimitives.WriteInt64LittleEndian(id, index);
        BinaryPrimitives.WriteInt32LittleEndian(id[IndexBytes..], connection);
    }

    private bool HasFrame(ReadOnlySpan<byte> payload, long index)
    {
        Span<byte> stamp = stackalloc byte[1 + StampBytes];
        WriteStamp(stamp, index);
        return payload.StartsWith(_prefix) && payload[^stamp.Length..].SequenceEqual(stamp);
    }

    private static void WriteStamp(Span<byte> destination, long index)
    {
        destination[0] = StampTag;
        Varint.Write(destination[1..], (ulong)(StampBase | (index & (StampBase - 1))));
    }

    private static byte[] DataPrefix(int dataBytes)
    {
        byte[] prefix = new byte[1 + MaxVarintBytes];
        prefix[0] = DataTag;
        return prefix[..(1 + Varint.Write(prefix.AsSpan(1), (ulong)dataBytes))];
    }

    private static byte[] Pattern(int length, ulong seed)
    {
        byte[] pattern = new byte[length];
        ulong state = SplitMix64.Stream(seed, ulong.MaxValue - 1);
        for (int i = 0; i < pattern.Length; i++)
        {
            pattern[i] = (byte)SplitMix64.Next(ref state);
        }

        return pattern;
    }

    private ReadOnlySpan<byte> PatternOf(int connection, long index) =>
        _pattern.AsSpan((int)((index * 31 + connection * 17L) & (PatternOffsets - 1)), _dataBytes);
}
