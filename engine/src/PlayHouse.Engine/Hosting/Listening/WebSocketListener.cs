using System.IO.Pipelines;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tls;
using PlayHouse.Engine.Transport.WebSockets;

using ServerListenOptions = Microsoft.AspNetCore.Server.Kestrel.Core.ListenOptions;
using WebSocketOptions = Microsoft.AspNetCore.Builder.WebSocketOptions;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>
/// An HTTP/1.1 server whose only purpose is the WebSocket path. A connection takes its place, and the time of its
/// handshake runs, from the accept on, as on the other transports; one that ends without a WebSocket is a failed handshake.
/// </summary>
internal sealed class WebSocketListener : IAsyncDisposable
{
    private readonly SessionContext _engine;
    private readonly WebSocketListenOptions _options;
    private readonly WebApplication _host;
    private Task _stopping = Task.CompletedTask;
    private IPEndPoint? _endPoint;

    public WebSocketListener(SessionContext engine, WebSocketListenOptions options)
    {
        _engine = engine;
        _options = options;
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(Configure);
        builder.Services.AddSingleton<IHostLifetime, OwnedLifetime>();
        _host = builder.Build();
        WebSocketOptions webSockets = new() { KeepAliveInterval = Timeout.InfiniteTimeSpan };
        foreach (string origin in options.AllowedOrigins)
        {
            webSockets.AllowedOrigins.Add(origin);
        }

        MeteredUpgrade.Use(_host, webSockets);
        _host.Run(HandleAsync);
    }

    /// <summary>Where it listens; the port is the real one.</summary>
    public IPEndPoint EndPoint => _endPoint ?? _options.EndPoint;

    /// <summary>Binds and accepts.</summary>
    /// <exception cref="IOException">The end point cannot be bound.</exception>
    public async Task StartAsync()
    {
        await _host.StartAsync();
        Uri address = new(_host.Urls.First());
        _endPoint = new IPEndPoint(_options.EndPoint.Address, address.Port);
    }

    /// <summary>Begins to stop: nothing new comes in, sessions continue until they end.</summary>
    public void BeginStop(CancellationToken deadline) => _stopping = _host.StopAsync(deadline);

    public Task EndStopAsync() => _stopping;

    public ValueTask DisposeAsync() => _host.DisposeAsync();

    private void Configure(KestrelServerOptions server)
    {
        server.AddServerHeader = false;
        server.Limits.MaxConcurrentConnections = null;
        server.Limits.MinResponseDataRate = null;
        server.Limits.RequestHeadersTimeout = _engine.Limits.HandshakeTimeout;
        server.Limits.MaxRequestBodySize = 0;
        server.Listen(_options.EndPoint, Configure);
    }

    private void Configure(ServerListenOptions listen)
    {
        listen.Protocols = HttpProtocols.Http1;
        listen.Use(next => connection => GuardAsync(connection, next));
        if (_options.Tls is not { } tls)
        {
            return;
        }

        listen.Use(next => connection => CountRecordsAsync(connection, next));
        TlsIdentity identity = new(tls, _engine.ReportHandlerFailure);
        // The server's timer ends late handshakes and counts them: this deadline only has to be later.
        listen.UseHttps(new TlsHandshakeCallbackOptions
        {
            HandshakeTimeout = _engine.Limits.HandshakeTimeout + TimeSpan.FromSeconds(5),
            OnConnection = _ => ValueTask.FromResult(identity.Current),
        });
    }

    private async Task GuardAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        _engine.Counters.Count(EngineCounter.Accepts);
        Admission admission = default;
        CloseReason refusal = Descriptors.AreLow(connection.Features.Get<IConnectionSocketFeature>()?.Socket)
            ? CloseReason.ConnectionLimit
            : _options.ProxyProtocol ? _engine.Sessions.TryTakePlace(out admission)
            : _engine.Sessions.TryAdmit((connection.RemoteEndPoint as IPEndPoint)?.Address, out admission);
        if (refusal != CloseReason.None)
        {
            _engine.Counters.Count(refusal);
            connection.Abort();
            return;
        }

        PendingConnection pending = _engine.Pending.Add(admission, connection.Abort);
        connection.Features.Set(pending);
        try
        {
            if (!_options.ProxyProtocol || await ProxyHandshake.TryTakeAsync(connection, pending))
            {
                await next(connection);
            }
        }
        finally
        {
            pending.Fail(_engine.IsStopping ? CloseReason.ServerStopping : CloseReason.HandshakeFailed);
        }
    }

    /// <summary>Counts what comes below TLS: a client that delivers a record byte by byte is seen there only.</summary>
    private static async Task CountRecordsAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        IDuplexPipe below = connection.Transport;
        await using TlsRecords records = new(below.Input.AsStream(leaveOpen: true));
        CountedPipe counted = new(PipeReader.Create(records), below.Output);
        connection.Features.Set(records);
        connection.Transport = counted;
        try
        {
            await next(connection);
        }
        finally
        {
            await counted.Input.CompleteAsync();
            connection.Transport = below;
        }
    }

    private Task HandleAsync(HttpContext context)
    {
        if (context.Request.Path == _options.Path)
        {
            return WebSocketGate.HandleAsync(context, _engine);
        }

        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }

    private sealed record CountedPipe(PipeReader Input, PipeWriter Output) : IDuplexPipe;

    /// <summary>The play server starts and stops the listener; signals of the process are its host's business.</summary>
    private sealed class OwnedLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
