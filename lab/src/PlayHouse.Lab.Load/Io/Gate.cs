namespace PlayHouse.Lab.Load.Io;

/// <summary>
/// Says who works on the receiving side of a connection. It is taken once per receive, not per message, and almost never
/// contended: besides the receiver only time-outs, losses and the drain take it, for microseconds.
/// </summary>
internal struct Gate
{
    private int _isTaken;

    public void Enter()
    {
        if (Interlocked.CompareExchange(ref _isTaken, 1, 0) == 0)
        {
            return;
        }

        var spin = default(SpinWait);
        do
        {
            spin.SpinOnce();
        }
        while (Interlocked.CompareExchange(ref _isTaken, 1, 0) != 0);
    }

    public void Exit() => Volatile.Write(ref _isTaken, 0);
}
