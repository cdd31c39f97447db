using System.Buffers;
using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>
/// Encodes through a new CodedOutputStream over a rented array outside the send lock, copies it inside and gives the array back.
/// </summary>
internal readonly struct CodedOutputStreamReplyCodec(StrategyChoice choice) : IReplyCodec
{
    public const string InitialBuffer = "initialBuffer";

    public static StrategyCounter Encoded { get; } = new(
        ReplyCodecCatalog.SeamId, "coded-output-stream", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReplyCodecCatalog.SeamId,
        Id = "coded-output-stream",
        Type = typeof(CodedOutputStreamReplyCodec),
        Summary = "CodedOutputStream over a rented array, copied into the send buffer.",
        Source = "seed 000 (section 2.2, tried and rolled back)",
        Counters = [Encoded],
        Knobs = [new KnobDescriptor(InitialBuffer, "bytes", 0, 1 << 20, 0, "Smallest array to rent; 0 rents for the exact size.")],
        Bytes = [new("prepare and write a 64 B payload", 64, 0)],
    };

    private readonly int _bytesMin = (int)choice.Knob(Descriptor, InitialBuffer);

    public PreparedPayload Prepare(IMessage message)
    {
        int size = message.CalculateSize();
        byte[] bytes = ArrayPool<byte>.Shared.Rent(Math.Max(size, _bytesMin));
        try
        {
            // Not disposed: over an array there is no stream behind it, and Flush only checks the state.
            CodedOutputStream output = new(bytes);
            message.WriteTo(output);
            output.Flush();
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
