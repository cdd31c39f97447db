using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>Ways to a server of the tests.</summary>
public enum Wire
{
    Tcp,
    Tls,
    WebSocket,
    SecureWebSocket,
}

/// <summary>Listeners of every kind, and clients for them.</summary>
internal static class Transports
{
    private static readonly Lazy<X509Certificate2> LazyServer = new(() => TlsCertificates.SelfSigned("localhost", IPAddress.Loopback));
    private static readonly Lazy<X509Certificate2> LazyClient = new(() => TlsCertificates.SelfSigned("client", IPAddress.Loopback));

    public static X509Certificate2 ServerCertificate => LazyServer.Value;

    public static X509Certificate2 ClientCertificate => LazyClient.Value;

    private static IPEndPoint AnyPort => new(IPAddress.Loopback, 0);

    public static TlsOptions Tls => new() { Certificate = ServerCertificate };

    /// <summary>All four, in the order of <see cref="Wire"/>.</summary>
    public static PlayServerOptions All(PlayServerOptions options) => options with
    {
        TlsListeners = [new TlsListenOptions { EndPoint = AnyPort, Tls = Tls }],
        WebSocketListeners = [new WebSocketListenOptions { EndPoint = AnyPort }, new WebSocketListenOptions { EndPoint = AnyPort, Tls = Tls }],
    };

    public static async Task<RawClient> ConnectAsync(this GameServer server, Wire transport)
    {
        switch (transport)
        {
            case Wire.Tcp:
                return await server.ConnectAsync();
            case Wire.Tls:
                Socket socket = await OpenAsync(server.Server.TlsEndPoints[0]);
                return new RawClient(socket, await HandshakeAsync(socket));
            case Wire.WebSocket:
                return new RawClient(null, WebSocketStream.Create(await OpenWebSocketAsync(server, transport), WebSocketMessageType.Binary, ownsWebSocket: true));
            default:
                return new RawClient(null, WebSocketStream.Create(await OpenWebSocketAsync(server, transport), WebSocketMessageType.Binary, ownsWebSocket: true));
        }
    }

    public static async Task<RawClient> JoinAsync(this GameServer server, Wire transport, long stageId, string account) =>
        await GameServer.JoinAsync(await server.ConnectAsync(transport), stageId, account);

    public static async Task<Socket> OpenAsync(IPEndPoint endPoint)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(endPoint);
        return socket;
    }

    public static async Task<SslStream> HandshakeAsync(Socket socket, SslProtocols protocols = SslProtocols.None, X509Certificate2? certificate = null)
    {
        SslStream stream = new(new NetworkStream(socket, ownsSocket: true));
        await stream.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost",
            EnabledSslProtocols = protocols,
            ClientCertificates = certificate is null ? null : [certificate],
            RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.GetCertHashString() == ServerCertificate.Thumbprint,
        });
        return stream;
    }

    /// <summary>Of the certificate that a listener shows, whichever it is.</summary>
    public static async Task<string> ThumbprintAsync(IPEndPoint endPoint)
    {
        string shown = "";
        using Socket socket = await OpenAsync(endPoint);
        await using SslStream stream = new(new NetworkStream(socket));
        await stream.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost",
            RemoteCertificateValidationCallback = (_, certificate, _, _) =>
            {
                shown = certificate!.GetCertHashString();
                return true;
            },
        });
        return shown;
    }

    public static async Task<ClientWebSocket> OpenWebSocketAsync(this GameServer server, Wire transport = Wire.WebSocket, string? origin = null)
    {
        bool isSecure = transport == Wire.SecureWebSocket;
        ClientWebSocket socket = new();
        socket.Options.RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.GetCertHashString() == ServerCertificate.Thumbprint;
        if (origin is not null)
        {
            socket.Options.SetRequestHeader("Origin", origin);
        }

        IPEndPoint endPoint = server.Server.WebSocketEndPoints[isSecure ? 1 : 0];
        await socket.ConnectAsync(new Uri($"{(isSecure ? "wss" : "ws")}://127.0.0.1:{endPoint.Port}/ws"), CancellationToken.None);
        return socket;
    }
}
