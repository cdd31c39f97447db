using System.Collections;
using Google.Protobuf;

namespace PlayHouse.Engine.Stages;

/// <summary>Pushes to many actors at once.</summary>
internal abstract partial class Stage
{
    /// <summary>Links by actor; kept from the first group on.</summary>
    private Dictionary<IActor, ActorLink>? _linksByActor;

    private MemberList? _members;

    public IReadOnlyCollection<IActor> Actors
    {
        get
        {
            RequireOnStage();
            return _members ??= new MemberList(_actors);
        }
    }

    public int Broadcast(IMessage message, IActor? except = null)
    {
        ArgumentNullException.ThrowIfNull(message);
        RequireOnStage();
        return PushToAll(new FanOut(message, except));
    }

    public int Broadcast(string msgId, ReadOnlySpan<byte> payload, IActor? except = null)
    {
        ArgumentNullException.ThrowIfNull(msgId);
        RequireOnStage();
        return PushToAll(new FanOut(msgId, payload, except));
    }

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

    /// <exception cref="InvalidOperationException">The caller runs elsewhere.</exception>
    public void RequireOnStage()
    {
        if (!IsRunningHere)
        {
            throw new InvalidOperationException(
                "Broadcasts, groups and the list of actors belong to the stage: call them from its callbacks, or from a callback given to Post.");
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
