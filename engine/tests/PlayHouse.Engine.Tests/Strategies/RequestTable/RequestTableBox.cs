using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Tests.Strategies.RequestTable;

/// <summary>A request table variant behind one type, for suites that run over all of them.</summary>
internal abstract class RequestTableBox
{
    public static RequestTableBox Create(StrategyChoice choice, EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock) =>
        (RequestTableBox)Variants.Composer("request-table", choice).Create(typeof(Box<>), limits, counters, lastSequence, clock);

    public abstract IPendingRequests Pending { get; }

    public abstract bool TryBegin(string serverId, out RequestTicket ticket);

    public abstract bool TryWithdraw(in RequestTicket ticket);

    public abstract void OnReply(in RouteHeader header, ReadOnlySpan<byte> payload, BufferPool pool);

    private sealed class Box<TRequestTable>(StrategyComposer strategies, EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock) : RequestTableBox
        where TRequestTable : struct, IRequestTable<TRequestTable>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TRequestTable _table = TRequestTable.Create(strategies.Choices["request-table"], limits, counters, lastSequence, clock);
#pragma warning restore IDE0044

        public override IPendingRequests Pending => _table.Pending;

        public override bool TryBegin(string serverId, out RequestTicket ticket) => _table.TryBegin(serverId, out ticket);

        public override bool TryWithdraw(in RequestTicket ticket) => _table.TryWithdraw(ticket);

        public override void OnReply(in RouteHeader header, ReadOnlySpan<byte> payload, BufferPool pool) => _table.OnReply(header, payload, pool);
    }
}
