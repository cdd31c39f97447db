using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>One connection on its way: connects, says and hears what comes first, then leaves the loop with its socket open.</summary>
/// <remarks>Loop's thread, but for <see cref="Completed"/>, and <see cref="Socket"/> afterwards.</remarks>
internal sealed class LoopOpening(EventLoop loop, EndPoint target, IPEndPoint? source, int number, OpeningExchange? exchange) : ILoopWork, IDescriptorHandler
{
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Registration? _registration;
    private bool _isConnected;
    private int _sent;

    /// <summary>Ends when the connection is open, or with why it is not.</summary>
    public Task Completed => _completed.Task;

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
        _completed.TrySetException(exception is SocketException e ? OpeningErrors.NotConnected(number, target, e.Message) : exception);
        Close();
    }

    /// <inheritdoc/>
    public void OnLoopEnded() => OnFault(new OperationCanceledException());

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
        _registration.WatchWritable(true);
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

        _registration!.WatchWritable(!isWhole);
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

        if (outcome.Value.Outcome != OpeningOutcome.Open)
        {
            throw OpeningErrors.NotAuthenticated(number, outcome.Value);
        }

        _registration!.Remove();
        _completed.TrySetResult();
    }
}
