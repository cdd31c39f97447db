using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Receives for one session. At any time one thread, one pending receive or one party that will call
/// <see cref="Resume"/> has the reader's role; it is never held twice. Loops while receives complete synchronously and
/// goes on as a thread-pool item after <see cref="ReceivesPerTurn"/>, so that one busy connection neither recurses nor starves others.
/// </summary>
internal abstract class Receiver(Session session, ReceiveBuffer buffer) : IThreadPoolWorkItem, IDisposable
{
    private const int ReceivesPerTurn = 8;

    private long _reads;
    private long _bytesIn;

    /// <summary>Received bytes; touched by the holder of the reader's role only.</summary>
    public ReceiveBuffer Bytes { get; } = buffer;

    /// <summary>All bytes received so far. Any thread.</summary>
    public long BytesIn => Volatile.Read(ref _bytesIn);

    /// <summary>Why the stream ended when it did so without a failure.</summary>
    protected abstract CloseReason EndReason { get; }

    /// <summary>Continues reading on the thread pool. Called by the party that the role was left to, once.</summary>
    public void Resume() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    /// <summary>Adds the receiver's counters.</summary>
    public void AddTo(CounterBlock block)
    {
        block[EngineCounter.SocketReads] += _reads;
        block[EngineCounter.BytesIn] += _bytesIn;
    }

    /// <inheritdoc/>
    public void Execute() => Run(hasReceived: false);

    /// <summary>Frees what a receive needs. Called once, when none is pending.</summary>
    public abstract void Dispose();

    /// <summary>Starts a receive; false when it has completed already. A connection closed meanwhile counts as a completed failure.</summary>
    protected abstract bool StartsPending(byte[] array, int offset, int count);

    /// <summary>Outcome of the completed receive: bytes, 0 for the end of the stream, negative for a failure.</summary>
    protected abstract int TakeResult();

    /// <summary>The pending receive has completed; never called from within <see cref="StartsPending"/> on the same stack.</summary>
    protected void Complete() => Run(hasReceived: true);

    private void Run(bool hasReceived)
    {
        try
        {
            if (!Loop(hasReceived))
            {
                session.EndReceive();
            }
        }
        catch (Exception exception)
        {
            session.ReportFault(exception);
            session.EndReceive();
        }
    }

    /// <summary>False when the session reads no more; true when somebody else has the reader's role now.</summary>
    private bool Loop(bool hasReceived)
    {
        for (int receives = 0; receives < ReceivesPerTurn; receives++)
        {
            if (hasReceived && !TakeReceived())
            {
                return false;
            }

            hasReceived = true;
            switch (session.ConsumeFrames())
            {
                case ReadProgress.Ended:
                    return false;
                case ReadProgress.Paused:
                    return true;
            }

            Bytes.PrepareReceive();
            if (StartsPending(Bytes.Buffer.Array, Bytes.WriteOffset, Bytes.FreeBytes))
            {
                return true;
            }
        }

        if (!TakeReceived())
        {
            return false;
        }

        Resume();
        return true;
    }

    private bool TakeReceived()
    {
        int bytes = TakeResult();
        if (bytes <= 0)
        {
            session.Close(bytes < 0 ? CloseReason.ReceiveFailed : EndReason);
            return false;
        }

        _reads++;
        Volatile.Write(ref _bytesIn, _bytesIn + bytes);
        Bytes.Received(bytes);
        return true;
    }
}

/// <summary>What came of the bytes received so far.</summary>
internal enum ReadProgress
{
    /// <summary>All whole frames are handed over; more bytes are needed.</summary>
    NeedsBytes,

    /// <summary>The reader's role was left to somebody who resumes it: the stage, the authentication or the session itself.</summary>
    Paused,

    /// <summary>The session is closed.</summary>
    Ended,
}
