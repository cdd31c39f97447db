using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>What a load balancer sends before the bytes of its client, and clients that come through one.</summary>
internal static class Balancer
{
    private static readonly byte[] Signature = [.. "\r\n\r\n\0\r\nQUIT\n"u8];

    /// <summary>Every listener of <see cref="Transports.All"/> takes headers.</summary>
    public static PlayServerOptions All(PlayServerOptions options)
    {
        PlayServerOptions all = Transports.All(options);
        return all with
        {
            TcpProxyProtocol = true,
            TlsListeners = [.. all.TlsListeners.Select(l => l with { ProxyProtocol = true })],
            WebSocketListeners = [.. all.WebSocketListeners.Select(l => l with { ProxyProtocol = true })],
        };
    }

    public static byte[] Text(string address) =>
        Encoding.ASCII.GetBytes($"PROXY TCP{(address.Contains(':', StringComparison.Ordinal) ? 6 : 4)} {address} {address} 56324 443\r\n");

    /// <summary>With a field behind the addresses, as balancers send them.</summary>
    public static byte[] Binary(string address)
    {
        byte[] bytes = IPAddress.Parse(address).GetAddressBytes();
        byte[] body = [.. bytes, .. bytes, 0xdc, 0x04, 0x01, 0xbb, 0x04, 0x00, 0x02, 0x01, 0x02];
        return Binary(0x21, bytes.Length == 4 ? (byte)0x11 : (byte)0x21, body);
    }

    public static byte[] Binary(byte command, byte family, params byte[] body) => [.. Signature, command, family, (byte)(body.Length >> 8), (byte)body.Length, .. body];

    public static IPEndPoint EndPointOf(this GameServer server, Wire wire) => wire switch
    {
        Wire.Tcp => server.Server.TcpEndPoint,
        Wire.Tls => server.Server.TlsEndPoints[0],
        _ => server.Server.WebSocketEndPoints[wire == Wire.WebSocket ? 0 : 1],
    };

    public static async Task<RawClient> ConnectAsync(this GameServer server, Wire wire, byte[] header, bool isByteByByte = false) =>
        await server.ConnectAsync(wire, new AnnouncingStream(await Transports.OpenAsync(server.EndPointOf(wire)), header, isByteByByte));

    public static async Task<RawClient> JoinAsync(this GameServer server, Wire wire, byte[] header, string account, bool isByteByByte = false) =>
        await GameServer.JoinAsync(await server.ConnectAsync(wire, header, isByteByByte), 1, account);

    /// <summary>A client over bytes that the test controls.</summary>
    public static async Task<RawClient> ConnectAsync(this GameServer server, Wire wire, Stream below) => wire switch
    {
        Wire.Tcp => new RawClient(null, below),
        Wire.Tls => new RawClient(null, await HandshakeAsync(below)),
        _ => new RawClient(null, await OpenWebSocketAsync(server.EndPointOf(wire), below, wire == Wire.SecureWebSocket)),
    };

    private static async Task<Stream> HandshakeAsync(Stream below)
    {
        SslStream stream = new(below);
        await stream.AuthenticateAsClientAsync(Trusting());
        return stream;
    }

    private static async Task<Stream> OpenWebSocketAsync(IPEndPoint endPoint, Stream below, bool isSecure)
    {
        ClientWebSocket socket = new();
        SocketsHttpHandler handler = new() { ConnectCallback = (_, _) => ValueTask.FromResult(below), SslOptions = Trusting() };
        using HttpMessageInvoker invoker = new(handler, disposeHandler: false);
        await socket.ConnectAsync(new Uri($"{(isSecure ? "wss" : "ws")}://127.0.0.1:{endPoint.Port}/ws"), invoker, CancellationToken.None);
        return WebSocketStream.Create(socket, WebSocketMessageType.Binary, ownsWebSocket: true);
    }

    private static SslClientAuthenticationOptions Trusting() => new()
    {
        TargetHost = "localhost",
        RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.GetCertHashString() == Transports.ServerCertificate.Thumbprint,
    };

    /// <summary>Sends the header together with the first bytes, or byte by byte before them.</summary>
    private sealed class AnnouncingStream(Socket socket, byte[] header, bool isByteByByte) : NetworkStream(socket, ownsSocket: true)
    {
        private byte[] _header = header;

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            byte[] header = _header;
            _header = [];
            if (!isByteByByte)
            {
                await base.WriteAsync(header.Concat(buffer.ToArray()).ToArray(), cancellationToken);
                return;
            }

            foreach (byte one in header)
            {
                await base.WriteAsync(new[] { one }, cancellationToken);
                await Task.Yield();
            }

            await base.WriteAsync(buffer, cancellationToken);
        }
    }
}
