namespace PlayHouse.Engine.Hosting;

/// <summary>How stages of one type and their actors are made. The factories may be called by several threads at once.</summary>
/// <param name="StageType">Name of the type, unique in a server.</param>
/// <param name="CreateStage">Makes the game's stage object; called once per stage, on the stage.</param>
/// <param name="CreateActor">Makes the game's actor object; called once per authentication, in parallel with the stage.</param>
public sealed record StageRegistration(string StageType, Func<IStageLink, IStage> CreateStage, Func<IActorLink, IActor> CreateActor);
