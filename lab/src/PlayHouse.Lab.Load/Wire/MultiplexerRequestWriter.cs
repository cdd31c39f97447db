namespace PlayHouse.Lab.Load.Wire;

/// <summary>A message as START with its size, one DATA, END.</summary>
internal sealed class MultiplexerRequestWriter(PayloadShape payload, int connection) : RequestWriter
{
    public override int RequestBytesMax => (3 * MultiplexerFrames.HeaderBytes) + payload.Length;

    public override int Write(Span<byte> destination, long index)
    {
        uint id = (uint)index;
        int written = MultiplexerFrames.WriteHeader(destination, MultiplexerFrames.Start, id, payload.Length);
        if (payload.Length > 0)
        {
            written += MultiplexerFrames.WriteHeader(destination[written..], MultiplexerFrames.Data, id, payload.Length);
            payload.Write(destination.Slice(written, payload.Length), connection, index);
            written += payload.Length;
        }

        return written + MultiplexerFrames.WriteHeader(destination[written..], MultiplexerFrames.End, id, 0);
    }
}
