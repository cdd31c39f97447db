using System.Buffers;
using System.IO.Pipelines;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>The echo over a reader and a writer of System.IO.Pipelines: one flush for everything that one read brought.</summary>
internal static class PipeFrames
{
    /// <summary>Answers until the reader ends.</summary>
    public static async Task EchoAsync(PipeReader reader, PipeWriter writer)
    {
        while (true)
        {
            ReadResult result = await reader.ReadAsync();
            ReadOnlySequence<byte> rest = result.Buffer;
            while (TryTake(ref rest, out ReadOnlySequence<byte> frame))
            {
                Answer(frame, writer);
            }

            reader.AdvanceTo(rest.Start, rest.End);
            FlushResult flushed = await writer.FlushAsync();
            if (result.IsCompleted || flushed.IsCompleted)
            {
                return;
            }
        }
    }

    private static bool TryTake(ref ReadOnlySequence<byte> rest, out ReadOnlySequence<byte> frame)
    {
        var lengthReader = new SequenceReader<byte>(rest);
        if (!lengthReader.TryReadLittleEndian(out int length) || rest.Length < sizeof(int) + length)
        {
            frame = default;
            return false;
        }

        frame = rest.Slice(0, sizeof(int) + length);
        rest = rest.Slice(frame.End);
        return true;
    }

    private static void Answer(in ReadOnlySequence<byte> frame, PipeWriter writer)
    {
        int length = (int)frame.Length;
        Span<byte> output = writer.GetSpan(length + EchoFrames.GrowthMax);
        if (frame.IsSingleSegment)
        {
            writer.Advance(EchoFrames.Answer(frame.FirstSpan, output));
            return;
        }

        byte[] whole = ArrayPool<byte>.Shared.Rent(length);
        frame.CopyTo(whole);
        writer.Advance(EchoFrames.Answer(whole.AsSpan(0, length), output));
        ArrayPool<byte>.Shared.Return(whole);
    }
}
