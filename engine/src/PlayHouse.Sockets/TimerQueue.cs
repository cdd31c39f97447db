namespace PlayHouse.Sockets;

/// <summary>Timers by due time; equal times in the order in which they were set. A binary heap that knows every timer's place.</summary>
internal sealed class TimerQueue
{
    private const int InitialTimers = 16;

    private LoopTimer[] _heap = new LoopTimer[InitialTimers];
    private int _count;
    private long _sequence;

    /// <summary>When the first timer is due; <see cref="LoopTimer.Never"/> without any.</summary>
    public long NextDueNs => _count == 0 ? LoopTimer.Never : _heap[0].DueNs;

    /// <summary>
    /// Calls every timer that is due, in order. One that is due again at once gets its next turn after an event, so it keeps no
    /// socket waiting.
    /// </summary>
    public void RunDue(long nowNs, LoopTally tally)
    {
        long first = _sequence;
        while (NextDueNs <= nowNs && _heap[0].Sequence < first)
        {
            LoopTimer timer = _heap[0];
            Set(timer, LoopTimer.Never);
            tally.TimerCalls++;
            Call(timer, nowNs, tally);
        }
    }

    public void Set(LoopTimer timer, long dueNs)
    {
        if (timer.Place >= 0)
        {
            Remove(timer);
        }

        timer.DueNs = dueNs;
        if (dueNs == LoopTimer.Never)
        {
            return;
        }

        timer.Sequence = _sequence++;
        if (_count == _heap.Length)
        {
            Array.Resize(ref _heap, 2 * _count);
        }

        Rise(timer, _count++);
    }

    private static void Call(LoopTimer timer, long nowNs, LoopTally tally)
    {
        try
        {
            long dueNs = timer.Handler.OnDue(nowNs);
            if (dueNs != LoopTimer.Never)
            {
                timer.Set(dueNs);
            }
        }
        catch (Exception e)
        {
            tally.Faults++;
            timer.Set(LoopTimer.Never);
            timer.Handler.OnFault(e);
        }
    }

    private static bool IsBefore(LoopTimer first, LoopTimer second) =>
        first.DueNs != second.DueNs ? first.DueNs < second.DueNs : first.Sequence < second.Sequence;

    private void Remove(LoopTimer timer)
    {
        int place = timer.Place;
        timer.Place = -1;
        LoopTimer last = _heap[--_count];
        _heap[_count] = null!;
        if (last != timer)
        {
            // From above or from below: only one of the two moves it.
            Rise(last, place);
            Sink(last, last.Place);
        }
    }

    private void Rise(LoopTimer timer, int place)
    {
        while (place > 0 && IsBefore(timer, _heap[(place - 1) / 2]))
        {
            Put(_heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }

        Put(timer, place);
    }

    private void Sink(LoopTimer timer, int place)
    {
        for (int child; (child = (2 * place) + 1) < _count; place = child)
        {
            if (child + 1 < _count && IsBefore(_heap[child + 1], _heap[child]))
            {
                child++;
            }

            if (!IsBefore(_heap[child], timer))
            {
                break;
            }

            Put(_heap[child], place);
        }

        Put(timer, place);
    }

    private void Put(LoopTimer timer, int place)
    {
        _heap[place] = timer;
        timer.Place = place;
    }
}
