namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>What one session has had of the message-id seam. Mutable: a field of the session, touched by the thread that runs its stage.</summary>
internal struct MessageIdUse
{
    /// <summary>Ids that the session may still add to the server's table.</summary>
    public int NewIdsLeft;

    /// <summary>Ids asked for.</summary>
    public long Lookups;
}
