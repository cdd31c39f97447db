using System.Buffers;
using Google.Protobuf;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Mesh.Protos;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>A generated message through a new CodedOutputStream over a rented array, which goes back once the bytes are queued.</summary>
internal readonly struct CodedOutputStreamHeaderCodec : IHeaderCodec<CodedOutputStreamHeaderCodec>
{
    private readonly string _from;
    private readonly int _bytesMin;

    private CodedOutputStreamHeaderCodec(string from, int bytesMin) => (_from, _bytesMin) = (from, bytesMin);

    /// <inheritdoc/>
    public static CodedOutputStreamHeaderCodec Create(StrategyChoice choice, string serverId) =>
        new(serverId, (int)choice.Knob(HeaderCodecCatalog.CodedOutputStream, HeaderCodecCatalog.InitialBuffer));

    /// <inheritdoc/>
    public EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes)
    {
        RouteHeaderProto message = GeneratedHeader.Of(header, msgSeq, _from, payloadBytes);
        int size = message.CalculateSize();
        byte[] bytes = ArrayPool<byte>.Shared.Rent(Math.Max(size, _bytesMin));

        // Not disposed: over an array there is no stream behind it, and Flush only checks the state.
        CodedOutputStream output = new(bytes);
        message.WriteTo(output);
        output.Flush();
        return new EncodedHeader(bytes.AsSpan(0, size), bytes, HeaderCodecCatalog.CodedOutputStreamEncoded);
    }

    /// <inheritdoc/>
    public void Release(in EncodedHeader encoded) => ArrayPool<byte>.Shared.Return(encoded.Rented!);
}
