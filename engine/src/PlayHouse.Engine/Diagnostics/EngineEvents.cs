using System.Diagnostics.Tracing;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>
/// Event source <c>PlayHouse-Engine</c> for live tracing: life cycle, closed sessions, failed and hung handlers, limits
/// reached. Nothing is raised per message, and nothing is done without a listener. Any thread.
/// </summary>
[EventSource(Name = SourceName)]
internal sealed class EngineEvents : EventSource
{
    public const string SourceName = "PlayHouse-Engine";

    private EngineEvents()
    {
    }

    public static EngineEvents Log { get; } = new();

    [Event(1, Level = EventLevel.Informational)]
    public void ServerStarted(string serverId, string endPoint)
    {
        if (IsEnabled())
        {
            WriteEvent(1, serverId, endPoint);
        }
    }

    [Event(2, Level = EventLevel.Informational)]
    public void ServerDraining(string serverId)
    {
        if (IsEnabled())
        {
            WriteEvent(2, serverId);
        }
    }

    [Event(3, Level = EventLevel.Informational)]
    public void ServerStopped(string serverId, long abandoned)
    {
        if (IsEnabled())
        {
            WriteEvent(3, serverId, abandoned);
        }
    }

    /// <summary>A session has ended; its id is 0 when the connection was refused before it got one.</summary>
    [Event(4, Level = EventLevel.Verbose)]
    public void SessionClosed(string serverId, long sessionId, string reason) => WriteEvent(4, serverId, sessionId, reason);

    /// <summary>A callback of the game, or the engine around it, threw.</summary>
    [Event(5, Level = EventLevel.Warning)]
    public void HandlerFailed(string serverId, string exceptionType, string message) => WriteEvent(5, serverId, exceptionType, message);

    [Event(6, Level = EventLevel.Warning)]
    public void HandlerHung(string serverId, long hungInAll) => WriteEvent(6, serverId, hungInAll);

    /// <summary>A limit refused, dropped or slowed something; <paramref name="events"/> is its counter's value.</summary>
    [Event(7, Level = EventLevel.Warning)]
    public void LimitReached(string serverId, string counter, long events) => WriteEvent(7, serverId, counter, events);

    /// <summary>The listener pauses because the system gives it no connections.</summary>
    [Event(8, Level = EventLevel.Warning)]
    public void AcceptBackOff(string serverId, long pausesInAll) => WriteEvent(8, serverId, pausesInAll);

    [NonEvent]
    public void OnClosed(string serverId, CloseReason reason, long sessionId)
    {
        if (IsEnabled(EventLevel.Verbose, EventKeywords.None))
        {
            SessionClosed(serverId, sessionId, CounterNames.Of(reason)["closes.".Length..]);
        }
    }

    [NonEvent]
    public void OnFailed(string serverId, Exception exception)
    {
        if (IsEnabled(EventLevel.Warning, EventKeywords.None))
        {
            HandlerFailed(serverId, exception.GetType().FullName ?? "", exception.Message);
        }
    }

    [NonEvent]
    public bool IsWanted(EngineCounter counter) => IsEnabled(EventLevel.Warning, EventKeywords.None) && HasEvent(counter);

    /// <summary>Raises the event of a counter for which <see cref="IsWanted"/> said true.</summary>
    [NonEvent]
    public void OnCounted(string serverId, EngineCounter counter, long value)
    {
        switch (counter)
        {
            case EngineCounter.HandlersHung:
                HandlerHung(serverId, value);
                break;
            case EngineCounter.AcceptBackOffs:
                AcceptBackOff(serverId, value);
                break;
            default:
                LimitReached(serverId, CounterNames.Of(counter), value);
                break;
        }
    }

    private static bool HasEvent(EngineCounter counter) => counter is EngineCounter.HandlersHung or EngineCounter.AcceptBackOffs
        or EngineCounter.StagesRefused or EngineCounter.MailboxOverloads or EngineCounter.RatePauses
        or EngineCounter.PushesDropped or EngineCounter.ActorsRefused
        or EngineCounter.TimersRefused or EngineCounter.PostsRefused or EngineCounter.GameLoopOverruns
        or EngineCounter.OffStageRefused or EngineCounter.MeshRefusedFull
        or EngineCounter.MeshPeersRefused or EngineCounter.RequestsRefused or EngineCounter.ApiRefused
        or EngineCounter.StopAbandoned or EngineCounter.DrainUnfinished;
}
