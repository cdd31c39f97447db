namespace PlayHouse.Engine;

/// <summary>
/// How stages of one type and their actors are made, and how long they stay. The factories may be called by several threads at once.
/// </summary>
/// <param name="StageType">Name of the type, unique in a server.</param>
/// <param name="CreateStage">Makes the game's stage object; called once per stage, on the stage.</param>
/// <param name="CreateActor">Makes the game's actor object; called once per authentication, in parallel with the stage.</param>
public sealed record StageRegistration(string StageType, Func<IStageLink, IStage> CreateStage, Func<IActorLink, IActor> CreateActor)
{
    /// <summary>
    /// How long a stage stays after its last actor has left, counted from the loss of its last client; null, the default, is
    /// <see cref="EngineLimits.ReconnectGracePeriod"/>, so that a room ends with the last grace period of its players.
    /// <see cref="Timeout.InfiniteTimeSpan"/> leaves the end to the game.
    /// </summary>
    public TimeSpan? EndsWhenEmptyAfter { get; init; }

    /// <summary>
    /// True, the default, when a client's authentication may create a stage of this type. Where it is false, a client that asks for a stage
    /// that does not exist gets <see cref="ErrorCodes.StageNotFound"/>.
    /// </summary>
    public bool CreatedByClients { get; init; } = true;
}
