using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Tests.Strategies.Child;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>
/// Seams that exist only inside a server: whole requests over a loopback socket. Kernel, client and every other seam are
/// part of the figure and the same for all strategies.
/// </summary>
/// <param name="seam">Id of the seam.</param>
public abstract class ConnectionBenchmark(string seam) : SeamBenchmark(seam)
{
    private const int Rounds = 20;
    private const int PayloadBytes = 64;
    private ConnectionProbe _probe = null!;

    /// <summary>One client on a blocking socket sends a batch and reads its replies.</summary>
    [Benchmark(OperationsPerInvoke = Rounds * ConnectionProbe.Depth, Description = "a request of 64 B and its reply through a server, 10 at a time, one connection")]
    public void Echo() => _probe.Run(Rounds);

    /// <inheritdoc/>
    protected override void Create() => _probe = new ConnectionProbe(StrategySelection.Default.With(Seam, Choice), PayloadBytes);

    /// <inheritdoc/>
    protected override void Release() => _probe.Dispose();
}
