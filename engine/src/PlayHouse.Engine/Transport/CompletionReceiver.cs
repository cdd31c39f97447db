namespace PlayHouse.Engine.Transport;

/// <summary>
/// A receiver whose reader's role travels with the pending receive: the completion continues where it arrives. Loops while
/// receives complete synchronously and continues as a thread-pool item after <see cref="ReceivesPerTurn"/>, so that one busy
/// connection neither recurses nor starves others.
/// </summary>
internal abstract class CompletionReceiver(IFrameSink sink, ReceiveBuffer buffer) : Receiver(sink, buffer), IThreadPoolWorkItem
{
    private const int ReceivesPerTurn = 8;

    public override void Resume() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    public void Execute() => Run(hasReceived: false);

    /// <summary>
    /// Starts a receive; false when it has completed already. A connection closed meanwhile counts as a completed failure.
    /// </summary>
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
                Sink.EndReceive();
            }
        }
        catch (Exception exception)
        {
            Sink.ReportFault(exception);
            Sink.EndReceive();
        }
    }

    /// <summary>False when the session reads no more; true when another holder has the reader's role now.</summary>
    private bool Loop(bool hasReceived)
    {
        for (int receives = 0; receives < ReceivesPerTurn; receives++)
        {
            if (hasReceived && !TakeReceived())
            {
                return false;
            }

            hasReceived = true;
            switch (Sink.ConsumeFrames())
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
        if (!Take(TakeResult()))
        {
            return false;
        }

        Reads++;
        return true;
    }
}
