namespace PlayHouse.Engine;

/// <summary>What work off the stage came to.</summary>
/// <param name="Value">Its result; default when it failed.</param>
/// <param name="Error">
/// Its exception; null when it succeeded. A refusal because too much work waits is an <see cref="OffStageRefusedException"/>.
/// </param>
public readonly record struct OffStageResult<T>(T? Value, Exception? Error)
{
    /// <summary>True when there is a result.</summary>
    public bool IsSuccess => Error is null;
}

/// <summary>The work was not started: as much as <see cref="EngineLimits.OffStageWorkMax"/> waits or runs already.</summary>
public sealed class OffStageRefusedException(string message) : Exception(message);
