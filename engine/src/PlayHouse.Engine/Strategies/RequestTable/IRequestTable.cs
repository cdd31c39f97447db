using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>
/// Requests to other servers that have no reply yet, by a 32-bit sequence of the own server that is never 0 and never one
/// still waited for. Each ends exactly once: by its reply, by an error of the peer, by its time-out or because its server
/// is gone; what comes later is counted and dropped. No code of the requester runs on the thread that ends it. Any thread.
/// Cost class: per request.
/// </summary>
/// <typeparam name="TSelf">The struct itself.</typeparam>
internal interface IRequestTable<TSelf>
    where TSelf : struct, IRequestTable<TSelf>
{
    /// <summary>The strategy as chosen, empty.</summary>
    /// <param name="choice">Strategy and knobs.</param>
    /// <param name="limits">Time-out and number of requests.</param>
    /// <param name="counters">Takes refusals, time-outs and late replies.</param>
    /// <param name="lastSequence">Sequence before the first one.</param>
    /// <param name="clock">Time of the time-outs.</param>
    static abstract TSelf Create(StrategyChoice choice, EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock);

    /// <summary>The table as those know it who end many requests at once.</summary>
    IPendingRequests Pending { get; }

    /// <summary>Begins a request; false, and counted, when the table is full.</summary>
    bool TryBegin(string serverId, out RequestTicket ticket);

    /// <summary>
    /// Takes back a request that was not sent, whose reply must then not be awaited; false when another thread ended it meanwhile.
    /// </summary>
    bool TryWithdraw(in RequestTicket ticket);

    /// <summary>
    /// Ends the request of a reply, copying the payload; counted when no request waits for it or another server was asked.
    /// </summary>
    void OnReply(in RouteHeader header, ReadOnlySpan<byte> payload, BufferPool pool);
}

/// <summary>A request that was begun.</summary>
/// <param name="Request">The table's own object.</param>
/// <param name="Sequence">Id on the wire.</param>
/// <param name="Reply">Completes when the request ends; awaited once.</param>
internal readonly record struct RequestTicket(object Request, uint Sequence, ValueTask<ServerReply> Reply);
