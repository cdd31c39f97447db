using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Handshakes. Alone in its collection: threads are those of the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class TlsTests
{
    [Theory]
    [InlineData(SslProtocols.Tls12)]
    [InlineData(SslProtocols.Tls13)]
    public async Task Handshake_OfModernVersions_Succeeds(SslProtocols version)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        Socket socket = await Transports.OpenAsync(server.Server.TlsEndPoints[0]);
        SslStream stream = await Transports.HandshakeAsync(socket, version);

        Assert.Equal(version, stream.SslProtocol);
        await using RawClient client = await GameServer.JoinAsync(new RawClient(socket, stream), 1, "alice");
        Assert.Equal("over TLS", (await client.RequestAsync("EchoRequest", 1, "over TLS")).Text);
    }

    [Theory]
    [Reaches(nameof(CloseReason.HandshakeFailed))]
    [InlineData("16030100310100002d0301")]
    [InlineData("474554202f20485454502f312e310d0a0d0a")]
    [InlineData("0c000000014101000000000000000000")]
    public async Task Handshake_OfAnOldVersionOrAnotherProtocol_FailsAlone(string hex)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        await using RawClient plain = await server.JoinAsync(1, "plain");
        using Socket socket = await Transports.OpenAsync(server.Server.TlsEndPoints[0]);
        byte[] bytes = Convert.FromHexString(hex);
        await socket.SendAsync(bytes);
        socket.Shutdown(SocketShutdown.Send);

        await server.UntilAsync(() => server.Counter("closes.handshake-failed") == 1, "the handshake has failed");
        await server.UntilAsync(() => server.Counter("sessions") == 1, "its place is free");
        Assert.Equal("untouched", (await plain.RequestAsync("EchoRequest", 1, "untouched")).Text);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.HandshakeTimeout), nameof(CloseReason.HandshakeTimeout))]
    public async Task HalfHandshakes_HundredOfThem_EndAtTheDeadlineAndTouchNobody()
    {
        int half = SoakSize.Or(100);
        EngineLimits limits = new() { HandshakeTimeout = TimeSpan.FromSeconds(3), ConnectionsPerAddressMax = half + 10 };
        await using GameServer server = await GameServer.StartAsync(limits, configure: Transports.All);
        await using RawClient plain = await server.JoinAsync(1, "plain");
        await using RawClient secure = await server.JoinAsync(Wire.Tls, 1, "secure");
        int threads = ThreadPool.ThreadCount;
        List<Socket> halves = [];
        for (int i = 0; i < half; i++)
        {
            Socket socket = await Transports.OpenAsync(i % 3 == 2 ? server.Server.WebSocketEndPoints[1] : server.Server.TlsEndPoints[0]);
            halves.Add(socket);
            if (i % 3 == 1)
            {
                // The first bytes of a client hello that never continues.
                await socket.SendAsync(Convert.FromHexString("16030102000100"));
            }
        }

        await server.UntilAsync(() => server.Counter("accepts") == half + 2, "all are accepted");
        Assert.Equal("meanwhile", (await plain.RequestAsync("EchoRequest", 1, "meanwhile")).Text);
        Assert.Equal("meanwhile", (await secure.RequestAsync("EchoRequest", 1, "meanwhile")).Text);
        Assert.InRange(ThreadPool.ThreadCount, 1, threads + 50);

        await server.UntilAsync(() => server.Counter("closes.handshake-timeout") == half, "all are closed");
        Assert.Equal((2, 0), (server.Counter("sessions"), server.Counter("closes.handshake-failed")));
        await using RawClient next = await server.JoinAsync(Wire.Tls, 1, "next");
        Assert.Equal("after", (await next.RequestAsync("EchoRequest", 1, "after")).Text);
        halves.ForEach(s => s.Dispose());
    }

    [Theory]
    [InlineData(ClientCertificateMode.None, false, true)]
    [InlineData(ClientCertificateMode.Optional, false, true)]
    [InlineData(ClientCertificateMode.Optional, true, true)]
    [InlineData(ClientCertificateMode.Required, true, true)]
    [InlineData(ClientCertificateMode.Required, false, false)]
    public async Task ClientCertificate_ByMode_LetsInWhoItShould(ClientCertificateMode mode, bool shows, bool isLetIn)
    {
        int asked = 0;
        TlsOptions tls = Transports.Tls with
        {
            ClientCertificates = mode,
            ValidateClientCertificate = (certificate, _, _) => Interlocked.Increment(ref asked) > 0 && certificate.Thumbprint == Transports.ClientCertificate.Thumbprint,
        };
        await using GameServer server = await GameServer.StartAsync(configure: o => Listen(o, tls));
        await using RawClient? client = await TryJoinAsync(server, shows);

        Assert.Equal((isLetIn, shows ? 1 : 0), (client is not null, asked));
        Assert.Equal(isLetIn ? 0 : 1, server.Counter("closes.handshake-failed"));
    }

    [Fact]
    public async Task ClientCertificate_WhoseCheckThrowsOrRefuses_FailsThatHandshakeOnly()
    {
        bool throws = true;
        TlsOptions tls = Transports.Tls with
        {
            ClientCertificates = ClientCertificateMode.Optional,
            ValidateClientCertificate = (_, _, _) => throws ? throw new FormatException("the host's check failed") : false,
        };
        await using GameServer server = await GameServer.StartAsync(configure: o => Listen(o, tls));
        Assert.Null(await TryJoinAsync(server, shows: true));
        throws = false;
        Assert.Null(await TryJoinAsync(server, shows: true));

        Assert.Equal(2, server.Counter("closes.handshake-failed"));
        await using RawClient? without = await TryJoinAsync(server, shows: false);
        Assert.NotNull(without);
        Assert.Equal(0, server.Counter("engine.faults"));
    }

    /// <summary>A certificate is renewed while the server runs; one that cannot be had leaves the last one in use.</summary>
    [Fact]
    public async Task Certificate_IsRenewedForTheNextConnections_OnEveryListener()
    {
        X509Certificate2 first = Transports.ServerCertificate, second = TlsCertificates.SelfSigned("renewed", IPAddress.Loopback);
        X509Certificate2Collection one = [first], other = [second];
        Func<X509Certificate2Collection> current = () => one;
        TlsOptions tls = Transports.Tls with { RenewedCertificate = () => current() };
        await using GameServer server = await GameServer.StartAsync(configure: o => o with
        {
            TlsListeners = [new TlsListenOptions { EndPoint = new IPEndPoint(IPAddress.Loopback, 0), Tls = tls }],
            WebSocketListeners = [new WebSocketListenOptions { EndPoint = new IPEndPoint(IPAddress.Loopback, 0), Tls = tls }],
        });
        IPEndPoint[] listeners = [server.Server.TlsEndPoints[0], server.Server.WebSocketEndPoints[0]];
        Assert.All(await ShownAsync(), thumbprint => Assert.Equal(first.Thumbprint, thumbprint));

        current = () => other;
        Assert.All(await ShownAsync(), thumbprint => Assert.Equal(second.Thumbprint, thumbprint));

        current = () => throw new FileNotFoundException("the certificate's file is gone");
        Assert.All(await ShownAsync(), thumbprint => Assert.Equal(second.Thumbprint, thumbprint));
        Assert.True(server.Log.Failures.OfType<FileNotFoundException>().Count() >= 2, "each listener tells of it");

        async Task<string[]> ShownAsync() => [await Transports.ThumbprintAsync(listeners[0]), await Transports.ThumbprintAsync(listeners[1])];
    }

    [Fact]
    public void Options_WithoutAPrivateKey_AreRefusedBeforeTheStart()
    {
        using var publicOnly = System.Security.Cryptography.X509Certificates.X509CertificateLoader.LoadCertificate(Transports.ServerCertificate.RawData);
        PlayServerOptions options = Listen(GameServer.Options(new GameLog()), new TlsOptions { Certificate = publicOnly }) with
        {
            WebSocketListeners = [new WebSocketListenOptions { EndPoint = null!, Path = "ws", AllowedOrigins = ["game.example"] }],
        };

        string message = Assert.Throws<ArgumentException>(() => new PlayServer(options)).Message;

        foreach (string part in new[] { "TlsListeners[0]", "private key", "WebSocketListeners[0]: EndPoint", "'ws'", "AllowedOrigins has 'game.example'" })
        {
            Assert.Contains(part, message, StringComparison.Ordinal);
        }
    }

    private static PlayServerOptions Listen(PlayServerOptions options, TlsOptions tls) =>
        options with { TlsListeners = [new TlsListenOptions { EndPoint = new(System.Net.IPAddress.Loopback, 0), Tls = tls }] };

    /// <summary>With TLS 1.3 a client learns only from its first read that its certificate was refused.</summary>
    private static async Task<RawClient?> TryJoinAsync(GameServer server, bool shows)
    {
        Socket socket = await Transports.OpenAsync(server.Server.TlsEndPoints[0]);
        try
        {
            SslStream stream = await Transports.HandshakeAsync(socket, certificate: shows ? Transports.ClientCertificate : null);
            RawClient client = new(socket, stream);
            await client.SendAsync(GameServer.AuthenticateId, 1, "alice");
            if (await client.TryReadAsync() is not null)
            {
                return client;
            }
        }
        catch (Exception exception) when (exception is IOException or AuthenticationException)
        {
        }

        socket.Dispose();
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the failed handshake has freed its place");
        return null;
    }
}
