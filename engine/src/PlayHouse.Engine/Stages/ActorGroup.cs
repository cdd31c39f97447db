using Google.Protobuf;

namespace PlayHouse.Engine.Stages;

/// <summary>Members of a stage in no particular order. The links know their groups, so that leaving the stage leaves them.</summary>
internal sealed class ActorGroup(Stage stage) : IActorGroup
{
    private readonly HashSet<ActorLink> _members = [];

    public int Count
    {
        get
        {
            stage.RequireOnStage();
            return _members.Count;
        }
    }

    public bool Add(IActor actor)
    {
        ArgumentNullException.ThrowIfNull(actor);
        stage.RequireOnStage();
        ActorLink link = stage.FindMember(actor) ?? throw new ArgumentException("The actor is not a member of the stage.", nameof(actor));
        if (!_members.Add(link))
        {
            return false;
        }

        (link.Groups ??= []).Add(this);
        return true;
    }

    public bool Remove(IActor actor)
    {
        ArgumentNullException.ThrowIfNull(actor);
        stage.RequireOnStage();
        if (stage.FindMember(actor) is not { } link || !_members.Remove(link))
        {
            return false;
        }

        link.Groups!.Remove(this);
        return true;
    }

    public bool Contains(IActor actor)
    {
        ArgumentNullException.ThrowIfNull(actor);
        stage.RequireOnStage();
        return stage.FindMember(actor) is { } link && _members.Contains(link);
    }

    public int SendToClients(IMessage message, IActor? except = null)
    {
        ArgumentNullException.ThrowIfNull(message);
        stage.RequireOnStage();
        return Send(new FanOut(message, except));
    }

    public int SendToClients(string msgId, ReadOnlySpan<byte> payload, IActor? except = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(msgId);
        stage.RequireOnStage();
        return Send(new FanOut(msgId, payload, except));
    }

    /// <summary>The member leaves the stage.</summary>
    public void Forget(ActorLink link) => _members.Remove(link);

    private int Send(FanOut push)
    {
        try
        {
            foreach (ActorLink link in _members)
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
}
