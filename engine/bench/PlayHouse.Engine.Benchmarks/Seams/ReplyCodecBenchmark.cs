using BenchmarkDotNet.Attributes;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Tests.Strategies.ReplyCodec;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Protobuf payloads of replies.</summary>
public class ReplyCodecBenchmark() : SeamBenchmark("reply-codec")
{
    private const int Operations = 1024;
    private readonly BytesValue _message = new() { Value = ByteString.CopyFrom(new byte[62]) };
    private readonly byte[] _destination = new byte[64];
    private ReplyCodecBox _codec = null!;

    /// <summary>What a reply does with its payload.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "prepare and write a 64 B payload")]
    public int Encode()
    {
        int bytes = 0;
        for (int i = 0; i < Operations; i++)
        {
            bytes += _codec.Encode(_message, _destination);
        }

        return bytes;
    }

    /// <inheritdoc/>
    protected override void Create() => _codec = ReplyCodecBox.Create(Choice);
}
