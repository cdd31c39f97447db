using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// A stage without its strategies: what sessions, links and actions use. Life cycle and actors here, its end when empty in
/// <c>Stage.Empty.cs</c>, connections in <c>Stage.Reconnect.cs</c>, messages in <c>Stage.Messages.cs</c>, who observes them in
/// <c>Stage.Observer.cs</c>, their hops in <c>Stage.Hops.cs</c>, sending in <c>Stage.Sending.cs</c>. The mailbox, the scheduler
/// and the loop are the derived class's.
/// </summary>
internal abstract partial class Stage : StageWorkItem, IStageLink, ISessionStage, ICounterSource
{
    private readonly EngineContext _engine;
    private readonly bool _recordsHops;
    private readonly Dictionary<string, ActorLink> _actors = new(StringComparer.Ordinal);
    private readonly TaskCompletionSource<CreationResult> _created = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IStage? _game;
    private volatile bool _hasEnded;
    private int _postsWaiting;

    protected Stage(EngineContext engine, long stageId, StageRegistration registration)
    {
        _engine = engine;
        _recordsHops = engine.Hops is not null;
        StageId = stageId;
        Key = stageId;
        Registration = registration;
    }

    public long StageId { get; }

    public string StageType => Registration.StageType;

    public StageRegistration Registration { get; }

    public Task<CreationResult> Created => _created.Task;

    /// <summary>Completes after the game's last callback.</summary>
    public Task Ended => _ended.Task;

    /// <summary>True from the start of the end on: messages are dropped, callbacks ignored.</summary>
    public bool HasEnded => _hasEnded;

    /// <summary>Authentications that hold on to this stage; guarded by the directory's lock.</summary>
    public int Visits { get; set; }

    /// <summary>True for a stage that was asked for by name: it waits for its first actor. Guarded by the directory's lock.</summary>
    public bool IsKept { get; set; }

    /// <summary>
    /// True from the decision to end on: the id is free once <see cref="Ended"/> has completed. Guarded by the directory's lock.
    /// </summary>
    public bool IsEnding { get; set; }

    public abstract bool Post(in MessageSlot slot);

    /// <summary>
    /// The same for callers whose thread must not run the stage, whatever the scheduler: the receiving thread of
    /// the mesh serves every other stage too.
    /// </summary>
    public abstract bool PostElsewhere(in MessageSlot slot);

    /// <summary>Adds an action; never refused. Any thread.</summary>
    public abstract void PostAction(IStageAction action);

    /// <summary>
    /// The same for callers whose thread must not run the stage, whatever the scheduler: alarms and workers that others wait for.
    /// </summary>
    public abstract void PostActionElsewhere(IStageAction action);

    public abstract void WaitForRoom(Receiver reader);

    public void PostRelease(Session session) => PostAction(new ReleaseHeldAction(this, session));

    public void PostDisconnect(Session session) => PostAction(new DisconnectAction(this, (ActorLink)session.Member!, session));

    /// <summary>Handles the messages a session holds before anything else. On the stage.</summary>
    public abstract void ReleaseHeld(Session session);

    public void Post(Func<ValueTask> callback)
    {
        ArgumentNullException.ThrowIfNull(callback);
        Post(static c => c(), callback);
    }

    public void Post<TState>(Func<TState, ValueTask> callback, TState state)
    {
        ArgumentNullException.ThrowIfNull(callback);
        if (Interlocked.Increment(ref _postsWaiting) > _engine.Limits.PostsPerStageMax)
        {
            BookPostTaken();
            _engine.Counters.Count(EngineCounter.PostsRefused);
            throw new InvalidOperationException(
                $"{_engine.Limits.PostsPerStageMax} posted callbacks wait for the stage, as many as {nameof(EngineLimits.PostsPerStageMax)} allows.");
        }

        PostAction(new CallbackAction<TState>(this, callback, state));
    }

    /// <summary>A posted callback has its turn.</summary>
    public void BookPostTaken() => Interlocked.Decrement(ref _postsWaiting);

    public void CloseStage() => PostAction(new CloseAction(this));

    /// <summary>First action of every stage.</summary>
    public async ValueTask CreateAsync(IPacket packet)
    {
        CreationResult result = CreationResult.Reject();
        if (_hasEnded)
        {
            // A caller who knew the id closed the stage before its creator's action ran.
            _created.TrySetResult(result);
            return;
        }

        try
        {
            _game = Registration.CreateStage(this);
            _handler = _observer ?? _game;
            result = await _game.OnCreate(packet);
            if (result.IsAccepted)
            {
                await _game.OnPostCreate();
            }
        }
        catch (Exception exception)
        {
            result = CreationResult.Reject();
            CountFailure(exception);
        }

        try
        {
            if (!result.IsAccepted)
            {
                await EndAsync(CloseReason.StageClosed);
            }
        }
        finally
        {
            // Authentications wait for this answer and hold their sessions meanwhile.
            _created.TrySetResult(result);
        }
    }

