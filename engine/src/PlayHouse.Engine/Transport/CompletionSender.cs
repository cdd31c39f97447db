using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// A sender whose runner is the thread that gave it the role: it loops while writes complete synchronously and leaves the role to
/// the completion of a pending one; after <see cref="WritesPerTurn"/> writes the loop continues as a thread-pool item.
/// </summary>
internal abstract class CompletionSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax)
    : Sender(sink, pool, limits, pump, writeBytesMax), IThreadPoolWorkItem
{
    private const int WritesPerTurn = 16;

    public void Execute() => StartRun();

    /// <summary>Starts a write; false when it has completed already. A connection closed meanwhile counts as a completed failure.</summary>
    protected abstract bool StartsPending(byte[] array, int offset, int count);

    /// <summary>The same for several buffers; asked of senders only whose transport can do it.</summary>
    protected virtual bool StartsPending(List<ArraySegment<byte>> buffers) =>
        throw new NotSupportedException("This transport writes one buffer at a time.");

    /// <summary>Outcome of the completed write: bytes that left, 0 or less for a failure.</summary>
    protected abstract int TakeResult();

    /// <summary>The pending write has completed; never called from within <c>StartsPending</c> on the same stack.</summary>
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
            FailFor(exception);
        }
    }

    protected override void StartRun()
    {
        try
        {
            Run();
        }
        catch (Exception exception)
        {
            FailFor(exception);
        }
    }

    private void Run()
    {
        for (int writes = 0; writes < WritesPerTurn; writes++)
        {
            if (!TakeNext() || StartsNext() || !FinishWrite())
            {
                return;
            }
        }

        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private bool StartsNext()
    {
        if (IsGathered)
        {
            return StartsPending(NextGatheredWrite());
        }

        ArraySegment<byte> write = NextWrite();
        return StartsPending(write.Array!, write.Offset, write.Count);
    }

    /// <summary>
    /// Books a completed write; sends the rest of what is in flight. False when the runner's role is over or left to a completion.
    /// </summary>
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

            if (Book(bytes))
            {
                return true;
            }

            if (StartsNext())
            {
                return false;
            }
        }
    }
}
