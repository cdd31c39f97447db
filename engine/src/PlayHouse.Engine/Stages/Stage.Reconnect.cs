using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages.Timing;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// Connections of actors: at most one at a time, lost and found again. An account's latest authentication wins, whichever
/// join comes first; the other connection closes.
/// </summary>
internal abstract partial class Stage
{
    /// <summary>Tells the game that a connection was lost, if it still is the actor's; the actor's grace period begins.</summary>
    public ValueTask DisconnectAsync(ActorLink link, Session session)
    {
        session.EndStageBatch();
        DropHeld(session);
        if (!link.Detach(session) || _hasEnded)
        {
            return ValueTask.CompletedTask;
        }

        _lastClientMs = _engine.Clock.NowMs;
        StartGrace(link);
        return GuardAsync(static x => x.Game.OnConnectionChanged(x.Actor, false), (Game: _game!, link.Actor));
    }

    /// <summary>The actor's client did not come back in time: the actor leaves.</summary>
    public ValueTask EndGraceAsync(ActorLink link, GraceTimer grace)
    {
        if (_hasEnded || !ReferenceEquals(link.Grace, grace))
        {
            return ValueTask.CompletedTask;
        }

        _engine.Counters.Count(EngineCounter.ActorsGraceEnded);
        return LeaveAsync(link, LeaveReason.ConnectionLost);
    }

    /// <summary>Gives a session to the actor its account has, unless that has a later one.</summary>
    private async ValueTask<AuthenticationOutcome> ReconnectAsync(ActorLink known, ActorLink link, Session session)
    {
        if (known.IsConnected && known.Authentication > link.Authentication)
        {
            session.Close(CloseReason.Replaced);
            return ErrorCodes.JoinStageRejected;
        }

        StopGrace(known);
        known.Authentication = link.Authentication;
        Attach(known, session);
        _engine.Counters.Count(EngineCounter.Reconnects);
        await GuardAsync(static l => l.DiscardActorAsync(), link);
        await GuardAsync(static x => x.Game.OnConnectionChanged(x.Actor, true), (Game: _game!, known.Actor));
        return ErrorCodes.Success;
    }

    private void Attach(ActorLink link, Session session)
    {
        Session? replaced = link.Attach(session);
        session.Bind(this, link);
        replaced?.CloseAfterSending(CloseReason.Replaced);
    }

    private void StartGrace(ActorLink link)
    {
        TimeSpan period = _engine.Limits.ReconnectGracePeriod;
        if (period == Timeout.InfiniteTimeSpan)
        {
            return;
        }

        link.Grace = new GraceTimer(this, link);
        _engine.Timers.SetAfter(link.Grace, period);
    }

    private void StopGrace(ActorLink link)
    {
        if (link.Grace is { } grace)
        {
            link.Grace = null;
            _engine.Timers.Remove(grace);
        }
    }
}
