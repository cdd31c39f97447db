namespace PlayHouse.Engine.Client.Connections;

/// <summary>Counts over all connections of a client. Any thread.</summary>
internal sealed class ClientCounters
{
    public long HeartbeatReplies;
    public long LateReplies;
    public long Reconnects;

    /// <summary>Callback requests accepted whose callback has not run yet, in the pump included.</summary>
    public int OpenCallbacks;
}
