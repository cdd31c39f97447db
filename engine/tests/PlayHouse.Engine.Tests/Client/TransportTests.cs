using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using PlayHouse.Engine.Client.Tests.Fakes;
using PlayHouse.Engine.Tests.Fixtures;

namespace PlayHouse.Engine.Client.Tests;

public sealed class TransportTests
{
    [Theory]
    [InlineData("tcp")]
    [InlineData("tls")]
    [InlineData("ws")]
    [InlineData("wss")]
    public async Task EveryTransport_RequestsPushesAndLargePayloads_Arrive(string scheme)
    {
        await using FakeServer server = await FakeServer.EchoAsync(scheme);
        await using PlayClient client = await Clients.JoinAsync(server);
        TaskCompletionSource<ClientReply> pushed = new();
        client.Pushed += pushed.SetResult;
        byte[] large = new byte[1024 * 1024];
        new Random(1).NextBytes(large);

        Task<ClientReply>[] replies = [.. Enumerable.Range(0, 300).Select(i => client.RequestAsync("EchoRequest", BitConverter.GetBytes(i)))];
        Task<ClientReply> largeReply = client.RequestAsync("EchoRequest", large);
        await client.SendAsync("SendRequest", "one way"u8.ToArray());

        for (int i = 0; i < replies.Length; i++)
        {
            ClientReply reply = await replies[i].WaitAsync(Wait.Deadline);
            Assert.Equal(("EchoReply", i), (reply.MsgId, BitConverter.ToInt32(reply.Payload.Span)));
        }

        Assert.Equal(large, (await largeReply.WaitAsync(Wait.Deadline)).Payload.ToArray());
        ClientReply push = await pushed.Task.WaitAsync(Wait.Deadline);
        Assert.Equal(("SendReply", (ushort)0, "one way"), (push.MsgId, push.MsgSeq, System.Text.Encoding.UTF8.GetString(push.Payload.Span)));
        Assert.All(server.All.OfType<FakeWebSocketConnection>(), c => Assert.Equal(0, c.WrongMessages));
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("ws")]
    public async Task Reply_AtTheLimitOf10MiB_ArrivesAndOneByteMoreEndsTheConnection(string scheme)
    {
        await using FakeServer server = await FakeServer.StartAsync(scheme);
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server);
        await using PlayClient _ = client;
        int header = FakeConnection.Frame("LargeReply", 1, []).Length - 4;
        Task<ClientReply> fits = client.RequestAsync("LargeRequest", default);
        Task<ClientReply> tooLong = client.RequestAsync("LargeRequest", default);

