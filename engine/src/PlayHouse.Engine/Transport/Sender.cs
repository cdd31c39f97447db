using PlayHouse.Engine.Diagnostics.Hops;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Sends the batches of one session, one write at a time: one segment, or several under the send pump <c>gather</c>.
/// The thread that finds the sender idle gives it the runner's role; how the role is run is the derived class's. What is in flight
/// is here, admission is in <c>Sender.Queue.cs</c>.
/// </summary>
internal abstract partial class Sender : IDisposable
{
    /// <summary>Larger buffers go back to the pool instead of staying with an idle session.</summary>
    private const int SpareBytesMax = 16 * 1024;

    private readonly IFrameSink _sink;
    private readonly HopTrack? _hops;
    private readonly SendPump _pump;
    private readonly int _writeBytesMax;
    private readonly int _buffersPerWriteMax;
    private readonly Queue<SendSegment>? _gathered;
    private readonly List<ArraySegment<byte>>? _gatherList;
    private SendSegment _inFlight;
    private int _offset;
    private PooledBuffer? _spare;
    private bool _isRunning;

    protected Sender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax)
    {
        _sink = sink;
        _hops = sink.Hops;
        _writeBytesMax = writeBytesMax;
        _queueBytesMax = limits.SendQueueBytesMax;
        _dropsPushes = limits.SlowClientPolicy == SlowClientPolicy.DropPushes;
        _pool = pool;
        _pump = pump;
        _mergedBytesMax = pump.Merges ? pump.SegmentBytesMax : 0;
        _queue = new SendQueue(pool, _mergedBytesMax);
        _buffersPerWriteMax = pump.BuffersPerWriteMax;
        if (_buffersPerWriteMax > 1)
        {
            _gathered = new Queue<SendSegment>(_buffersPerWriteMax);
            _gatherList = new List<ArraySegment<byte>>(_buffersPerWriteMax);
        }
    }

    /// <summary>A buffer between two uses; taken and put back with interlocked exchanges.</summary>
    public ref PooledBuffer? Spare => ref _spare;

    /// <summary>True while something is being sent.</summary>
    public bool IsRunning => Volatile.Read(ref _isRunning);

    /// <summary>Bytes that have left so far; while <see cref="IsRunning"/>, a value that stands still is a stalled write.</summary>
    public long BytesOut => _counters.BytesOut;

    /// <summary>True when nothing is being sent and nothing ever will be.</summary>
    public virtual bool HasEnded
    {
        get
        {
            lock (_gate)
            {
                return _isClosed && !_isRunning;
            }
        }
    }

    protected bool IsClosed
    {
        get
        {
            lock (_gate)
            {
                return _isClosed;
            }
        }
    }

    /// <summary>True while several buffers are in flight and the next write takes them together.</summary>
    protected bool IsGathered => _gathered is { Count: > 0 };

    /// <summary>Releases the buffer kept between uses: of a quiet session, and of one that sends nothing any more. Any thread.</summary>
    public void ReleaseSpare() => Interlocked.Exchange(ref _spare, null)?.Release();

    /// <summary>Frees what a write needs. Called once, when none is pending.</summary>
    public abstract void Dispose();

    /// <summary>The caller's thread has made this sender its own runner; writes until nothing waits, here or elsewhere.</summary>
    protected abstract void StartRun();

    /// <summary>The sender takes nothing more. Called once, outside of the lock.</summary>
    protected virtual void OnClosed()
    {
    }

    /// <summary>Tells the session that the sender may have ended.</summary>
    protected void TryRetire() => _sink.TryRetire();

    /// <summary>Counts a defect and gives up the session.</summary>
    protected void ReportFault(Exception exception) => _sink.ReportFault(exception);

    /// <summary>Takes what is written next. False when nothing waits: the runner's role is over.</summary>
    protected bool TakeNext()
    {
        bool closes;
        bool isTaken;
        bool hasRoom;
        lock (_gate)
        {
            isTaken = !_isClosed && _queue.TryTake(out _inFlight);
            if (isTaken && _gathered is not null)
            {
                TakeMore();
            }

            hasRoom = EndsFullness();
            _isRunning = isTaken;
            closes = !isTaken && _closesWhenDrained && !_isClosed && !_isStageBatchOpen;
        }

        if (hasRoom)
        {
            _sink.OnSendRoom();
        }

        if (isTaken)
        {
            return true;
        }

        if (closes)
        {
            _sink.CloseDrained();
        }

        if (_isClosed)
        {
            _sink.TryRetire();
        }

        return false;
    }

    /// <summary>The next write when nothing is gathered.</summary>
    protected ArraySegment<byte> NextWrite()
    {
        _hops?.BeginWrite();
        return new(_inFlight.Buffer.Array, _offset, Math.Min(_inFlight.Length - _offset, _writeBytesMax));
    }

    /// <summary>The next write of gathered buffers. Valid until the next call.</summary>
    protected List<ArraySegment<byte>> NextGatheredWrite()
    {
        _hops?.BeginWrite();
        _gatherList!.Clear();
        _gatherList.Add(new ArraySegment<byte>(_inFlight.Buffer.Array, _offset, _inFlight.Length - _offset));
        foreach (SendSegment segment in _gathered!)
        {
            _gatherList.Add(new ArraySegment<byte>(segment.Buffer.Array, 0, segment.Length));
        }

        return _gatherList;
    }

    /// <summary>Books a completed write of <paramref name="bytes"/>, at least 1; true when nothing is in flight any more.</summary>
    protected bool Book(int bytes)
    {
        _counters.BookWrite(bytes);
        _hops?.Write(_counters.BytesOut);
        _offset += bytes;
        while (_offset >= _inFlight.Length)
        {
            _offset -= _inFlight.Length;
            Recycle(_inFlight.Buffer);
            _inFlight = default;
            if (_gathered is null || !_gathered.TryDequeue(out _inFlight))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>A write has failed: the session closes and the runner's role is over.</summary>
    protected void Fail()
    {
        PooledBuffer? inFlight = _inFlight.Buffer;
        _inFlight = default;
        try
        {
            inFlight?.Release();
            while (_gathered is not null && _gathered.TryDequeue(out SendSegment segment))
            {
                segment.Buffer.Release();
            }
        }
        finally
        {
            _sink.Close(CloseReason.SendFailed);
            lock (_gate)
            {
                _isRunning = false;
            }

            _sink.TryRetire();
        }
    }

    /// <summary>A defect in the runner ends this session and nothing else.</summary>
    protected void FailFor(Exception defect)
    {
        ReportFault(defect);
        try
        {
            Fail();
        }
        catch (Exception another)
        {
            ReportFault(another);
        }
    }

    /// <summary>Under the lock: adds what waits to the segment in flight, as far as one write may take it.</summary>
    private void TakeMore()
    {
        int bytesLeft = _writeBytesMax - _inFlight.Length;
        while (_gathered!.Count + 1 < _buffersPerWriteMax && _queue.TryTake(bytesLeft, out SendSegment segment))
        {
            _gathered.Enqueue(segment);
            bytesLeft -= segment.Length;
        }

        _counters.BookLook(_gathered.Count);
    }

    private void Recycle(PooledBuffer buffer)
    {
        if (buffer.Array.Length > SpareBytesMax || _spare is not null || Interlocked.CompareExchange(ref _spare, buffer, null) is not null)
        {
            buffer.Release();
        }
    }
}