    /// <summary>
    /// Makes an authenticated actor a member, or gives its session to the actor its account already has. An actor that is
    /// refused is left to its authentication.
    /// </summary>
    public async ValueTask<AuthenticationOutcome> JoinAsync(ActorLink link, Session session, ReceivedPacket packet, ReadOnlyMemory<byte> reply)
    {
        // A connection that is gone already would only take the place of a live one.
        if (_hasEnded || session.IsClosed)
        {
            return ErrorCodes.StageNotFound;
        }

        AuthenticationOutcome outcome = _actors.TryGetValue(link.AccountId, out ActorLink? known)
            ? await ReconnectAsync(known, link, session)
            : await AdmitAsync(link, session);
        if (outcome.ErrorCode != ErrorCodes.Success)
        {
            return outcome;
        }

        _engine.Counters.Count(EngineCounter.Authentications);
        FlushIfRunningHere();
        session.ConfirmAuthentication(packet.MsgSeq, packet.StageId, reply.Span);
        return ErrorCodes.Success;
    }

    private void DropHeld(Session session)
    {
        while (session.TryTakeHeld(out MessageSlot slot))
        {
            _engine.Counters.Count(EngineCounter.LateDrops, slot.Frames);
            session.Hops?.DropHeld();
            slot.Buffer!.Release();
        }
    }

    /// <summary>Removes an actor and closes its connection.</summary>
    public async ValueTask LeaveAsync(ActorLink link, LeaveReason reason)
    {
        // Another actor may have the account by now: an actor that has left before must not take its successor with it.
        if (_hasEnded || !_actors.TryGetValue(link.AccountId, out ActorLink? member) || !ReferenceEquals(member, link))
        {
            return;
        }

        RemoveMember(link);
        FlushIfRunningHere();
        if (link.Session is { } session)
        {
            // Detached first: frames still on their way find no actor, and no disconnect follows the actor's last call.
            link.Detach(session);
            session.CloseAfterSending(CloseReason.LeftStage);
            _lastClientMs = _engine.Clock.NowMs;
        }

        await EndMembershipAsync(link, reason);
        ExpectEndWhenEmpty();
    }

    /// <summary>Tells the game that an actor has left. Each call is guarded: the actor is saved even where the stage throws.</summary>
    private async ValueTask EndMembershipAsync(ActorLink link, LeaveReason reason)
    {
        await GuardAsync(static x => x.Game.OnLeaveStage(x.Actor, x.Reason), (Game: _game!, link.Actor, Reason: reason));
        await GuardAsync(static x => x.Link.DestroyActorAsync(x.Reason), (Link: link, Reason: reason));
    }

    public async ValueTask DrainAsync(TimeSpan remaining)
    {
        if (_game is null || _hasEnded)
        {
            return;
        }

        await GuardAsync(static x => x.Game.OnDrain(x.Remaining), (Game: _game, Remaining: remaining));
        // A stage without actors has no match to finish.
        if (_actors.Count == 0)
        {
            await EndAsync(CloseReason.ServerStopping);
        }
    }

    /// <summary>Ends the stage: actors first, then the stage itself.</summary>
    public async ValueTask EndAsync(CloseReason reason)
    {
        if (_hasEnded)
        {
            return;
        }

        _hasEnded = true;
        _engine.Stages.BeginEnd(this);
        EndTimersAndWork();
        ForgetEmptyTimer();
        FlushIfRunningHere();
        ActorLink[] members = [.. _actors.Values];
        foreach (ActorLink link in members)
        {
            RemoveMember(link);
            link.Session?.CloseAfterSending(reason);
            await EndMembershipAsync(link, LeaveReason.StageEnded);
        }

        if (_game is not null)
        {
            await GuardAsync(static g => g.OnDestroy(), _game);
        }

        await DisposeServicesAsync();
        _engine.Counters.Retire(this);
        _engine.Stages.Forget(this);
        _ended.SetResult();
    }

    /// <summary>Calls the game and awaits it; an exception, thrown at once or later, is counted and goes no further.</summary>
    public async ValueTask GuardAsync<TState>(Func<TState, ValueTask> callback, TState state)
    {
        try
        {
            await callback(state);
        }
        catch (Exception exception)
        {
            CountFailure(exception);
        }
    }

    private async ValueTask<AuthenticationOutcome> AdmitAsync(ActorLink link, Session session)
    {
        AuthenticationOutcome outcome = ErrorCodes.JoinStageRejected;
        if (_actors.Count >= _engine.Limits.ActorsPerStageMax)
        {
            _engine.Counters.Count(EngineCounter.ActorsRefused);
            return outcome;
        }

        Attach(link, session);
        try
        {
            JoinResult result = await _game!.OnJoinStage(link.Actor);
            if (result.IsAccepted)
            {
                AddMember(link);
                await GuardAsync(static x => x.Game.OnPostJoinStage(x.Actor), (Game: _game, link.Actor));
                return ErrorCodes.Success;
            }

            ReplyFrame.CheckPayload(result.Payload.Length);
            outcome = new(result.ErrorCode, result.Payload);
        }
        catch (Exception exception)
        {
            outcome = ErrorCodes.JoinStageFailed;
            CountFailure(exception);
        }

        link.Detach(session);
        session.Unbind();
        return outcome;
    }
}
