using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Tests.Strategies.RequestTable;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Requests that wait for the reply of another server.</summary>
public class RequestTableBenchmark() : SeamBenchmark("request-table")
{
    private const int Operations = 100;
    private readonly RequestTicket[] _tickets = new RequestTicket[Operations];
    private readonly BufferPool _pool = new(0);
    private RequestTableBox _table = null!;

    /// <summary>100 requests at a time; waiting for the thread pool to pass the results on is part of it.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "begin a request, reply without payload, take the result, 100 at a time")]
    public void Exchange()
    {
        for (int i = 0; i < Operations; i++)
        {
            _table.TryBegin("b", out _tickets[i]);
        }

        for (int i = 0; i < Operations; i++)
        {
            _table.OnReply(new RouteHeader("ok", _tickets[i].Sequence, From: "b", IsReply: true), default, _pool);
        }

        for (int i = 0; i < Operations; i++)
        {
            Take(_tickets[i].Reply);
        }
    }

    /// <inheritdoc/>
    protected override void Create() => _table = RequestTableBox.Create(Choice, EngineLimits.Default, new EngineCounters(), 0);

    private static void Take(ValueTask<ServerReply> reply)
    {
        SpinWait wait = default;
        while (!reply.IsCompleted)
        {
            wait.SpinOnce(sleep1Threshold: -1);
        }

        reply.GetAwaiter().GetResult().Dispose();
    }
}