        await connection.ReplyAsync((await connection.ReadAsync())!, new byte[ClientFrame.ReplyBytesMax - header]);
        Assert.Equal(ClientFrame.ReplyBytesMax - header, (await fits.WaitAsync(Wait.Deadline)).Payload.Length);
        FakeRequest second = (await connection.ReadAsync())!;
        byte[] longer = FakeConnection.Frame("LargeReply", second.MsgSeq, new byte[ClientFrame.ReplyBytesMax - header + 1]);
        await connection.SendAsync(longer.AsMemory(0, 1000));

        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(tooLong));
        await Wait.UntilAsync(() => client.LastDisconnect is not null, "the end is known");
        Assert.Equal(DisconnectKind.MalformedFrame, client.LastDisconnect!.Kind);
    }

    [Theory]
    [InlineData("tls")]
    [InlineData("wss")]
    public async Task Tls_CertificateNobodyVouchesFor_IsRefused(string scheme)
    {
        await using FakeServer server = await FakeServer.EchoAsync(scheme);
        await using PlayClient client = new();

        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(client.ConnectAsync(server.Uri)));
    }

    [Theory]
    [InlineData("localhost", false)]
    [InlineData("other.example", true)]
    public async Task Tls_TargetHost_IsTheNameThatIsChecked(string targetHost, bool isMismatch)
    {
        await using FakeServer server = await FakeServer.EchoAsync("tls");
        System.Net.Security.SslPolicyErrors seen = default;
        ClientTlsOptions tls = new()
        {
            TargetHost = targetHost,
            ServerCertificateValidation = (_, certificate, _, errors) =>
            {
                seen = errors;
                return certificate is not null;
            },
        };
        await using PlayClient client = new(new PlayClientOptions { Tls = tls });

        await client.ConnectAsync(new Uri($"tls://127.0.0.1:{server.Port}"));

        Assert.Equal(isMismatch, seen.HasFlag(System.Net.Security.SslPolicyErrors.RemoteCertificateNameMismatch));
    }

    /// <summary>The read of a session ticket and the goodbye may meet: OpenSSL refuses the latter then ("shutdown while in init").</summary>
    [Fact]
    public async Task Tls_GoodbyeThatTheHandshakeRefuses_ClosesTheSocketAllTheSame()
    {
        using TcpListener listener = new(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        using TcpClient near = new();
        await near.ConnectAsync((System.Net.IPEndPoint)listener.LocalEndpoint);
        using TcpClient far = await listener.AcceptTcpClientAsync();
        await using Connections.StreamLink link = new(near.Client, new RefusedGoodbye(near.GetStream()));

        await link.CloseOutputAsync(CancellationToken.None);

        Assert.Equal(0, await far.GetStream().ReadAsync(new byte[1]).AsTask().WaitAsync(Wait.Deadline));
    }

    [Fact]
    public async Task Tls_ClientCertificate_ReachesTheServer()
    {
        await using FakeServer server = await FakeServer.StartAsync("tls", FakeServer.AnswerAsync, wantsClientCertificate: true);
        ClientTlsOptions tls = FakeServer.Trusting with { ClientCertificates = new X509CertificateCollection { FakeServer.Certificate } };
        await using PlayClient client = await Clients.JoinAsync(server, new PlayClientOptions { Tls = tls });

        Assert.Equal(FakeServer.Certificate.GetCertHashString(), server.ClientCertificate?.GetCertHashString());
    }

    [Theory]
    [InlineData("http://localhost:1")]
    [InlineData("tcp://localhost")]
    public async Task Address_ThatNamesNoServer_IsRefused(string address)
    {
        await using PlayClient client = new();

        await Assert.ThrowsAsync<ArgumentException>(() => client.ConnectAsync(new Uri(address)));
    }

    [Fact]
    public async Task Connect_NobodyListens_FailsAndTheClientMayTryAgain()
    {
        FakeServer gone = await FakeServer.EchoAsync();
        await gone.DisposeAsync();
        await using PlayClient client = new();

        await Assert.ThrowsAsync<SocketException>(() => client.ConnectAsync(gone.Uri));
        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(client.ConnectAsync(new Uri($"ws://localhost:{gone.Port}/"))));
        await using FakeServer server = await FakeServer.EchoAsync();
        await client.ConnectAsync(server.Uri);
        await Assert.ThrowsAsync<InvalidOperationException>(() => client.ConnectAsync(server.Uri));

        Assert.Equal(ErrorCodes.Success, (await client.AuthenticateAsync("AuthenticateRequest", 1, default)).ErrorCode);
    }

    [Theory]
    [InlineData("tls")]
    [InlineData("ws")]
    public async Task Connect_HandshakeThatNeverEnds_FailsAtItsLimit(string scheme)
    {
        await using FakeServer silent = await FakeServer.StartAsync("tcp");
        await using PlayClient client = new(new PlayClientOptions { ConnectTimeout = TimeSpan.FromMilliseconds(200) });

        PlayClientException failure = await Assert.ThrowsAsync<PlayClientException>(
            () => client.ConnectAsync(new Uri($"{scheme}://localhost:{silent.Port}/")).WaitAsync(Wait.Deadline));

        Assert.Contains("within", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Options_OutsideTheirRange_AreAllNamedAtOnce()
    {
        ArgumentException failure = Assert.Throws<ArgumentException>(() => new PlayClient(new PlayClientOptions
        {
            RequestTimeout = TimeSpan.Zero, PumpMessagesMax = 0, SendBufferBytesMax = -1, Reconnect = new ReconnectPolicy { Jitter = 2, AttemptsMax = 0 },
        }));

        Assert.All(
            new[] { "RequestTimeout", "PumpMessagesMax", "SendBufferBytesMax", "Jitter", "AttemptsMax" },
            name => Assert.Contains(name, failure.Message, StringComparison.Ordinal));
    }
}
