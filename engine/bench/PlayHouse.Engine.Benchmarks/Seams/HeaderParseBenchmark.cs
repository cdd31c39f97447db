using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Tests.Strategies.HeaderParse;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Headers of messages between servers, read.</summary>
public class HeaderParseBenchmark() : SeamBenchmark("header-parse")
{
    private const int Operations = 1024;
    private const int KnownIdsMax = 16;
    private readonly byte[] _bytes = SampleHeader.Encode();
    private HeaderParseBox _parse = null!;

    /// <summary>What a receive does with the header.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "read a header whose message id is known")]
    public long Read()
    {
        long stages = 0;
        for (int i = 0; i < Operations; i++)
        {
            if (_parse.Read(_bytes, SampleHeader.ServerId, out RouteHeader header, out _) != RouteHeaderStatus.Ok)
            {
                throw new InvalidOperationException("The header was refused.");
            }

            stages += header.StageId;
        }

        return stages;
    }

    /// <inheritdoc/>
    protected override void Create() => _parse = HeaderParseBox.Create(Choice, new MessageIdTable(KnownIdsMax));
}
