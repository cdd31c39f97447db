using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Sockets;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// A plain socket of one event loop. Its descriptor is closed by the loop's thread after the session was retired, so no thread ever sends
/// or receives by a number that has become another connection's; until then a connection is ended by shutting it down.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The session disposes receiver and sender.")]
internal sealed class EpollConnection : Connection, IDescriptorHandler, ILoopWork
{
    private readonly EpollHome _home;
    private readonly Socket _socket;
    private readonly NonBlockingSocket _wire;
    private EpollReceiver? _receiver;
    private EpollSender? _sender;
    private Registration? _registration;
    private IFrameSink? _sink;
    private int _isClosed;
    private volatile bool _isRetired;

    public EpollConnection(EpollHome home, Socket socket)
    {
        _home = home;
        _socket = socket;
        _wire = NonBlockingSocket.Adopt(socket);
        home.Enter();
    }

    public override Receiver CreateReceiver(IFrameSink sink, ReceiveBuffer buffer)
    {
        _sink = sink;
        return _receiver = new EpollReceiver(sink, buffer, this, _wire);
    }

    public override Sender CreateSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump) =>
        _sender = new EpollSender(sink, pool, limits, pump, WriteBytesMax, _wire);

    public override void ShutDownSending() => ShutDown(SocketShutdown.Send);

    /// <remarks>The loop then finds the end of the stream, and a write that waits for room its failure.</remarks>
    public override void Abort() => ShutDown(SocketShutdown.Both);

    public override void Retire()
    {
        _isRetired = true;
        // A loop that takes no more has ended and has told its connections: no other thread uses the descriptor.
        if (_home.Loop.IsOnThread || !_home.Loop.Post(this))
        {
            Close();
        }
    }

    /// <summary>Gives the receiver a turn on the loop's thread. False when the loop has ended.</summary>
    public bool Schedule()
    {
        if (_home.Loop.IsOnThread && _registration is { } registration)
        {
            registration.RunAgain();
            return true;
        }

        return _home.Loop.Post(this);
    }

    public void OnReady(Readiness ready)
    {
        if ((ready & ~Readiness.Readable) != 0)
        {
            _sender!.OnRoom();
        }

        if ((ready & ~Readiness.Writable) != 0)
        {
            _receiver!.OnReadable(ready);
        }
    }

    public void Run()
    {
        if (_isRetired)
        {
            Close();
            return;
        }

        if (_registration is null)
        {
            // What is ready already is reported by the next wait.
            _registration = _home.Loop.Add(_wire, this);
        }

        _receiver!.Turn();
    }

    public void OnFault(Exception exception)
    {
        if (exception is not ObjectDisposedException)
        {
            _sink!.ReportFault(exception);
        }

        OnLoopEnded();
    }

    public void OnLoopEnded()
    {
        if (_isRetired)
        {
            Close();
            return;
        }

        _sink!.Close(CloseReason.ServerStopping);
        Abort();
        _sender!.OnRoom();
        _receiver!.EndOnLoop();
    }

    private void ShutDown(SocketShutdown how)
    {
        try
        {
            _socket.Shutdown(how);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The client was faster, or the connection is closed already.
        }
    }

    private void Close()
    {
        if (Interlocked.Exchange(ref _isClosed, 1) == 0)
        {
            _registration?.Remove();
            _wire.Dispose();
            _home.Leave();
        }
    }
}
