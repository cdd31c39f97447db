using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Tests.Strategies.MeshFrame;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Received frames of a message between servers. What its sends cost is libzmq's and takes two servers: an experiment's.</summary>
public class MeshFrameBenchmark() : SeamBenchmark("mesh-frame")
{
    private const int Operations = 1024;
    private const string ThreeFrames = "three-frames";
    private readonly byte[] _frame = [4, 0, 0, 0, 1, 2, 3, 4, 5, 6];
    private MeshFrameBox _layout = null!;
    private int _frames;

    /// <summary>Finds header and payload.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "split received frames")]
    public int Split()
    {
        int bytes = 0;
        for (int i = 0; i < Operations; i++)
        {
            _layout.Split(_frames, _frame, _frame, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload);
            bytes += header.Length + payload.Length;
        }

        return bytes;
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        _layout = MeshFrameBox.Create(Choice);
        _frames = Choice.Id == ThreeFrames ? 3 : 2;
    }
}
