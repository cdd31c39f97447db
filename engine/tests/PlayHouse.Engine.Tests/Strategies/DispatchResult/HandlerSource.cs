using System.Threading.Tasks.Sources;

namespace PlayHouse.Engine.Tests.Strategies.DispatchResult;

/// <summary>A pooled handler result: counts how often it was taken, and refuses a second time.</summary>
internal sealed class HandlerSource : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _core;

    public int Taken { get; private set; }

    public ValueTask Handling => new(this, _core.Version);

    public void Complete() => _core.SetResult(true);

    public void Fail(Exception exception) => _core.SetException(exception);

    public void GetResult(short token)
    {
        Taken++;
        _core.GetResult(token);
        _core.Reset();
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
