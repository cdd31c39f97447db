namespace PlayHouse.Engine.Diagnostics.Hops;

/// <summary>
/// Stamps of the messages of one session that are under way, from the receive to the write of what their handlers wrote.
/// They are recorded together at the end, so that every hop has the same messages; what a close interrupts is in none.
/// Messages handed over together share their stamps. Its lock is taken once per step of a batch; the sender's may be held.
/// </summary>
internal sealed class HopTrack(HopRecorder recorder)
{
    /// <summary>Batches under way in each of the queues; messages beyond are left out and counted.</summary>
    public const int EntriesMax = 1_024;

    private readonly Lock _gate = new();
    private readonly HopRing<Arrival> _arrivals = new(EntriesMax);
    private readonly HopRing<Posted> _posted = new(EntriesMax);
    private readonly HopRing<Handled> _inBatch = new(EntriesMax);
    private readonly HopRing<Handled> _sending = new(EntriesMax);

    // One entry per slot that the session or its stage holds, in the same order: the engine's limits bound them.
    private readonly Queue<HopStamps> _held = new(0);
    private readonly Queue<HopStamps> _released = new(0);
    private HopStamps _current;
    private int _currentFrames;
    private long _receivedNs;
    private long _arrivedBytes;
    private long _posts;
    private long _begins;
    private long _queuedBytes;
    private long _behindBatchBytes;
    private long _writtenBytes;
    private long _writeBeganNs;
    private bool _isClosed;

    /// <summary>Batches under way in all queues.</summary>
    public int UnderWay
    {
        get
        {
            lock (_gate)
            {
                return _arrivals.Count + _posted.Count + _inBatch.Count + _sending.Count
                    + _held.Count + _released.Count + (_current.IsKnown ? 1 : 0);
            }
        }
    }

    /// <summary>Bytes have come into a queue from which the session takes them later. By the thread that fills the queue.</summary>
    public void Arrive(int bytes)
    {
        lock (_gate)
        {
            _arrivedBytes += bytes;
            if (!_isClosed)
            {
                // A lost moment makes the bytes as young as those behind them: never older than they are.
                _arrivals.TryAdd(new Arrival(_arrivedBytes, HopClock.NowNs));
            }
        }
    }

    /// <summary>The session has <paramref name="bytesIn"/> bytes so far. By the reader.</summary>
    public void Receive(long bytesIn)
    {
        lock (_gate)
        {
            _receivedNs = HopClock.NowNs;
            bool isFound = false;
            while (!isFound && _arrivals.TryPeek(out Arrival arrival))
            {
                isFound = arrival.End >= bytesIn;
                _receivedNs = isFound ? arrival.Ns : _receivedNs;
                if (arrival.End <= bytesIn)
                {
                    _arrivals.RemoveFirst();
                }
            }
        }
    }

    /// <summary>Frames are about to be posted. By the reader; the stage may have them before the post returns.</summary>
    public void Post()
    {
        lock (_gate)
        {
            if (!_isClosed)
            {
                _posted.TryAdd(new Posted(_posts, _receivedNs, HopClock.NowNs));
            }

            _posts++;
        }
    }

    /// <summary>The stage had no room: the last post has not happened. By the reader.</summary>
    public void TakeBackPost()
    {
        lock (_gate)
        {
            _posts--;
            if (_posted.TryPeekLast(out Posted last) && last.Number == _posts)
            {
                _posted.RemoveLast();
            }
        }
    }

    /// <summary>A slot's work begins. By the stage.</summary>
    /// <returns>When its frames were received; 0 when they are left out.</returns>
    public long Begin(int frames, bool wasHeld)
    {
        lock (_gate)
        {
            _currentFrames = frames;
            _current = wasHeld ? TakeReleased() : TakePosted();
            if (!_current.IsKnown && !wasHeld && !_isClosed)
            {
                recorder.Drop(frames);
            }

            return _current.Received;
        }
    }

    /// <summary>The last <paramref name="frames"/> frames of the slot in work are held, and come again. By the stage.</summary>
    public void Hold(int frames)
    {
        lock (_gate)
        {
            _currentFrames -= frames;
            if (!_isClosed)
            {
                _held.Enqueue(_current);
            }
        }
    }

    /// <summary>The oldest held slot goes back to the stage. By the stage.</summary>
    public void ReleaseHeld()
    {
        lock (_gate)
        {
            if (_held.TryDequeue(out HopStamps stamps))
            {
                _released.Enqueue(stamps);
            }
        }
    }

