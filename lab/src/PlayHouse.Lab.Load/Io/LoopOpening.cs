using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>One connection on its way: connects, says and hears what comes first, then leaves the loop with its socket open, or closed where nothing follows.</summary>
/// <remarks>Loop's thread, but for <see cref="Completed"/>, and <see cref="Socket"/> afterwards.</remarks>
internal sealed class LoopOpening(EventLoop loop, EndPoint target, IPEndPoint? source, OpeningExchange? exchange) : ILoopWork, IDescriptorHandler
{
    private readonly TaskCompletionSource<Opening> _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Registration? _registration;
    private bool _isConnected;
    private int _sent;

    /// <summary>True for a connection that is closed when it has begun.</summary>
    public bool LeavesAtOnce { get; init; }

    /// <summary>What the server said; faulted when the socket failed, cancelled when the loop ended.</summary>
    public Task<Opening> Completed => _completed.Task;

    /// <summary>The socket; null before its turn.</summary>
    public NonBlockingSocket? Socket { get; private set; }

    /// <inheritdoc/>
    public void Run()
    {
        if (Socket is not null)
        {
            BeginConnect();
            return;
        }

        Socket = NonBlockingSocket.Open(target.AddressFamily);
        if (LeavesAtOnce)
        {
            // Thousands of closed connections a second would otherwise hold their ports for a minute.
            Socket.ResetOnClose();
        }

        if (target is IPEndPoint)
        {
            Socket.SetNoDelay();
        }

        if (source is not null)
        {
            Socket.Bind(source);
        }

        BeginConnect();
    }

    /// <inheritdoc/>
    public void OnReady(Readiness ready)
    {
        if (!_isConnected)
        {
            if ((ready & (Readiness.Writable | Readiness.Failed | Readiness.PeerClosed)) == 0)
            {
                return;
            }

            Require(Socket!.TakeError());
            _isConnected = true;
        }

        if (Send())
        {
            Receive();
        }
    }

    /// <inheritdoc/>
    public void OnFault(Exception exception)
    {
        if (exception is ObjectDisposedException)
        {
            _completed.TrySetCanceled();
        }
        else
        {
            _completed.TrySetException(exception);
        }

        Close();
    }

    /// <inheritdoc/>
    public void OnLoopEnded() => OnFault(new ObjectDisposedException(nameof(EventLoop)));

    /// <summary>Closes it, in whatever state it is.</summary>
    public void Close()
    {
        _registration?.Remove();
        Socket?.Dispose();
    }

    private void BeginConnect()
    {
        SocketError begun = Socket!.BeginConnect(target);
        if (begun == SocketError.WouldBlock)
        {
            // The backlog of a named pipe is full and says nothing when it is not: only trying again helps, until the deadline.
            loop.Post(this);
            return;
        }

        if (begun is not (SocketError.Success or SocketError.InProgress))
        {
            throw new SocketException((int)begun);
        }

        _registration = loop.Add(Socket, this);
    }

    private static void Require(SocketError error)
    {
        if (error != SocketError.Success)
        {
            throw new SocketException((int)error);
        }
    }

    private bool Send()
    {
        if (exchange is null)
        {
            return true;
        }

        IoResult result = Socket!.Send(exchange.Request.Span[_sent..]);
        _sent += result.Bytes;
        bool isWhole = _sent == exchange.Request.Length;
        if (!result.IsBlocked)
        {
            Require(result.Error);
        }

        return isWhole;
    }

    private void Receive()
    {
        Opening? outcome = exchange is null ? new Opening(OpeningOutcome.Open, "") : null;
        while (outcome is null)
        {
            IoResult result = Socket!.Receive(exchange!.Wanted.Span);
            if (result.IsBlocked)
            {
                return;
            }

            Require(result.Error);
            outcome = exchange.Take(result.Bytes);
        }

        _registration!.Remove();
        if (LeavesAtOnce)
        {
            Socket!.Dispose();
        }

        _completed.TrySetResult(outcome.Value);
    }
}

/// <summary>Closes openings on the loop's thread, which alone may touch them.</summary>
internal sealed class LoopClosing(IReadOnlyList<LoopOpening> openings) : ILoopWork
{
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when they are closed.</summary>
    public Task Completed => _completed.Task;

    /// <inheritdoc/>
    public void Run()
    {
        foreach (LoopOpening opening in openings)
        {
            opening.Close();
        }

        _completed.TrySetResult();
    }

    /// <inheritdoc/>
    public void OnFault(Exception exception) => _completed.TrySetException(exception);
}
