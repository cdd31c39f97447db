namespace PlayHouse.FastPort.Sessions;

/// <summary>Spaces the retries of an accept that failed: 5 ms, then doubling to 1 s. One loop.</summary>
internal sealed class AcceptPause
{
    private static readonly TimeSpan First = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private TimeSpan _next = First;

    /// <summary>An accept succeeded.</summary>
    public void Reset() => _next = First;

    /// <summary>Waits before the next try; over at once when the server stops.</summary>
    public async Task WaitAsync(CancellationToken stop)
    {
        TimeSpan pause = _next;
        _next = pause * 2 < Longest ? pause * 2 : Longest;
        await Task.Delay(pause, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
