using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>Awaitable objects that are used again, one list in the order of deadlines and one sweep of it for every time-out.</summary>
internal readonly struct PooledAwaitableRequests : IRequestTable<PooledAwaitableRequests>
{
    public static StrategyCounter Reused { get; } = new(
        RequestTableCatalog.SeamId, "pooled-awaitable", "reused", "requests in an object that was used before", StrategyCounter.Reuse);

    public static StrategyCounter Made { get; } = new(
        RequestTableCatalog.SeamId, "pooled-awaitable", "made", "requests in a new object", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = RequestTableCatalog.SeamId,
        Id = "pooled-awaitable",
        Type = typeof(PooledAwaitableRequests),
        Summary = "Awaitable objects that are used again and one timer for all: the order of beginning is the order of deadlines.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Reused, Made],
        Bytes = [new("begin a request, reply without payload, take the result", 0, 1)],
    };

    private readonly PooledRequestTable _table;

    private PooledAwaitableRequests(PooledRequestTable table) => _table = table;

    public static PooledAwaitableRequests Create(
        StrategyChoice choice, EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock) =>
        new(new PooledRequestTable(limits, counters, lastSequence, clock));

    public IPendingRequests Pending => _table;

    public bool TryBegin(string serverId, out RequestTicket ticket)
    {
        PendingRequest? request = _table.TryBegin(serverId);
        ticket = request is null ? default : new RequestTicket(request, request.Sequence, request.Task);
        return request is not null;
    }

    public bool TryWithdraw(in RequestTicket ticket)
    {
        PendingRequest request = Unsafe.As<PendingRequest>(ticket.Request);
        if (!_table.TryWithdraw(request, ticket.Sequence))
        {
            return false;
        }

        _table.Recycle(request);
        return true;
    }

    public void OnReply(in RouteHeader header, ReadOnlySpan<byte> payload, BufferPool pool)
    {
        PendingRequest? request = _table.TryTake(header.MsgSeq, header.From);
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
