namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// The steps of a room's loop as far as any connection saw them: when each began and how many connections received it. Which of
/// them count is decided at the end, by when they began, so no step depends on which thread knew the window first.
/// </summary>
/// <remarks>Any thread; a lock, taken once per push.</remarks>
internal sealed class StepTimeline
{
    // A day of steps and a fifth more.
    private const int StepsMax = 1 << 21;
    private const int InitialSteps = 1 << 12;

    private readonly object _lock = new();
    private Entry[] _entries = new Entry[InitialSteps];
    private long _first;

    /// <summary>Whether this step lies where steps can lie; the first one asked for decides where that is.</summary>
    public bool CanHold(long step)
    {
        lock (_lock)
        {
            if (_first == 0)
            {
                // Connections that opened earlier saw earlier steps and may tell of them later.
                _first = Math.Max(1, step - (InitialSteps / 2));
            }

            return step >= _first && step - _first < StepsMax;
        }
    }

    /// <summary>One connection received this step, which can be held; false when it says another beginning than others said.</summary>
    public bool See(long step, long sentNs)
    {
        lock (_lock)
        {
            ref Entry entry = ref Reserve((int)(step - _first));
            bool isSame = entry.Receivers == 0 || entry.SentNs == sentNs;
            entry.SentNs = entry.Receivers == 0 ? sentNs : entry.SentNs;
            entry.Receivers++;
            return isSame;
        }
    }

    /// <summary>Steps from the first to the last that began in the window, with those that no connection saw, and how often they were received.</summary>
    public (long Steps, long Received) CountIn(MeasuredWindow window)
    {
        lock (_lock)
        {
            ReadOnlySpan<Entry> steps = StepsIn(window);
            long received = 0;
            foreach (ref readonly Entry step in steps)
            {
                received += step.Receivers;
            }

            return (steps.Length, received);
        }
    }

    /// <summary>
    /// Pushes of the window that never came: each has waited from the beginning of its step until now at least. A step that no
    /// connection saw began before the next one that was seen.
    /// </summary>
    public void RecordMissing(MeasuredWindow window, int receivers, long nowNs, ReplyRecorder recorder)
    {
        lock (_lock)
        {
            ReadOnlySpan<Entry> steps = StepsIn(window);
            long sentNs = nowNs;
            for (int i = steps.Length - 1; i >= 0; i--)
            {
                sentNs = steps[i].Receivers > 0 ? steps[i].SentNs : sentNs;
                if (steps[i].Receivers < receivers)
                {
                    recorder.RecordCensored(sentNs, nowNs, receivers - steps[i].Receivers);
                }
            }
        }
    }

    /// <summary>How often any step was received.</summary>
    public long Received
    {
        get
        {
            lock (_lock)
            {
                return _entries.Sum(e => (long)e.Receivers);
            }
        }
    }

    // Under the lock.
    private ReadOnlySpan<Entry> StepsIn(MeasuredWindow window)
    {
        int first = Array.FindIndex(_entries, e => e.Receivers > 0 && window.Contains(e.SentNs));
        int last = Array.FindLastIndex(_entries, e => e.Receivers > 0 && window.Contains(e.SentNs));
        return first < 0 ? [] : _entries.AsSpan(first, last - first + 1);
    }

    private ref Entry Reserve(int place)
    {
        if (place >= _entries.Length)
        {
            Array.Resize(ref _entries, Math.Min(StepsMax, Math.Max(place + 1, 2 * _entries.Length)));
        }

        return ref _entries[place];
    }

    private struct Entry
    {
        public long SentNs;
        public int Receivers;
    }
}
