using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Diagnostics.Hops;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Receives for one session. At any time one thread, one pending receive or one party that will call
/// <see cref="Resume"/> has the reader's role; it is never held twice. How the holder waits for bytes is the derived class's.
/// </summary>
internal abstract class Receiver(IFrameSink sink, ReceiveBuffer buffer) : IDisposable
{
    private long _bytesIn;

    /// <summary>Received bytes; touched by the holder of the reader's role only.</summary>
    public ReceiveBuffer Bytes { get; } = buffer;

    /// <summary>All bytes received so far. Any thread.</summary>
    public long BytesIn => Volatile.Read(ref _bytesIn);

    /// <summary>The same with what has come below a frame or record that is not whole yet. Any thread.</summary>
    public virtual long BytesArrived => BytesIn;

    /// <summary>Which frame or record below the stream has come in part, by a number that each has for itself; 0 for none. Any thread.</summary>
    public virtual long OpenRecord => 0;

    protected IFrameSink Sink { get; } = sink;

    /// <summary>Stamps of the session's messages; null when nothing is recorded.</summary>
    protected HopTrack? Hops { get; } = sink.Hops;

    /// <summary>Receives of the transport that brought bytes; one writer.</summary>
    protected long Reads { get; set; }

    /// <summary>Why the stream ended when it did so without a failure.</summary>
    protected abstract CloseReason EndReason { get; }

    /// <summary>Continues reading on the thread pool. Called by the party that the role was left to, once.</summary>
    public abstract void Resume();

    /// <summary><paramref name="frames"/> counts the whole frames that were taken: messages, heartbeats, authentications.</summary>
    public virtual void AddTo(CounterBlock block, long frames)
    {
        block[EngineCounter.SocketReads] += Reads;
        block[EngineCounter.BytesIn] += _bytesIn;
    }

    /// <summary>Frees what a receive needs. Called once, when none is pending.</summary>
    public abstract void Dispose();

    /// <summary>
    /// Books what has come into <see cref="Bytes"/>: bytes, 0 for the end of the stream, negative for a failure.
    /// False when the session reads no more.
    /// </summary>
    protected bool Take(int bytes)
    {
        if (bytes <= 0)
        {
            Sink.Close(bytes < 0 ? CloseReason.ReceiveFailed : EndReason);
            return false;
        }

        Volatile.Write(ref _bytesIn, _bytesIn + bytes);
        Bytes.Received(bytes);
        Hops?.Receive(_bytesIn);
        return true;
    }
}

/// <summary>What came of the bytes received so far.</summary>
internal enum ReadProgress
{
    /// <summary>All whole frames are handed over; more bytes are needed.</summary>
    NeedsBytes,

    /// <summary>
    /// The reader's role was left to another holder, which resumes it: the stage, the authentication or the session itself.
    /// </summary>
    Paused,

    /// <summary>The session is closed.</summary>
    Ended,
}
