namespace PlayHouse.Engine;

/// <summary>What happens to a client whose send queue is full.</summary>
public enum SlowClientPolicy
{
    /// <summary>Its connection closes (<c>closes.slow-client</c>).</summary>
    Close,

    /// <summary>
    /// Pushes to it are dropped and counted (<c>pushes.dropped</c>); a reply that finds the queue full still closes the connection.
    /// </summary>
    DropPushes,
}

/// <summary>What happens to a session above its rate.</summary>
public enum RateLimitPolicy
{
    /// <summary>The server reads on only when the rate allows it: the client is slowed down by its own socket.</summary>
    Pause,

    /// <summary>Its connection closes (<c>closes.rate-limit</c>).</summary>
    Close,
}
