using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Tests.Strategies.MessagePool;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Objects that carry messages.</summary>
public class MessagePoolBenchmark() : SeamBenchmark("message-pool")
{
    private const int Operations = 1024;
    private MessagePoolBox _pool = null!;
    private object? _escape;

    /// <summary>The object passes through a field, so that the compiler cannot keep it on the stack.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "rent and return one object, one thread")]
    public object? RentAndReturn()
    {
        for (int i = 0; i < Operations; i++)
        {
            RouteMessage message = _pool.Rent();
            _escape = message;
            _pool.Return(message);
        }

        return _escape;
    }

    /// <inheritdoc/>
    protected override void Create() => _pool = MessagePoolBox.Create(Choice);
}
