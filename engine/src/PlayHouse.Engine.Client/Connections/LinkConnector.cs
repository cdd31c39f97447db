using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;

namespace PlayHouse.Engine.Client.Connections;

/// <summary>Opens the link that an address asks for.</summary>
internal static class LinkConnector
{
    private static readonly string[] Schemes = ["tcp", "tls", "ws", "wss"];

    /// <summary>Refuses addresses that no link can be made from.</summary>
    public static void Check(Uri server)
    {
        ArgumentNullException.ThrowIfNull(server);
        if (!server.IsAbsoluteUri || !Schemes.Contains(server.Scheme))
        {
            throw new ArgumentException(
                $"'{server}' is no server address: it begins with tcp://, tls://, ws:// or wss://.",
                nameof(server));
        }

        if (server.Scheme[0] == 't' && server.Port <= 0)
        {
            throw new ArgumentException($"'{server}' needs a port.", nameof(server));
        }
    }

    /// <summary>Connects within the time limit of the options.</summary>
    /// <exception cref="SocketException">No server listens there.</exception>
    /// <exception cref="PlayClientException">Any other reason, with <see cref="ErrorCodes.ClientDisconnected"/>.</exception>
    public static async Task<ClientLink> OpenAsync(ServerAddress server, PlayClientOptions options, CancellationToken cancellation)
    {
        using CancellationTokenSource late = new(options.ConnectTimeout, options.Clock);
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation, late.Token);
        try
        {
            return server.Uri?.Scheme is "ws" or "wss"
                ? await OpenWebSocketAsync(server.Uri, options.Tls, limit.Token)
                : await OpenStreamAsync(server, options.Tls, limit.Token);
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new PlayClientException(
                ErrorCodes.ClientDisconnected,
                $"No connection to {server} within {options.ConnectTimeout}.",
                exception);
        }
        catch (Exception exception) when (exception is AuthenticationException or WebSocketException or IOException or HttpRequestException)
        {
            throw new PlayClientException(ErrorCodes.ClientDisconnected, $"Connecting to {server} failed: {exception.Message}", exception);
        }
    }

    private static async Task<ClientLink> OpenStreamAsync(ServerAddress server, ClientTlsOptions tls, CancellationToken cancellation)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(server.EndPoint, cancellation);
            NetworkStream stream = new(socket, ownsSocket: false);
            return server.Uri?.Scheme == "tls"
                ? new StreamLink(socket, await SecureAsync(stream, server.Uri, tls, cancellation))
                : new StreamLink(socket, stream);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async Task<SslStream> SecureAsync(NetworkStream stream, Uri server, ClientTlsOptions tls, CancellationToken cancellation)
    {
        SslStream secured = new(stream);
        try
        {
            await secured.AuthenticateAsClientAsync(
                new SslClientAuthenticationOptions
                {
                    TargetHost = tls.TargetHost ?? server.IdnHost,
                    RemoteCertificateValidationCallback = tls.ServerCertificateValidation,
                    ClientCertificates = tls.ClientCertificates,
                    EnabledSslProtocols = tls.Protocols,
                },
                cancellation);
            return secured;
        }
        catch
        {
            await secured.DisposeAsync();
            throw;
        }
    }

    private static async Task<ClientLink> OpenWebSocketAsync(Uri server, ClientTlsOptions tls, CancellationToken cancellation)
    {
        ClientWebSocket socket = new();
        try
        {
            // The frame has heartbeats of its own.
            socket.Options.KeepAliveInterval = Timeout.InfiniteTimeSpan;
            using SocketsHttpHandler handler = new()
            {
                SslOptions = new SslClientAuthenticationOptions
                {
                    TargetHost = tls.TargetHost ?? server.IdnHost,
                    RemoteCertificateValidationCallback = tls.ServerCertificateValidation,
                    ClientCertificates = tls.ClientCertificates,
                    EnabledSslProtocols = tls.Protocols,
                },
            };
            using HttpMessageInvoker invoker = new(handler, disposeHandler: false);
            await socket.ConnectAsync(server, invoker, cancellation);
            return new WebSocketLink(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}

/// <summary>Where the server is: an end point (TCP) or a URI.</summary>
internal sealed record ServerAddress(EndPoint EndPoint, Uri? Uri)
{
    public static ServerAddress Of(Uri uri)
    {
        LinkConnector.Check(uri);
        EndPoint endPoint = IPAddress.TryParse(uri.IdnHost, out IPAddress? address)
            ? new IPEndPoint(address, uri.Port)
            : new DnsEndPoint(uri.IdnHost, uri.Port);
        return new ServerAddress(endPoint, uri);
    }

    public override string ToString() => Uri?.ToString() ?? $"tcp://{EndPoint}";
}
