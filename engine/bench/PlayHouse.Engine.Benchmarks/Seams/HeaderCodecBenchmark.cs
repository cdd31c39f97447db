using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Tests.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Headers of messages between servers, written.</summary>
public class HeaderCodecBenchmark() : SeamBenchmark("header-codec")
{
    private const int Operations = 1024;
    private readonly byte[] _scratch = new byte[RouteHeaderCodec.BytesMax];
    private readonly byte[] _destination = new byte[RouteHeaderCodec.BytesMax];
    private HeaderCodecBox _codec = null!;

    /// <summary>What a send does with its header.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "encode a header, copy it out, release it")]
    public int Encode()
    {
        int bytes = 0;
        for (int i = 0; i < Operations; i++)
        {
            bytes += _codec.EncodeInto(_destination, _scratch, SampleHeader.Value, SampleHeader.PayloadBytes);
        }

        return bytes;
    }

    /// <inheritdoc/>
    protected override void Create() => _codec = HeaderCodecBox.Create(Choice, SampleHeader.ServerId);
}
