using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// What the watch over handlers sees: a callback in work has a number, and one that is the same for too long hangs. Read
/// from outside while the stage runs; the fields of the watch are its alone.
/// </summary>
internal abstract partial class Stage
{
    private long _watchedNumber = -1;
    private long _watchedSinceTicks;
    private bool _isReported;

    private long CallbackNumber => Volatile.Read(ref _loopMessages) + Volatile.Read(ref _actionsStarted);

    /// <summary>Reports the callback in work if it was the same one all through the time-out. By the watch only.</summary>
    public void WatchHandler(long nowTicks)
    {
        string? name = CallbackInWork();
        long number = CallbackNumber;
        if (name is null || number != _watchedNumber)
        {
            _watchedNumber = name is null ? -1 : number;
            _watchedSinceTicks = nowTicks;
            _isReported = false;
            return;
        }

        TimeSpan elapsed = TimeSpan.FromTicks(nowTicks - _watchedSinceTicks);
        if (!_isReported && elapsed >= _engine.Limits.HandlerHangTimeout)
        {
            _isReported = true;
            _engine.Counters.Count(EngineCounter.HandlersHung);
            _engine.ReportHungHandler(new HungHandler(StageId, StageType, name, elapsed));
        }
    }

    /// <summary>
    /// Name of the callback in work; null for none. It is in work before it is entered and until it has completed, so the
    /// same number twice is the same callback.
    /// </summary>
    private string? CallbackInWork()
    {
        if (Volatile.Read(ref _currentLink) is not null || Volatile.Read(ref _serverMessage) is not null)
        {
            return _packet.MsgId;
        }

        return Volatile.Read(ref _currentAction)?.Name;
    }
}
