namespace PlayHouse.Engine;

/// <summary>One step of a game loop.</summary>
/// <param name="Number">Steps since the start of the loop, from 0.</param>
/// <param name="Step">Simulated time of a step; always the loop's fixed step.</param>
/// <param name="Elapsed">Simulated time since the start of the loop.</param>
public readonly record struct GameTick(long Number, TimeSpan Step, TimeSpan Elapsed);
