using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Tests.Strategies.PeerId;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>From the bytes of a server's id to what is known of it.</summary>
public class PeerIdBenchmark() : SeamBenchmark("peer-id")
{
    private const int Operations = 1024;
    private const int Peers = 16;
    private readonly byte[][] _ids = [.. Enumerable.Range(0, Peers).Select(i => System.Text.Encoding.UTF8.GetBytes($"play-{(char)('a' + i)}"))];
    private PeerIdsBox _peers = null!;

    /// <summary>The servers take turns.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "recognise one of 16 servers by 6 B")]
    public int Recognise()
    {
        int known = 0;
        for (int i = 0; i < Operations; i++)
        {
            known += _peers.TryGet(_ids[i % Peers], 0, out _, out _, out _) ? 1 : 0;
        }

        return known;
    }

    /// <inheritdoc/>
    protected override void Create() => _peers = PeerIdsBox.Create(Choice, Peers);
}
