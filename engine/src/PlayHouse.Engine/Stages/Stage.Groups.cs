using System.Collections;
using System.Diagnostics;
using Google.Protobuf;

namespace PlayHouse.Engine.Stages;

/// <summary>Pushes to many actors at once.</summary>
internal abstract partial class Stage
{
    /// <summary>How long a call from another thread waits for the run that has begun its handler to notice that the handler awaits.</summary>
    private static readonly TimeSpan AwaitNoticedWithin = TimeSpan.FromSeconds(5);

    /// <summary>Links by actor; kept from the first group on.</summary>
    private Dictionary<IActor, ActorLink>? _linksByActor;

    private volatile bool _isAwaiting;
    private MemberList? _members;

    /// <inheritdoc/>
    public IReadOnlyCollection<IActor> Actors
    {
        get
        {
            RequireOnStage();
            return _members ??= new MemberList(_actors);
        }
    }

    /// <inheritdoc/>
    public int Broadcast(IMessage message, IActor? except = null)
    {
        ArgumentNullException.ThrowIfNull(message);
        RequireOnStage();
        return PushToAll(new FanOut(message, except));
    }

    /// <inheritdoc/>
    public int Broadcast(string msgId, ReadOnlySpan<byte> payload, IActor? except = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(msgId);
        RequireOnStage();
        return PushToAll(new FanOut(msgId, payload, except));
    }

    /// <inheritdoc/>
    public IActorGroup CreateGroup()
    {
        RequireOnStage();
        if (_linksByActor is null)
        {
            _linksByActor = new Dictionary<IActor, ActorLink>(ReferenceEqualityComparer.Instance);
            foreach (ActorLink link in _actors.Values)
            {
                _linksByActor.Add(link.Actor, link);
            }
        }

        return new ActorGroup(this);
    }

    /// <summary>The link of a member; null when the actor is none. Called on the stage, by groups.</summary>
    public ActorLink? FindMember(IActor actor) => _linksByActor!.GetValueOrDefault(actor);

    /// <summary>
    /// Checks that a callback of the stage is in work: on the thread that runs it or, once it has awaited, on another one.
    /// While one awaits, a call from elsewhere cannot be told from its own.
    /// </summary>
    /// <exception cref="InvalidOperationException">None is, or it runs on another thread.</exception>
    public void RequireOnStage()
    {
        if (!IsRunningHere && !_isAwaiting)
        {
            WaitUntilAwaiting();
        }
    }

    private int PushToAll(FanOut push)
    {
        try
        {
            foreach (ActorLink link in _actors.Values)
            {
                push.Offer(link);
            }

            return push.Recipients;
        }
        finally
        {
            push.Release();
        }
    }

    /// <summary>
    /// A handler that has awaited may continue before the run that began it has noticed that: the caller is on the stage then,
    /// and the run is about to set the flag. A run that does not is busy with its handler: the caller is another thread.
    /// </summary>
    private void WaitUntilAwaiting()
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait spin = default;
        while (Volatile.Read(ref _runningThreadId) != 0 && Stopwatch.GetElapsedTime(start) < AwaitNoticedWithin)
        {
            if (_isAwaiting)
            {
                return;
            }

            spin.SpinOnce();
        }

        if (!_isAwaiting)
        {
            throw new InvalidOperationException("Broadcasts, groups and the list of actors belong to the stage: call them from its callbacks, or from a callback given to Post.");
        }
    }

    private void AddMember(ActorLink link)
    {
        _actors.Add(link.AccountId, link);
        _linksByActor?.Add(link.Actor, link);
        MarkJoined();
    }

    private void RemoveMember(ActorLink link)
    {
        _actors.Remove(link.AccountId);
        _linksByActor?.Remove(link.Actor);
        StopGrace(link);
        LeaveGroups(link);
    }

    private static void LeaveGroups(ActorLink link)
    {
        foreach (ActorGroup group in link.Groups ?? [])
        {
            group.Forget(link);
        }

        link.Groups = null;
    }

    private sealed class MemberList(Dictionary<string, ActorLink> actors) : IReadOnlyCollection<IActor>
    {
        public int Count => actors.Count;

        public IEnumerator<IActor> GetEnumerator() => actors.Values.Select(l => l.Actor).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
