using System.Buffers;
using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>Encodes through a new CodedOutputStream over a rented array outside the send lock, copies it inside and gives the array back.</summary>
/// <param name="bytesMin">Smallest array to rent; 0 rents for the exact size.</param>
internal readonly struct CodedOutputStreamReplyCodec(int bytesMin) : IReplyCodec
{
    private readonly int _bytesMin = bytesMin;

    /// <summary>The strategy as chosen.</summary>
    public static CodedOutputStreamReplyCodec Create(StrategyChoice choice) =>
        new((int)choice.Knob(ReplyCodecCatalog.CodedOutputStream, ReplyCodecCatalog.InitialBuffer));

    /// <inheritdoc/>
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

        return new(size, bytes, ReplyCodecCatalog.CodedOutputStreamEncoded);
    }

    /// <inheritdoc/>
    public void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination)
    {
        prepared.Bytes.AsSpan(0, prepared.Size).CopyTo(destination);
        Discard(prepared);
    }

    /// <inheritdoc/>
    public void Discard(in PreparedPayload prepared) => ArrayPool<byte>.Shared.Return(prepared.Bytes!);
}
