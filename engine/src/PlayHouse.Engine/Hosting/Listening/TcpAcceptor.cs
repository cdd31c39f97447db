using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>Listens and turns connections into sessions. One loop, awaited by <see cref="StopAsync"/>.</summary>
internal sealed class TcpAcceptor : IDisposable
{
    /// <summary>Bursts of reconnecting clients wait here and not for a retransmission.</summary>
    private const int Backlog = 4096;

    private readonly SessionContext _engine;
    private readonly TlsIdentity? _tls;
    private readonly bool _isBehindProxy;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stop = new();
    private Task _loop = Task.CompletedTask;

    /// <summary>
    /// Binds and listens. With <paramref name="tls"/>, connections shake hands before they become sessions; with
    /// <paramref name="isBehindProxy"/>, they announce their client before that.
    /// </summary>
    /// <exception cref="SocketException">The address is in use or not this machine's.</exception>
    public TcpAcceptor(SessionContext engine, IPEndPoint endPoint, TlsIdentity? tls = null, bool isBehindProxy = false)
    {
        _engine = engine;
        _tls = tls;
        _isBehindProxy = isBehindProxy;
        _listener = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            if (endPoint.Address.Equals(IPAddress.IPv6Any))
            {
                // "Any" means IPv4, too, as it does for the WebSocket listener.
                _listener.DualMode = true;
            }

            _listener.Bind(endPoint);
            _listener.Listen(Backlog);
        }
        catch
        {
            _listener.Dispose();
            throw;
        }

        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
    }

    public IPEndPoint EndPoint { get; }

    public void Start() => _loop = AcceptAllAsync();

    public async Task StopAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await _loop;
    }

    public void Dispose()
    {
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAllAsync()
    {
        TimeSpan pause = TimeSpan.Zero;
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                Socket socket = await _listener.AcceptAsync(_stop.Token);
                pause = Descriptors.AreLow(socket) ? AcceptErrors.NextPause(pause) : TimeSpan.Zero;
                Admit(socket);
                if (pause > TimeSpan.Zero)
                {
                    _engine.Counters.Count(EngineCounter.AcceptBackOffs);
                    await PauseAsync(pause);
                }
            }
            catch (SocketException exception) when (!_stop.IsCancellationRequested)
            {
                AcceptErrorKind kind = AcceptErrors.KindOf(exception.SocketErrorCode);
                if (kind == AcceptErrorKind.Fatal)
                {
                    _engine.Counters.Count(EngineCounter.AcceptFatalErrors);
                    _engine.ReportHandlerFailure(exception);
                    return;
                }

                if (kind == AcceptErrorKind.Transient)
                {
                    _engine.Counters.Count(EngineCounter.AcceptTransientErrors);
                    continue;
                }

                _engine.Counters.Count(EngineCounter.AcceptBackOffs);
                pause = AcceptErrors.NextPause(pause);
                await PauseAsync(pause);
            }
            catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException or SocketException)
            {
                return;
            }
        }
    }

    private async Task PauseAsync(TimeSpan pause)
    {
        try
        {
            await Task.Delay(pause, _stop.Token);
        }
        catch (OperationCanceledException)
        {
            // Stopping: the loop's condition ends it.
        }
    }

    private void Admit(Socket socket)
    {
        _engine.Counters.Count(EngineCounter.Accepts);
        Admission admission = default;
        try
        {
            CloseReason refusal = Descriptors.AreLow(socket) ? CloseReason.ConnectionLimit
                : _isBehindProxy ? _engine.Sessions.TryTakePlace(out admission)
                : _engine.Sessions.TryAdmit(AddressOf(socket), out admission);
            if (refusal != CloseReason.None)
            {
                _engine.Counters.Count(refusal);
                socket.Dispose();
                return;
            }

            SendAtOnce(socket);
            if (_isBehindProxy)
            {
                ProxyHandshake.Start(_engine, _tls?.Current, socket, admission);
            }
            else if (_tls is null)
            {
                Session.TryStart(_engine, _engine.Transport.Sessions.CreateConnection(socket), admission);
            }
            else
            {
                TlsHandshake.Start(_engine, _tls.Current, socket, admission);
            }
        }
        catch (Exception exception)
        {
            // What fails, for want of memory or by a defect, is this connection only.
            _engine.ReportFault(exception);
            _engine.Sessions.Abandon(admission);
            socket.Dispose();
        }
    }

    private static void SendAtOnce(Socket socket)
    {
        try
        {
            socket.NoDelay = true;
        }
        catch (SocketException)
        {
            // The client is gone already: the first receive says so and counts the reason.
        }
    }

    /// <summary>The other side of a connection; null where the system does not tell.</summary>
    internal static IPAddress? AddressOf(Socket socket)
    {
        try
        {
            return (socket.RemoteEndPoint as IPEndPoint)?.Address;
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
