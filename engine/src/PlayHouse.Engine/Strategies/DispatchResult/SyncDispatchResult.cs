namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>The handler's own result: the stage asks whether it has completed and sets a continuation only when it has not.</summary>
internal readonly struct SyncDispatchResult : IDispatchResult
{
    /// <inheritdoc/>
    public static ValueTask TakeAsync(ValueTask handling) => handling;
}
