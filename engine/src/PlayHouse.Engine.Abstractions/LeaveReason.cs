namespace PlayHouse.Engine;

/// <summary>Why an actor is a member of its stage no longer.</summary>
public enum LeaveReason
{
    /// <summary>The game asked for it: <see cref="IActorLink.LeaveStageAsync"/>.</summary>
    Left,

    /// <summary>Its client was lost and did not come back within <see cref="EngineLimits.ReconnectGracePeriod"/>.</summary>
    ConnectionLost,

    /// <summary>The stage ends.</summary>
    StageEnded,
}
