using System.Buffers;
using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Protocol.Protos;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>A generated message through a new CodedOutputStream over a rented array, which goes back once the bytes are queued.</summary>
internal readonly struct CodedOutputStreamHeaderCodec : IHeaderCodec<CodedOutputStreamHeaderCodec>
{
    public const string InitialBuffer = "initialBuffer";

    public static StrategyCounter Encoded { get; } = new(
        HeaderCodecCatalog.SeamId, "coded-output-stream", "encoded", "headers encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HeaderCodecCatalog.SeamId,
        Id = "coded-output-stream",
        Type = typeof(CodedOutputStreamHeaderCodec),
        Summary = "A generated message per header through CodedOutputStream over a rented array.",
        Source = "seed 000 (section 2.2, tried and rolled back)",
        Counters = [Encoded],
        Knobs = [new KnobDescriptor(InitialBuffer, "bytes", 0, 1 << 20, 0, "Smallest array to rent; 0 rents for the exact size.")],
        Bytes = [new("encode a header of 34 B and release it", 160, 0)],
    };

    private readonly string _from;
    private readonly int _bytesMin;

    private CodedOutputStreamHeaderCodec(string from, int bytesMin) => (_from, _bytesMin) = (from, bytesMin);

    public static CodedOutputStreamHeaderCodec Create(StrategyChoice choice, string serverId) =>
        new(serverId, (int)choice.Knob(Descriptor, InitialBuffer));

    public EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes)
    {
        RouteHeaderProto message = GeneratedHeader.Of(header, msgSeq, _from, payloadBytes);
        int size = message.CalculateSize();
        byte[] bytes = ArrayPool<byte>.Shared.Rent(Math.Max(size, _bytesMin));

        // Not disposed: over an array there is no stream behind it, and Flush only checks the state.
        CodedOutputStream output = new(bytes);
        message.WriteTo(output);
        output.Flush();
        return new EncodedHeader(bytes.AsSpan(0, size), bytes, Encoded);
    }

    public void Release(in EncodedHeader encoded) => ArrayPool<byte>.Shared.Return(encoded.Rented!);
}
