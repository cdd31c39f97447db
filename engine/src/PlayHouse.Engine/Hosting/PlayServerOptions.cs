using System.Net;
using System.Text;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting;

/// <summary>Everything a server is built from. Immutable; checked as a whole when the server is constructed.</summary>
public sealed partial record PlayServerOptions : IStageOptions
{
    /// <summary>
    /// Where to listen for clients over plain TCP; port 0 lets the system choose. Null for nowhere: stated, because a
    /// server without listeners serves only what a host maps to it.
    /// </summary>
    public required IPEndPoint? TcpEndPoint { get; init; }

    /// <summary>
    /// True for a listener behind a load balancer that sends the header of the PROXY protocol, version 1 or 2: limits and
    /// <see cref="IActorLink.RemoteAddress"/> take the address it announces, and a connection without a header is closed
    /// (<c>closes.proxy-header</c>). Only the balancer may reach the port then: what else does can claim any address. Default: false.
    /// </summary>
    public bool TcpProxyProtocol { get; init; }

    /// <summary>Where to listen for clients over TLS.</summary>
    public IReadOnlyList<TlsListenOptions> TlsListeners { get; init; } = [];

    /// <summary>Where to listen for WebSockets, plain or over TLS.</summary>
    public IReadOnlyList<WebSocketListenOptions> WebSocketListeners { get; init; } = [];

    /// <summary>
    /// Message id of an empty push that every authenticated client gets when the server begins to stop, before its running
    /// handlers end and its connection closes. Null, the default, sends none: clients hand every push to their game, and a
    /// game that does not know the id may treat it as an error.
    /// </summary>
    public string? DrainNoticeMessageId { get; init; }

    /// <summary>The one message id a client may send before it is authenticated. The reply's id has "Reply" for "Request".</summary>
    public required string AuthenticateMessageId { get; init; }

    /// <summary>Types of stages, at least one.</summary>
    public required IReadOnlyList<StageRegistration> Stages { get; init; }

    /// <summary>Type of the stages that authentications create on demand.</summary>
    public required string DefaultStageType { get; init; }

    /// <summary>How the engine's seams are built.</summary>
    public StrategySelection Strategies { get; init; } = StrategySelection.Default;

    /// <summary>Bounds.</summary>
    public EngineLimits Limits { get; init; } = EngineLimits.Default;

    /// <summary>Told about every exception of the game's callbacks, on the thread it surfaced on. Must be quick and thread-safe.</summary>
    public Action<Exception>? HandlerFailed { get; init; }

    /// <summary>
    /// Told once about every callback of the game that takes too long, on a thread of the engine. Must be quick and thread-safe.
    /// </summary>
    public Action<HungHandler>? HandlerHung { get; init; }

    /// <summary>
    /// Monotonic clock of timers, game loops, grace periods, <see cref="HandlerHung"/>, and every deadline, rate and time-out of
    /// <see cref="Limits"/> but the stop's; the system's by default. A stop ends by the system's clock, also where this one stands still.
    /// </summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Registration of <see cref="DefaultStageType"/>.</summary>
    StageRegistration IStageOptions.DefaultStage => Stages.First(s => s.StageType == DefaultStageType);

    /// <summary>All errors at once; empty when a server can be built.</summary>
    public IReadOnlyList<string> Validate()
    {
        List<string> errors = [];
        CheckListeners(errors);
        int idBytes = AuthenticateMessageId is null ? 0 : Encoding.UTF8.GetByteCount(AuthenticateMessageId);
        if (idBytes is 0 or > RequestFrame.MsgIdBytesMax)
        {
            errors.Add($"AuthenticateMessageId has {idBytes} UTF-8 bytes; it takes 1 to {RequestFrame.MsgIdBytesMax}.");
        }

        if (Clock is null)
        {
            errors.Add("Clock is missing.");
        }

        CheckStages(errors);
        CheckServers(errors);
        if (Strategies is null)
        {
            errors.Add("Strategies is missing.");
        }
        else
        {
            errors.AddRange(StrategyRules.Validate(Strategies));
        }

        if (Limits is null)
        {
            errors.Add("Limits is missing.");
        }
        else
        {
            LimitRules.Check(Limits, errors);
        }

        return errors;
    }

    private void CheckListeners(List<string> errors)
    {
        for (int i = 0; i < (TlsListeners?.Count ?? 0); i++)
        {
            TlsListeners![i].Check($"TlsListeners[{i}]", errors);
        }

        for (int i = 0; i < (WebSocketListeners?.Count ?? 0); i++)
        {
            WebSocketListeners![i].Check($"WebSocketListeners[{i}]", errors);
        }

        if (TlsListeners is null || WebSocketListeners is null)
        {
            errors.Add("TlsListeners and WebSocketListeners take an empty list for none.");
        }

        if (DrainNoticeMessageId is { } notice && !MessageIdRules.IsLegal(notice))
        {
            errors.Add($"DrainNoticeMessageId takes 1 to {RequestFrame.MsgIdBytesMax} UTF-8 bytes, or null.");
        }
    }

    private void CheckStages(List<string> errors)
    {
        if (Stages is null || Stages.Count == 0)
        {
            errors.Add("Stages has no registration.");
            return;
        }

        foreach (IGrouping<string, StageRegistration> type
            in Stages.GroupBy(s => s.StageType ?? "").OrderBy(g => g.Key, StringComparer.Ordinal))
        {
            if (type.Key.Length == 0)
            {
                errors.Add("A stage registration has no type.");
            }

            if (type.Count() > 1)
            {
                errors.Add($"Stage type '{type.Key}' is registered {type.Count()} times.");
            }

            if (type.Any(s => s.CreateStage is null || s.CreateActor is null))
            {
                errors.Add($"Stage type '{type.Key}' lacks a factory.");
            }

            if (type.Any(s => s.EndsWhenEmptyAfter is { } stays && stays < TimeSpan.Zero && stays != Timeout.InfiniteTimeSpan))
            {
                errors.Add($"Stage type '{type.Key}' has an EndsWhenEmptyAfter below zero.");
            }
        }

        if (Stages.All(s => s.StageType != DefaultStageType))
        {
            errors.Add($"DefaultStageType '{DefaultStageType}' is not registered. Registered: {string.Join(", ", Stages.Select(s => s.StageType))}.");
        }
    }
}
