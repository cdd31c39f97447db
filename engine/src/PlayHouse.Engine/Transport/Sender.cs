using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Sends the batches of one session, one write per segment, one write at a time. Whoever finds the sender idle becomes
/// its runner and loops while writes complete synchronously; after <see cref="WritesPerTurn"/> of them the loop goes on
/// as a thread-pool item. Admission is in <c>Sender.Queue.cs</c>.
/// </summary>
internal abstract partial class Sender : IThreadPoolWorkItem, IDisposable
{
    private const int WritesPerTurn = 16;

    /// <summary>Larger buffers go back to the pool instead of staying with an idle session.</summary>
    private const int SpareBytesMax = 16 * 1024;

    private readonly Session _session;
    private readonly int _writeBytesMax;
    private SendSegment _inFlight;
    private int _offset;
    private int _count;
    private PooledBuffer? _spare;
    private bool _isRunning;

    /// <summary>A sender that writes at most <paramref name="writeBytesMax"/> bytes at a time.</summary>
    protected Sender(Session session, BufferPool pool, EngineLimits limits, int writeBytesMax)
    {
        _session = session;
        _writeBytesMax = writeBytesMax;
        _queueBytesMax = limits.SendQueueBytesMax;
        _dropsPushes = limits.SlowClientPolicy == SlowClientPolicy.DropPushes;
        _pool = pool;
        _queue = new SendQueue(pool);
    }

    /// <summary>A buffer between two uses; taken and put back with interlocked exchanges.</summary>
    public ref PooledBuffer? Spare => ref _spare;

    /// <summary>True while something is being sent.</summary>
    public bool IsRunning => Volatile.Read(ref _isRunning);

    /// <summary>Bytes that have left so far; while <see cref="IsRunning"/>, a value that stands still is a stalled write.</summary>
    public long BytesOut => _counters.BytesOut;

    /// <summary>True when nothing is being sent and nothing ever will be.</summary>
    public bool HasEnded
    {
        get
        {
            lock (_gate)
            {
                return _isClosed && !_isRunning;
            }
        }
    }

    /// <summary>Releases the buffer kept between uses: of a quiet session, and of one that sends nothing any more. Any thread.</summary>
    public void ReleaseSpare() => Interlocked.Exchange(ref _spare, null)?.Release();

    /// <inheritdoc/>
    public void Execute() => Run();

    /// <summary>Frees what a write needs. Called once, when none is pending.</summary>
    public abstract void Dispose();

    /// <summary>Starts a write; false when it has completed already. A connection closed meanwhile counts as a completed failure.</summary>
    protected abstract bool StartsPending(byte[] array, int offset, int count);

    /// <summary>Outcome of the completed write: bytes that left, 0 or less for a failure.</summary>
    protected abstract int TakeResult();

    /// <summary>The pending write has completed; never called from within <see cref="StartsPending"/> on the same stack.</summary>
    protected void Complete()
    {
        try
        {
            if (FinishWrite())
            {
                Run();
            }
        }
        catch (Exception exception)
        {
            _session.ReportFault(exception);
        }
    }

    private void Run()
    {
        for (int writes = 0; writes < WritesPerTurn; writes++)
        {
            if (!TakeNext() || !Write())
            {
                return;
            }
        }

        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private bool TakeNext()
    {
        bool closes;
        bool isTaken;
        bool hasRoom;
        lock (_gate)
        {
            isTaken = !_isClosed && _queue.TryTake(out _inFlight);
            hasRoom = EndsFullness();
            _isRunning = isTaken;
            closes = !isTaken && _closesWhenDrained && !_isClosed && !_isStageBatchOpen;
        }

        if (hasRoom)
        {
            _session.OnSendRoom();
        }

        if (isTaken)
        {
            return true;
        }

        if (closes)
        {
            _session.CloseDrained();
        }

        if (_isClosed)
        {
            _session.TryRetire();
        }

        return false;
    }

    /// <summary>True when the segment in flight was sent synchronously and the loop may go on.</summary>
    private bool Write()
    {
        _offset = 0;
        _count = Math.Min(_inFlight.Length, _writeBytesMax);
        return !StartsPending(_inFlight.Buffer.Array, 0, _count) && FinishWrite();
    }

    /// <summary>Books a completed write; sends the rest of the segment. False when the runner's role is over.</summary>
    private bool FinishWrite()
    {
        while (true)
        {
            int bytes = TakeResult();
            if (bytes <= 0)
            {
                Fail();
                return false;
            }

            _counters.BookWrite(bytes);
            _offset += bytes;
            if (_offset == _inFlight.Length)
            {
                Recycle(_inFlight.Buffer);
                _inFlight = default;
                return true;
            }

            _count = Math.Min(_inFlight.Length - _offset, _writeBytesMax);
            if (StartsPending(_inFlight.Buffer.Array, _offset, _count))
            {
                return false;
            }
        }
    }

    private void Recycle(PooledBuffer buffer)
    {
        if (buffer.Array.Length > SpareBytesMax || _spare is not null || Interlocked.CompareExchange(ref _spare, buffer, null) is not null)
        {
            buffer.Release();
        }
    }

    private void Fail()
    {
        _inFlight.Buffer.Release();
        _inFlight = default;
        _session.Close(CloseReason.SendFailed);
        lock (_gate)
        {
            _isRunning = false;
        }

        _session.TryRetire();
    }
}
