namespace PlayHouse.Lab.Load.Wire;

/// <summary>
/// Whole messages out of frames. The target sends one message after the other, so another id inside a message, a frame out of
/// place or more bytes than sent break the format.
/// </summary>
internal sealed class MultiplexerReader(PayloadShape payload, int connection) : WireReader
{
    private readonly byte[] _body = new byte[payload.Length];

    public override int ReplyBytesMax =>
        payload.Length + (MultiplexerFrames.HeaderBytes * MultiplexerFrames.FramesMax(payload.Length));

    public override bool NamesByContent => true;

    public override WireStatus TryRead(ReadOnlySpan<byte> source, out WireReply reply, out int consumed)
    {
        reply = default;
        consumed = 0;
        int at = 0;
        int filled = 0;
        uint message = 0;
        while (source.Length - at >= MultiplexerFrames.HeaderBytes)
        {
            (byte type, uint id, int length) = MultiplexerFrames.ReadHeader(source[at..]);
            bool isFirst = at == 0;
            at += MultiplexerFrames.HeaderBytes;
            switch (type)
            {
                case MultiplexerFrames.Start when isFirst:
                    message = id;
                    break;
                case MultiplexerFrames.Data when !isFirst && id == message && length >= 0 && length <= _body.Length - filled:
                    if (source.Length - at < length)
                    {
                        return Incomplete(source);
                    }

                    source.Slice(at, length).CopyTo(_body.AsSpan(filled));
                    filled += length;
                    at += length;
                    break;
                case MultiplexerFrames.End when !isFirst && id == message && length == 0:
                    consumed = at;
                    reply = new WireReply { Number = message, IsExpected = true, Payload = _body.AsSpan(0, filled) };
                    return WireStatus.Done;
                default:
                    return WireStatus.Invalid;
            }
        }

        return Incomplete(source);
    }

    /// <summary>Never asked: a message longer than any right one breaks the format.</summary>
    public override int AnnouncedBytes(ReadOnlySpan<byte> source) => source.Length;

    public override long IndexOf(in WireReply reply, long first) => payload.IndexIn(reply.Payload, first);

    public override bool IsRight(in WireReply reply, long index) => reply.IsExpected && payload.Matches(reply.Payload, connection, index);

    private WireStatus Incomplete(ReadOnlySpan<byte> source) => source.Length >= ReplyBytesMax ? WireStatus.Invalid : WireStatus.NeedMore;
}
