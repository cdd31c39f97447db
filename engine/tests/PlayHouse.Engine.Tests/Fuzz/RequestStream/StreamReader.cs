using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Fuzz.RequestStream;

/// <summary>
/// Reads a stream in pieces the way a session does: received bytes stay in the buffer, frames are handed over in place and
/// held for a while by another owner, as a stage does.
/// </summary>
internal sealed class StreamReader(BufferPool pool, MessageIdTable ids)
{
    private const int FirstBufferBytes = 1024;

    /// <summary>Reads everything and compares it with what the oracle has read.</summary>
    public void Check(byte[] stream, ReadOnlySpan<int> cuts, List<ReferenceRequest> expected, StreamEnd expectedEnd)
    {
        ReceiveBuffer buffer = new(pool, FirstBufferBytes);
        List<(PooledBuffer Buffer, int Offset, int Bytes, int Index)> held = [];
        int read = 0;
        int piece = 0;
        StreamEnd end = StreamEnd.Open;
        int received = 0;
        while (received < stream.Length && end == StreamEnd.Open)
        {
            int until = piece < cuts.Length ? cuts[piece++] : stream.Length;
            while (received < until && end == StreamEnd.Open)
            {
                buffer.PrepareReceive();
                int bytes = Math.Min(until - received, buffer.FreeBytes);
                stream.AsSpan(received, bytes).CopyTo(buffer.Buffer.Array.AsSpan(buffer.WriteOffset));
                buffer.Received(bytes);
                received += bytes;
                end = TakeFrames(buffer, held, expected, ref read);
                int unread = buffer.Unread.Length;
                Assert.True(unread <= RequestStreams.BodyBytesMax + RequestFrame.PrefixBytes || end != StreamEnd.Open, "more is kept than one frame can have");
                Assert.True(buffer.Buffer.Array.Length <= Math.Max(4 * FirstBufferBytes, 4 * unread), "the buffer is larger than what has arrived");
            }
        }

        Assert.Equal(expectedEnd, end);
        Assert.Equal(expected.Count, read);
        foreach ((PooledBuffer Buffer, int Offset, int Bytes, int Index) frame in held)
        {
            Compare(RequestFrame.Open(frame.Buffer.Array.AsSpan(frame.Offset, frame.Bytes)), expected[frame.Index]);
            frame.Buffer.Release();
        }

        buffer.Release();
    }

    private StreamEnd TakeFrames(
        ReceiveBuffer buffer, List<(PooledBuffer Buffer, int Offset, int Bytes, int Index)> held, List<ReferenceRequest> expected, ref int read)
    {
        FrameStatus status;
        while ((status = RequestFrame.Inspect(buffer.Unread, RequestStreams.BodyBytesMax, out int totalBytes)) == FrameStatus.Complete)
        {
            Assert.True(read < expected.Count, "a frame that the oracle does not know");
            Compare(RequestFrame.Open(buffer.Unread), expected[read]);
            buffer.Buffer.AddOwner();
            held.Add((buffer.Buffer, buffer.ReadOffset, totalBytes, read));
            buffer.Consume(totalBytes);
            read++;
        }

        return status switch
        {
            FrameStatus.Incomplete => StreamEnd.Open,
            FrameStatus.LengthTooSmall => StreamEnd.TooSmall,
            FrameStatus.LengthTooLarge => StreamEnd.TooLarge,
            _ => StreamEnd.BadMsgIdLength,
        };
    }

    private void Compare(RequestFrame frame, ReferenceRequest expected)
    {
        bool isText = ids.TryGet(frame.MsgId, out string? msgId);
        bool isSame = isText == expected.MsgId is not null
            && msgId == expected.MsgId
            && frame.MsgSeq == expected.MsgSeq
            && frame.StageId == expected.StageId
            && frame.PayloadLength == expected.Payload.Length;
        Assert.True(isSame, $"read {msgId} {frame.MsgSeq} {frame.StageId} {frame.PayloadLength}, the oracle {expected}");
    }
}
