using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Tests.Strategies.ReceiveBuffers;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Bytes between the loop that receives and the loop that parses.</summary>
public class ReceiveBufferBenchmark() : SeamBenchmark("receive-buffer")
{
    private const int Operations = 1024;
    private readonly byte[] _bytes = new byte[512];
    private IReceiveQueue _queue = null!;

    /// <summary>Both sides on one thread: the copies and the lock, without the wait.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "write and read 512 B, one thread")]
    public void WriteAndRead()
    {
        for (int i = 0; i < Operations; i++)
        {
            _queue.Write(_bytes);
            _queue.Read(_bytes);
        }
    }

    /// <inheritdoc/>
    protected override void Create() => _queue = ReceiveQueueBox.Create(Choice);

    /// <inheritdoc/>
    protected override void Release() => _queue.Dispose();
}
