using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Tests.Strategies.DispatchResult;

namespace PlayHouse.Engine.Benchmarks.Seams;

#pragma warning disable CA2012 // What the stage does: it keeps a result and takes it once it has completed.

/// <summary>How a stage takes the result of a handler.</summary>
public class DispatchResultBenchmark() : SeamBenchmark("dispatch-result")
{
    private const int Operations = 1024;
    private static readonly Action Over = static () => { };
    private readonly HandlerSource _source = new();
    private DispatchResultBox _dispatch = null!;

    /// <summary>The common handler: it waits for nothing.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "take the result of a handler that has completed")]
    public void TakeCompleted()
    {
        for (int i = 0; i < Operations; i++)
        {
            DispatchResultBox.Finish(_dispatch.TakeAsync(default));
        }
    }

    /// <summary>A handler that waits for something; its source is pooled and allocates nothing itself.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "take the result of a handler that completes later, a pooled source")]
    public void TakePending()
    {
        for (int i = 0; i < Operations; i++)
        {
            ValueTask result = _dispatch.TakeAsync(_source.Handling);
            result.GetAwaiter().UnsafeOnCompleted(Over);
            _source.Complete();
            DispatchResultBox.Finish(result);
        }
    }

    /// <inheritdoc/>
    protected override void Create() => _dispatch = DispatchResultBox.Create(Choice.Id);
}
