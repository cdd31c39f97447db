namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>
/// Lets the latest of many updates through, at most one per period: a chart that changes all the time costs what the eye can follow. Calls
/// from one thread; the given action is started by a timer.
/// </summary>
internal sealed class UpdateGate(TimeProvider clock, TimeSpan period, Action update) : IDisposable
{
    private DateTimeOffset _last = DateTimeOffset.MinValue;
    private ITimer? _timer;

    /// <summary>True when the caller may update now; otherwise the action runs once when the period is over.</summary>
    public bool TryPass()
    {
        if (_timer is not null)
        {
            return false;
        }

        TimeSpan since = clock.GetUtcNow() - _last;
        if (since >= period || since < TimeSpan.Zero)
        {
            _last = clock.GetUtcNow();
            return true;
        }

        _timer = clock.CreateTimer(_ => update(), null, period - since, Timeout.InfiniteTimeSpan);
        return false;
    }

    /// <summary>To be called first by the action, on the thread of the callers.</summary>
    public void Open()
    {
        _timer?.Dispose();
        _timer = null;
        _last = clock.GetUtcNow();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _timer?.Dispose();
        _timer = null;
    }
}
