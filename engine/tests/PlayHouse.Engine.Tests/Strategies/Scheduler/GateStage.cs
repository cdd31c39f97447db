using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

/// <summary>A stage that holds its thread until its gate opens.</summary>
internal sealed class GateStage(bool isOpen = false) : StageWorkItem, IDisposable
{
    private readonly ManualResetEventSlim _gate = new(isOpen);
    private volatile bool _isStarted;
    private volatile bool _isDone;
    private volatile int _threadId;

    public bool IsStarted => _isStarted;

    public bool IsDone => _isDone;

    public int ThreadId => _threadId;

    public void Open() => _gate.Set();

    public override void Execute()
    {
        _threadId = Environment.CurrentManagedThreadId;
        _isStarted = true;
        _isDone = _gate.Wait(Concurrent.Deadline);
    }

    public void Dispose() => _gate.Dispose();
}
