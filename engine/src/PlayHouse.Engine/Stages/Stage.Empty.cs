using PlayHouse.Engine.Stages.Timing;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// The end of a stage without actors: at once when no actor ever joined and no caller asked for it by name, otherwise after the time
/// that its registration says, counted from its last client's loss. So a room is gone when the grace period of its last player is.
/// </summary>
internal abstract partial class Stage
{
    private long _lastClientMs;
    private EmptyTimer? _emptyTimer;
    private volatile bool _wasJoined;
    private volatile bool _wasEmptyForLong;

    /// <summary>True while the stage waits for no actor; whether one is on its way is the directory's to know.</summary>
    public bool IsUnused => _wasJoined ? _wasEmptyForLong : !IsKept;

    public ValueTask EndIfUnusedAsync() =>
        _actors.Count == 0 && _engine.Stages.TryBeginEndUnused(this) ? EndAsync(CloseReason.StageClosed) : ValueTask.CompletedTask;

    /// <summary>The stage has had no client for long.</summary>
    public ValueTask EndEmptyAsync(EmptyTimer timer)
    {
        if (!ReferenceEquals(_emptyTimer, timer))
        {
            return ValueTask.CompletedTask;
        }

        _emptyTimer = null;
        _wasEmptyForLong = true;
        return EndIfUnusedAsync();
    }

    private void ExpectEndWhenEmpty()
    {
        TimeSpan stays = Registration.EndsWhenEmptyAfter ?? _engine.Limits.ReconnectGracePeriod;
        if (_actors.Count > 0 || _hasEnded || stays == Timeout.InfiniteTimeSpan)
        {
            return;
        }

        TimeSpan passed = TimeSpan.FromMilliseconds(_engine.Clock.NowMs - _lastClientMs);
        _emptyTimer = new EmptyTimer(this);
        if (passed < stays)
        {
            _engine.Timers.SetAfter(_emptyTimer, stays - passed);
        }
        else
        {
            PostAction(_emptyTimer);
        }
    }

    private void MarkJoined()
    {
        _wasJoined = true;
        _wasEmptyForLong = false;
        ForgetEmptyTimer();
    }

    private void ForgetEmptyTimer()
    {
        if (_emptyTimer is { } timer)
        {
            _emptyTimer = null;
            _engine.Timers.Remove(timer);
        }
    }
}
