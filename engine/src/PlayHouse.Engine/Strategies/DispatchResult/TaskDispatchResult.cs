namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>Every handler as a <see cref="Task"/> that an asynchronous method of ours awaits and returns as a task again.</summary>
internal readonly struct TaskDispatchResult : IDispatchResult
{
    /// <inheritdoc/>
    public static ValueTask TakeAsync(ValueTask handling) => new(AwaitAsync(handling));

    private static async Task AwaitAsync(ValueTask handling) => await handling.AsTask().ConfigureAwait(false);
}
