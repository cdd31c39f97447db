using System.Net.Sockets;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>A socket of an event loop: its one thread receives and sends. Ended by that thread, or after it.</summary>
internal sealed class LoopTransport(EventLoop loop, NonBlockingSocket socket) : Transport, IDescriptorHandler, ILoopWork
{
    // A connection whose replies always wait already must not keep all the others waiting.
    private const int RoundsMax = 16;

    private IReceiver _receiver = null!;
    private Registration? _registration;
    private bool _isBlocked;

    /// <inheritdoc/>
    public override void Start(IReceiver receiver)
    {
        _receiver = receiver;
        loop.Post(this);
    }

    /// <summary>The loop's thread: what was posted by <see cref="Start"/>.</summary>
    public void Run()
    {
        if (socket.Descriptor >= 0)
        {
            _registration = loop.Add(socket, this);
        }
    }

    /// <inheritdoc/>
    public override int Send(ReadOnlySpan<byte> bytes, out SocketError error)
    {
        IoResult result = socket.Send(bytes);
        error = result.Error;
        _isBlocked = !result.IsDone;
        return result.Bytes;
    }

    /// <inheritdoc/>
    public void OnReady(Readiness ready)
    {
        if (_isBlocked && (ready & Readiness.Writable) != 0)
        {
            _receiver.OnWritable();
        }

        if ((ready & ~Readiness.Writable) != 0 && !IsClosed)
        {
            Receive(isAtEnd: (ready & (Readiness.PeerClosed | Readiness.Failed)) != 0);
        }
    }

    /// <inheritdoc/>
    public void OnFault(Exception exception) => _receiver.OnFault(exception);

    /// <summary>The traffic ends its connections when the loop has ended.</summary>
    public void OnLoopEnded()
    {
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _registration?.Remove();
        socket.Dispose();
    }

    private bool IsClosed => socket.Descriptor < 0;

    // Fewer bytes than there was room for are all there were; behind an end there is no further event, so it is read out.
    private void Receive(bool isAtEnd)
    {
        for (int round = 0; round < RoundsMax; round++)
        {
            Span<byte> free = _receiver.Free.Span;
            IoResult result = socket.Receive(free);
            if (result.IsBlocked)
            {
                return;
            }

            if (result.Bytes == 0)
            {
                _receiver.End(EndReasons.Of(result.Error));
                return;
            }

            if (!_receiver.Take(result.Bytes, MonotonicClock.NowNs()) || (result.Bytes < free.Length && !isAtEnd))
            {
                return;
            }
        }

        _registration?.RunAgain();
    }
}
