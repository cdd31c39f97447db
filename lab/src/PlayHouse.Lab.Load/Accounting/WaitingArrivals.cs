namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// Arrivals that were due and of which it is not known yet how long they had to wait at least. Holds so many times; beyond
/// that equally many neighbours share the latest of theirs, so that a wait counted from it is never longer than the true one.
/// </summary>
internal sealed class WaitingArrivals
{
    /// <summary>Times that are kept apart.</summary>
    public const int TimesMax = 256;

    private const int InitialTimes = 8;

    // Most connections never skip anything.
    private Entry[] _entries = [];
    private int _used;
    private int _perEntry = 1;
    private int _inLast;

    /// <summary>Nothing waits.</summary>
    public bool IsEmpty => _used == 0;

    /// <summary>So many arrivals were due at this time, which is not before any added so far.</summary>
    public void Add(long dueNs, long count)
    {
        if (_used > 0 && _inLast < _perEntry)
        {
            _inLast++;
            _entries[_used - 1] = new Entry(dueNs, _entries[_used - 1].Count + count);
            return;
        }

        if (_used == _entries.Length)
        {
            MakeRoom();
        }

        _inLast = 1;
        _entries[_used++] = new Entry(dueNs, count);
    }

    /// <summary>Every arrival has waited until now at least: records them all and forgets them.</summary>
    public void Resolve(long nowNs, ReplyRecorder recorder)
    {
        RecordNewest(long.MaxValue, nowNs, recorder);
        (_used, _perEntry) = (0, 1);
    }

    /// <summary>The newest so many arrivals have waited until now at least: records them, keeps all.</summary>
    public void RecordNewest(long count, long nowNs, ReplyRecorder recorder)
    {
        for (int i = _used - 1; i >= 0 && count > 0; i--)
        {
            long recorded = Math.Min(count, _entries[i].Count);
            recorder.RecordCensored(_entries[i].DueNs, nowNs, recorded);
            count -= recorded;
        }
    }

    private void MakeRoom()
    {
        if (_entries.Length < TimesMax)
        {
            Array.Resize(ref _entries, Math.Max(InitialTimes, 2 * _entries.Length));
            return;
        }

        _used /= 2;
        _perEntry *= 2;
        for (int i = 0; i < _used; i++)
        {
            _entries[i] = new Entry(_entries[(2 * i) + 1].DueNs, _entries[2 * i].Count + _entries[(2 * i) + 1].Count);
        }
    }

    private readonly record struct Entry(long DueNs, long Count);
}
