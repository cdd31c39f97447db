using System.Buffers;
using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>
/// Encodes through a CodedOutputStream over a stream, which brings a buffer of its own, into a rented array outside the send lock, and
/// copies that inside.
/// </summary>
internal readonly struct CodedStreamReplyCodec : IReplyCodec
{
    public static StrategyCounter Encoded { get; } = new(
        ReplyCodecCatalog.SeamId, "coded-stream", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReplyCodecCatalog.SeamId,
        Id = "coded-stream",
        Type = typeof(CodedStreamReplyCodec),
        Summary = "CodedOutputStream over a MemoryStream over a rented array: a buffer of 4 KiB per reply.",
        Source = "design (the constructor that most examples use)",
        Counters = [Encoded],
        Bytes = [new("prepare and write a 64 B payload", 4248, 0)],
    };

    public PreparedPayload Prepare(IMessage message)
    {
        int size = message.CalculateSize();
        byte[] bytes = ArrayPool<byte>.Shared.Rent(size);
        try
        {
            using MemoryStream stream = new(bytes);
            using CodedOutputStream output = new(stream);
            message.WriteTo(output);
        }
        catch
        {
            // A message whose encoding throws is the handler's fault; its array is not lost with it.
            ArrayPool<byte>.Shared.Return(bytes);
            throw;
        }

        return new(size, bytes, Encoded);
    }

    public void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination)
    {
        prepared.Bytes.AsSpan(0, prepared.Size).CopyTo(destination);
        Discard(prepared);
    }

    public void Discard(in PreparedPayload prepared) => ArrayPool<byte>.Shared.Return(prepared.Bytes!);
}
