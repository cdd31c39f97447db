using System.Net;
using PlayHouse.Engine.Hosting.Listening;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Hosting;

/// <summary>Everything a server listens on. Opened as a whole or not at all.</summary>
internal sealed class Listeners : IAsyncDisposable
{
    private readonly List<TcpAcceptor> _acceptors = [];
    private readonly List<WebSocketListener> _webSockets = [];
    private readonly List<IPEndPoint> _tls = [];

    public IPEndPoint? Tcp { get; private set; }

    /// <summary>The TLS end points in the order of the options.</summary>
    public IReadOnlyList<IPEndPoint> Tls => _tls;

    /// <summary>The WebSocket end points in the order of the options.</summary>
    public IReadOnlyList<IPEndPoint> WebSockets => [.. _webSockets.Select(w => w.EndPoint)];

    /// <summary>Binds everything, then accepts.</summary>
    public async Task OpenAsync(SessionContext engine, PlayServerOptions options)
    {
        if (options.TcpEndPoint is { } tcp)
        {
            _acceptors.Add(new TcpAcceptor(engine, tcp, isBehindProxy: options.TcpProxyProtocol));
            Tcp = _acceptors[^1].EndPoint;
        }

        foreach (TlsListenOptions tls in options.TlsListeners)
        {
            _acceptors.Add(new TcpAcceptor(engine, tls.EndPoint, new TlsIdentity(tls.Tls, engine.ReportHandlerFailure), tls.ProxyProtocol));
            _tls.Add(_acceptors[^1].EndPoint);
        }

        foreach (WebSocketListenOptions webSocket in options.WebSocketListeners)
        {
            WebSocketListener listener = new(engine, webSocket);
            _webSockets.Add(listener);
            await listener.StartAsync();
        }

        foreach (TcpAcceptor acceptor in _acceptors)
        {
            acceptor.Start();
        }
    }

    /// <summary>
    /// Accepts nothing more. Connections of WebSockets stay open until their sessions end, at <paramref name="deadline"/> at the latest.
    /// </summary>
    public async Task StopAcceptingAsync(CancellationToken deadline)
    {
        foreach (WebSocketListener listener in _webSockets)
        {
            listener.BeginStop(deadline);
        }

        foreach (TcpAcceptor acceptor in _acceptors)
        {
            await acceptor.StopAsync();
        }
    }

    /// <summary>Awaits the HTTP servers below the WebSockets. After the last session.</summary>
    public Task EndAsync() => Task.WhenAll(_webSockets.Select(w => w.EndStopAsync()));

    public async ValueTask DisposeAsync()
    {
        foreach (TcpAcceptor acceptor in _acceptors)
        {
            acceptor.Dispose();
        }

        foreach (WebSocketListener listener in _webSockets)
        {
            await listener.DisposeAsync();
        }
    }
}
