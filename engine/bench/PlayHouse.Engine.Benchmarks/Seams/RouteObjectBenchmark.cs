using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Tests.Strategies.RouteObject;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>What carries a message from the receive to the stage.</summary>
public class RouteObjectBenchmark() : SeamBenchmark("route-object")
{
    private const int Operations = 1024;
    private readonly MessageSlot _slot = new(SlotKind.Action, "message", null, 0, 0, 1);
    private RouteBox _route = null!;

    /// <summary>The item lies in an array between, as in a mailbox.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "wrap and unwrap one slot")]
    public int WrapAndUnwrap()
    {
        int frames = 0;
        for (int i = 0; i < Operations; i++)
        {
            frames += _route.WrapAndUnwrap(_slot).Frames;
        }

        return frames;
    }

    /// <inheritdoc/>
    protected override void Create() => _route = RouteBox.Create(Choice);
}
