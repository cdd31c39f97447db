namespace PlayHouse.Lab.Load.Accounting;

/// <summary>How a step fits to those before it on the same connection.</summary>
internal enum StepOrder
{
    /// <summary>Later than all before; what lies between is missing.</summary>
    Next,

    /// <summary>One that was missing: it came, but not in its order.</summary>
    Overtaken,

    /// <summary>A duplicate, or one that cannot be.</summary>
    Impossible,
}

/// <summary>The order of one connection's steps. Receiving thread.</summary>
internal sealed class StepSequence
{
    // Of the missing steps the last ones are remembered, to tell a late one from an invention.
    private const int MissingMax = 64;
    private const double StepsPerNs = 20 / 1e9;

    // A loop that was late catches up, and a connection that joins may see several steps at once.
    private const int StepsAtOnceMax = 40;

    private readonly long[] _missing = new long[MissingMax];
    private int _nextMissing;
    private long _last;
    private long _lastReceivedNs;

    /// <summary>Steps taken.</summary>
    public long Taken { get; private set; }

    /// <summary>Takes a step that has arrived.</summary>
    public StepOrder Take(long step, long receivedNs)
    {
        if (step <= _last)
        {
            return TakeMissing(step);
        }

        if (_last != 0 && step - _last > StepsAtOnceMax + ((receivedNs - _lastReceivedNs) * StepsPerNs))
        {
            return StepOrder.Impossible;
        }

        if (_last != 0)
        {
            Miss(Math.Max(_last + 1, step - MissingMax), step);
        }

        (_last, _lastReceivedNs) = (step, receivedNs);
        Taken++;
        return StepOrder.Next;
    }

    private StepOrder TakeMissing(long step)
    {
        int place = Array.IndexOf(_missing, step);
        if (place < 0)
        {
            return StepOrder.Impossible;
        }

        _missing[place] = 0;
        Taken++;
        return StepOrder.Overtaken;
    }

    private void Miss(long from, long to)
    {
        for (long step = from; step < to; step++)
        {
            _missing[_nextMissing] = step;
            _nextMissing = (_nextMissing + 1) % MissingMax;
        }
    }
}