    /// <summary>The oldest held slot is dropped. By the stage.</summary>
    public void DropHeld()
    {
        lock (_gate)
        {
            _held.TryDequeue(out _);
        }
    }

    /// <summary>
    /// The slot's work is over; the stage has <paramref name="batchBytes"/> bytes for the session that are not enqueued yet. By the stage.
    /// </summary>
    public void End(int batchBytes)
    {
        lock (_gate)
        {
            HopStamps stamps = _current;
            _current = default;
            if (_isClosed || !stamps.IsKnown || _currentFrames == 0)
            {
                return;
            }

            stamps.Handled = HopClock.NowNs;
            if (batchBytes > 0)
            {
                Add(_inBatch, new Handled(batchBytes, stamps, _currentFrames));
            }
            else if (_writtenBytes >= _queuedBytes)
            {
                recorder.Add(stamps, stamps.Handled, _currentFrames);
            }
            else
            {
                Add(_sending, new Handled(_queuedBytes, stamps, _currentFrames));
            }
        }
    }

    /// <summary>
    /// The sender has taken over a batch of <paramref name="bytes"/> bytes. Under the sender's lock, before any of them is written.
    /// </summary>
    public void Enqueue(int bytes, bool isStageBatch, bool isBehindStageBatch)
    {
        lock (_gate)
        {
            if (isBehindStageBatch)
            {
                _behindBatchBytes += bytes;
                return;
            }

            while (isStageBatch && _inBatch.TryPeek(out Handled handled))
            {
                _inBatch.RemoveFirst();
                Add(_sending, handled with { End = _queuedBytes + handled.End });
            }

            _queuedBytes += bytes;
            AddBehindBatch(isStageBatch);
        }
    }

    /// <summary>The sender has refused the stage's batch: nothing will be written of these messages. Under the sender's lock.</summary>
    public void LoseBatch()
    {
        lock (_gate)
        {
            while (_inBatch.TryPeek(out Handled handled))
            {
                _inBatch.RemoveFirst();
                recorder.Drop(handled.Messages);
            }

            AddBehindBatch(isStageBatch: true);
        }
    }

    /// <summary>
    /// A write is about to begin: what it takes counts as written from here on, because the client may have it before the
    /// call returns. By the runner of the sender.
    /// </summary>
    public void BeginWrite() => _writeBeganNs = HopClock.NowNs;

    /// <summary>The sender has written <paramref name="bytesOut"/> bytes so far. By the runner of the sender.</summary>
    public void Write(long bytesOut)
    {
        lock (_gate)
        {
            _writtenBytes = bytesOut;
            while (_sending.TryPeek(out Handled handled) && handled.End <= bytesOut)
            {
                _sending.RemoveFirst();
                recorder.Add(handled.Stamps, _writeBeganNs, handled.Messages);
            }
        }
    }

    /// <summary>The session takes and sends nothing any more: forgets what is under way. Any thread, repeatable.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            _arrivals.Clear();
            _posted.Clear();
            _inBatch.Clear();
            _sending.Clear();
            _held.Clear();
            _released.Clear();
            _current = default;
        }
    }

    private HopStamps TakePosted()
    {
        long number = _begins++;
        if (!_posted.TryPeek(out Posted posted) || posted.Number != number)
        {
            return default;
        }

        _posted.RemoveFirst();
        return new HopStamps { Received = posted.ReceivedNs, Enqueued = posted.EnqueuedNs, Dequeued = HopClock.NowNs };
    }

    private HopStamps TakeReleased() => _released.TryDequeue(out HopStamps stamps) ? stamps : default;

    private void Add(HopRing<Handled> ring, in Handled handled)
    {
        if (!ring.TryAdd(handled))
        {
            recorder.Drop(handled.Messages);
        }
    }

    /// <summary>What waited behind the stage's batch follows it.</summary>
    private void AddBehindBatch(bool isStageBatch)
    {
        if (isStageBatch)
        {
            _queuedBytes += _behindBatchBytes;
            _behindBatchBytes = 0;
        }
    }

    /// <summary>Bytes up to <paramref name="End"/> had come at a moment.</summary>
    private readonly record struct Arrival(long End, long Ns);

    /// <summary>Frames on their way to the stage; numbered, because one that finds no room leaves a gap.</summary>
    private readonly record struct Posted(long Number, long ReceivedNs, long EnqueuedNs);

    /// <summary>Handled messages whose last byte is <paramref name="End"/>: of the stage's batch, later of all bytes sent.</summary>
    private readonly record struct Handled(long End, HopStamps Stamps, int Messages);
}
