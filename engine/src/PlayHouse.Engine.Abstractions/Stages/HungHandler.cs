namespace PlayHouse.Engine;

/// <summary>
/// A callback of the game that has not completed within <see cref="EngineLimits.HandlerHangTimeout"/>. Its stage waits for it.
/// </summary>
/// <param name="StageId">The stage.</param>
/// <param name="StageType">Its registered type.</param>
/// <param name="MsgId">Message id of the client's message, or the engine's name of another callback, such as <c>@Timer</c>.</param>
/// <param name="Elapsed">How long it has been in work at least.</param>
public readonly record struct HungHandler(long StageId, string StageType, string MsgId, TimeSpan Elapsed);
