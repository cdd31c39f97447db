namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>
/// What one session has had of the message-id seam. Mutable: a field of the session, touched by the thread that runs its stage.
/// </summary>
internal struct MessageIdUse
{
    /// <summary>Ids that the session may still add to the server's table.</summary>
    public int NewIdsLeft;

    /// <summary>Strings made by <c>string-per-message</c>.</summary>
    public long Made;

    /// <summary>Ids that <c>interned-table</c> found.</summary>
    public long Found;

    /// <summary>Ids that were not in the table of <c>interned-table</c>.</summary>
    public long Missed;
}
