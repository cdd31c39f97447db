using System.Threading.Tasks.Sources;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>An awaitable that always suspends its waiter and allocates nothing; the waiter continues inside <see cref="Open"/>.</summary>
internal sealed class Gate : IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _core;

    public ValueTask<int> WaitAsync() => new(this, _core.Version);

    public void Open() => _core.SetResult(1);

    public int GetResult(short token)
    {
        int result = _core.GetResult(token);
        _core.Reset();
        return result;
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
        => _core.OnCompleted(continuation, state, token, flags);
}
