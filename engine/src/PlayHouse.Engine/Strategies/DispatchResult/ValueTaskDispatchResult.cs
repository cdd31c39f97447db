namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>An asynchronous method of ours awaits every handler and returns a <see cref="ValueTask"/>: a state machine per message, on the heap only while a handler is pending.</summary>
internal readonly struct ValueTaskDispatchResult : IDispatchResult
{
    /// <inheritdoc/>
    public static async ValueTask TakeAsync(ValueTask handling) => await handling.ConfigureAwait(false);
}
