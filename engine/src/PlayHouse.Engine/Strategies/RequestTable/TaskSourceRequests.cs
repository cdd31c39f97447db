using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>A TaskCompletionSource and a CancellationTokenSource with its timer per request, all of them new.</summary>
internal readonly struct TaskSourceRequests : IRequestTable<TaskSourceRequests>
{
    public static StrategyCounter Begun { get; } = new(
        RequestTableCatalog.SeamId, "tcs-cancellation-source", "begun", "requests with a source and a timer of their own",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = RequestTableCatalog.SeamId,
        Id = "tcs-cancellation-source",
        Type = typeof(TaskSourceRequests),
        Summary = "A TaskCompletionSource and a CancellationTokenSource with its timer per request.",
        Source = "seed 000 (the engine it measured)",
        Counters = [Begun],
        Bytes = [new("begin a request, reply without payload, take the result", 536, 1)],
    };

    private readonly TaskSourceTable _table;

    private TaskSourceRequests(TaskSourceTable table) => _table = table;

    public static TaskSourceRequests Create(
        StrategyChoice choice, EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock) =>
        new(new TaskSourceTable(limits, counters, lastSequence, clock));

    public IPendingRequests Pending => _table;

    public bool TryBegin(string serverId, out RequestTicket ticket)
    {
        TaskSourceRequest? request = _table.TryBegin(serverId);
        ticket = request is null ? default : new RequestTicket(request, request.Sequence, new ValueTask<ServerReply>(request.Task));
        return request is not null;
    }

    public bool TryWithdraw(in RequestTicket ticket)
    {
        TaskSourceRequest request = Unsafe.As<TaskSourceRequest>(ticket.Request);
        if (!_table.TryTake(request))
        {
            return false;
        }

        request.Dispose();
        return true;
    }

    public void OnReply(in RouteHeader header, ReadOnlySpan<byte> payload, BufferPool pool)
    {
        TaskSourceRequest? request = _table.TryTake(header.MsgSeq, header.From);
        if (request is null)
        {
            return;
        }

        if (header.ErrorCode != ErrorCodes.Success)
        {
            request.Fail(header.ErrorCode, $"it answered with error code {header.ErrorCode}.");
            return;
        }

        request.Complete(MeshMessage.Copy(header, payload, pool));
    }
}
