using System.Buffers.Binary;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>
/// From request frames to reply frames with the same payload; an id that ends in "Request" is answered with one that ends in
/// "Reply", authentication included. For the peers' one, trusted client.
/// </summary>
internal static class EchoFrames
{
    /// <summary>Bytes that a reply has more than its request at most.</summary>
    public const int GrowthMax = 6 + 5;

    private const int PrefixBytes = 4;
    private const int AddressBytes = 10;
    private const int ReplyExtraBytes = 6;

    private static ReadOnlySpan<byte> RequestEnd => "Request"u8;

    private static ReadOnlySpan<byte> ReplyEnd => "Reply"u8;

    /// <summary>Length of the first frame, or 0 when it is not whole.</summary>
    public static int WholeFrame(ReadOnlySpan<byte> input)
    {
        if (input.Length < PrefixBytes)
        {
            return 0;
        }

        int total = PrefixBytes + BinaryPrimitives.ReadInt32LittleEndian(input);
        return total <= input.Length ? total : 0;
    }

    /// <summary>Writes the answer to one whole frame; returns its bytes.</summary>
    public static int Answer(ReadOnlySpan<byte> frame, Span<byte> output)
    {
        int idBytes = frame[PrefixBytes];
        ReadOnlySpan<byte> id = frame.Slice(PrefixBytes + 1, idBytes);
        ReadOnlySpan<byte> stem = id.EndsWith(RequestEnd) ? id[..^RequestEnd.Length] : id;
        ReadOnlySpan<byte> address = frame.Slice(PrefixBytes + 1 + idBytes, AddressBytes);
        ReadOnlySpan<byte> payload = frame[(PrefixBytes + 1 + idBytes + AddressBytes)..];
        int replyIdBytes = stem.Length + ReplyEnd.Length;
        int total = PrefixBytes + 1 + replyIdBytes + AddressBytes + ReplyExtraBytes + payload.Length;
        BinaryPrimitives.WriteInt32LittleEndian(output, total - PrefixBytes);
        output[PrefixBytes] = (byte)replyIdBytes;
        stem.CopyTo(output[(PrefixBytes + 1)..]);
        ReplyEnd.CopyTo(output[(PrefixBytes + 1 + stem.Length)..]);
        Span<byte> rest = output[(PrefixBytes + 1 + replyIdBytes)..total];
        address.CopyTo(rest);
        rest.Slice(AddressBytes, ReplyExtraBytes).Clear();
        payload.CopyTo(rest[(AddressBytes + ReplyExtraBytes)..]);
        return total;
    }
}
