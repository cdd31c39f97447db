using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;
using PlayHouse.Sockets;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// Receives on the thread of an event loop, which has the reader's role while the connection waits for bytes. Everything but
/// <see cref="Resume"/> runs on that thread.
/// </summary>
internal sealed class EpollReceiver(IFrameSink sink, ReceiveBuffer buffer, EpollConnection connection, NonBlockingSocket wire)
    : Receiver(sink, buffer)
{
    /// <summary>After this many receives the other connections of the loop get their turn.</summary>
    private const int ReceivesPerTurn = 8;

    private volatile bool _isReader;
    private volatile bool _mayHoldFrames;
    private bool _mayHaveBytes = true;
    private bool _hasPeerClosed;
    private bool _hasEnded;

    protected override CloseReason EndReason => CloseReason.ClientClosed;

    public override void Resume()
    {
        _mayHoldFrames = true;
        _isReader = true;
        if (!connection.Schedule())
        {
            EndOnLoop();
        }
    }

    /// <summary>Bytes, the end of the stream or an error have come.</summary>
    public void OnReadable(Readiness ready)
    {
        _mayHaveBytes = true;
        _hasPeerClosed |= (ready & (Readiness.PeerClosed | Readiness.Failed)) != 0;
        Turn();
    }

    /// <summary>Reads as far as a turn goes, unless another party has the reader's role.</summary>
    public void Turn()
    {
        if (!_isReader || _hasEnded)
        {
            return;
        }

        try
        {
            if (!ReadOn())
            {
                End();
            }
        }
        catch (Exception exception)
        {
            Sink.ReportFault(exception);
            End();
        }
    }

    /// <summary>The loop runs no more. A party that has the role ends the receiver when it gives the role back.</summary>
    public void EndOnLoop()
    {
        if (_isReader && !_hasEnded)
        {
            End();
        }
    }

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block[EngineCounter.SeamSession] += frames;
        block.Add(EpollLoopSession.Received, Reads);
    }

    public override void Dispose()
    {
    }

    /// <summary>False when the session reads no more.</summary>
    private bool ReadOn()
    {
        for (int receives = 0; receives < ReceivesPerTurn; receives++)
        {
            if (_mayHoldFrames && !TryConsume(out bool hasEnded))
            {
                return !hasEnded;
            }

            if (!_mayHaveBytes)
            {
                return true;
            }

            Bytes.PrepareReceive();
            int room = Bytes.FreeBytes;
            IoResult received = wire.Receive(Bytes.Buffer.Array.AsSpan(Bytes.WriteOffset, room));
            if (received.IsBlocked)
            {
                _mayHaveBytes = false;
                return true;
            }

            if (!Take(received.IsDone ? received.Bytes : -1))
            {
                return false;
            }

            Reads++;
            _mayHoldFrames = true;
            // A short receive took everything; only the end of the stream may still be behind it.
            _mayHaveBytes = received.Bytes == room || _hasPeerClosed;
        }

        connection.Schedule();
        return true;
    }

    /// <summary>False when the role has gone to another party, or the session has ended.</summary>
    private bool TryConsume(out bool hasEnded)
    {
        // Before the frames are handed over: the stage that gets the role with them may give it back before the call returns.
        _mayHoldFrames = false;
        _isReader = false;
        ReadProgress progress = Sink.ConsumeFrames();
        hasEnded = progress == ReadProgress.Ended;
        if (progress != ReadProgress.NeedsBytes)
        {
            return false;
        }

        _isReader = true;
        return true;
    }

    private void End()
    {
        _hasEnded = true;
        Sink.EndReceive();
    }
}
