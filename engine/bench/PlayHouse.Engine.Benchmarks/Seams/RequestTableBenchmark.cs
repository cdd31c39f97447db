using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Tests.Strategies.RequestTable;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Requests that wait for the reply of another server.</summary>
public class RequestTableBenchmark : SeamBenchmark
{
    private const int Operations = 100;
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(1);
    private readonly RequestTicket[] _tickets = new RequestTicket[Operations];
    private readonly ValueTaskAwaiter<ServerReply>[] _replies = new ValueTaskAwaiter<ServerReply>[Operations];
    private readonly ManualResetEventSlim _allWentOn = new();
    private readonly BufferPool _pool = new(0);
    private readonly Action _wentOn;
    private RequestTableBox _table = null!;
    private int _waiting;

    /// <summary>A benchmark without requests.</summary>
    public RequestTableBenchmark()
        : base("request-table") => _wentOn = () =>
        {
            if (Interlocked.Decrement(ref _waiting) == 0)
            {
                _allWentOn.Set();
            }
        };

    /// <summary>100 requests at a time. Each requester awaits its reply before it comes, so that every strategy pays for waking it.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "begin a request and await it, reply without payload, take the result, 100 at a time")]
    public void Exchange()
    {
        _waiting = Operations;
        _allWentOn.Reset();
        for (int i = 0; i < Operations; i++)
        {
            _table.TryBegin("b", out _tickets[i]);
            _replies[i] = _tickets[i].Reply.GetAwaiter();
            _replies[i].UnsafeOnCompleted(_wentOn);
        }

        for (int i = 0; i < Operations; i++)
        {
            _table.OnReply(new RouteHeader("ok", _tickets[i].Sequence, From: "b", IsReply: true), default, _pool);
        }

        if (!_allWentOn.Wait(Deadline))
        {
            throw new TimeoutException("A requester was not woken.");
        }

        for (int i = 0; i < Operations; i++)
        {
            _replies[i].GetResult().Dispose();
        }
    }

    /// <inheritdoc/>
    protected override void Create() => _table = RequestTableBox.Create(Choice, EngineLimits.Default, new EngineCounters(), 0, PlayHouse.Engine.Timers.EngineClock.System);

    /// <inheritdoc/>
    protected override void Release() => _allWentOn.Dispose();
}
