using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using PlayHouse.Engine.Api;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>What reaches a server by files and configuration alone: the strategies of a decision, listeners, certificates.</summary>
public sealed class ConfigurationTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("playhouse-configuration-");
    private readonly MemoryLog _log = new();
    private readonly ManualClock _clock = new();

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public async Task Strategies_OfADecision_AreWhatBothServersAreBuiltOf()
    {
        Put("strategies.json", """
            { "version": 1, "decision": "d-0007", "set": { "mailbox": { "use": "channel-bounded", "capacity": 512 }, "header-codec": "to-byte-array", "mux-emit": "gather" } }
            """);
        using IHost host = Build(("PlayServer:StrategiesFile", "strategies.json"), ("ApiServer:StrategiesFile", Path.Combine(_root.FullName, "strategies.json")));
        await host.StartAsync();

        IReadOnlyDictionary<string, string> play = host.Services.GetRequiredService<PlayServer>().BuiltStrategies;
        await host.StopAsync();

        Assert.Equal("channel-bounded{capacity=512}", play["mailbox"]);
        Assert.Contains(_log.Entries, e => e.Text == "PlayServer uses header-codec: to-byte-array, mailbox: channel-bounded{capacity=512} (strategies.json, decision d-0007).");
        Assert.Contains(_log.Entries, e => e.Text.StartsWith("ApiServer uses header-codec: to-byte-array, mailbox", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(null, "there is no such file")]
    [InlineData("{", "it is no JSON")]
    [InlineData("[]", "it holds no object")]
    [InlineData("""{ "version": 2, "set": 3, "xtra": 1 }""", "version must be 1", "set must be an object", "the key 'xtra' is not known")]
    [InlineData("""{ "version": 1, "set": { "malibox": "x", "mailbox": "y" } }""", "Did you mean 'mailbox'?", "Unknown strategy 'y'")]
    [InlineData("""{ "version": 1, "set": { "mailbox": 7 } }""", "set.mailbox must be a strategy")]
    [InlineData("""{ "version": 1, "set": {}, "decision": "../x" }""", "decision must be an id")]
    [InlineData("""{ "version": 1, "set": {}, "\u001b[2J": 1 }""", "the key '?[2J'")]
    public async Task Strategies_ThatCannotBeUsed_AreNamedBeforeAnythingRuns(string? text, params string[] expected)
    {
        if (text is not null)
        {
            Put("strategies.json", text);
        }

        using IHost host = Build(("PlayServer:StrategiesFile", "strategies.json"));

        OptionsValidationException wrong = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        Assert.All(expected, e => Assert.Contains(wrong.Failures, f => f.Contains(e, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Strategies_OfATooLongFile_AreNotRead()
    {
        Put("strategies.json", new string(' ', 65_537));
        using IHost host = Build(("PlayServer:StrategiesFile", "strategies.json"));

        OptionsValidationException wrong = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        Assert.Contains("it has 65537 bytes, at most 65536 are read", Assert.Single(wrong.Failures), StringComparison.Ordinal);
    }

    /// <summary>PEM with the key next to it and with the key in it, and PKCS #12; files that are replaced, also by halves.</summary>
    [Fact]
    public async Task Listeners_OfTheConfiguration_TakeClientsAndRenewTheirCertificates()
    {
        using X509Certificate2 first = Exportable("first"), second = Exportable("second");
        PutPem(first);
        Put("both.pem", first.ExportCertificatePem() + "\n" + Key(first));
        File.WriteAllBytes(Path.Combine(_root.FullName, "server.pfx"), first.Export(X509ContentType.Pkcs12, "secret"));
        using IHost host = Build(
            ("PlayServer:TlsListeners:0:EndPoint", "127.0.0.1:0"), ("PlayServer:TlsListeners:0:Certificate:Path", "server.pem"),
            ("PlayServer:TlsListeners:0:Certificate:KeyPath", "server.key"),
            ("PlayServer:TlsListeners:1:EndPoint", "127.0.0.1:0"), ("PlayServer:TlsListeners:1:Certificate:Path", "both.pem"),
            ("PlayServer:WebSocketListeners:0:EndPoint", "127.0.0.1:0"), ("PlayServer:WebSocketListeners:0:Certificate:Path", "server.pfx"),
            ("PlayServer:WebSocketListeners:0:Certificate:Password", "secret"), ("PlayServer:WebSocketListeners:0:AllowedOrigins:0", "https://game.example"));
        await host.StartAsync();
        PlayServer play = host.Services.GetRequiredService<PlayServer>();
        IPEndPoint[] listeners = [.. play.TlsEndPoints, .. play.WebSocketEndPoints];
        Assert.Equal(3, listeners.Length);
        foreach (IPEndPoint listener in listeners)
        {
            Assert.Equal(first.Thumbprint, await Transports.ThumbprintAsync(listener));
        }

        PutPem(second);
        File.SetLastWriteTimeUtc(Path.Combine(_root.FullName, "server.pem"), DateTime.UtcNow.AddMinutes(1));
        Assert.Equal(first.Thumbprint, await Transports.ThumbprintAsync(listeners[0]));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(second.Thumbprint, await Transports.ThumbprintAsync(listeners[0]));

        // Half of a renewal: the certificate of another key is told of, and the last one stays in use.
        Put("server.pem", first.ExportCertificatePem());
        File.SetLastWriteTimeUtc(Path.Combine(_root.FullName, "server.pem"), DateTime.UtcNow.AddMinutes(2));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(second.Thumbprint, await Transports.ThumbprintAsync(listeners[0]));
        await host.StopAsync();
        Assert.Contains(_log.Entries, e => e.Exception is not null);
    }

    [Fact]
    public async Task Listeners_BehindALoadBalancer_TakeNoClientWithoutAHeader()
    {
        using X509Certificate2 certificate = Exportable("first");
        PutPem(certificate);
        using IHost host = Build(
            ("PlayServer:TcpProxyProtocol", "true"), ("PlayServer:TlsListeners:0:EndPoint", "127.0.0.1:0"), ("PlayServer:TlsListeners:0:ProxyProtocol", "true"),
            ("PlayServer:TlsListeners:0:Certificate:Path", "server.pem"), ("PlayServer:TlsListeners:0:Certificate:KeyPath", "server.key"),
            ("PlayServer:WebSocketListeners:0:EndPoint", "127.0.0.1:0"), ("PlayServer:WebSocketListeners:0:ProxyProtocol", "true"));
        await host.StartAsync();
        PlayServer play = host.Services.GetRequiredService<PlayServer>();
        foreach (IPEndPoint listener in new[] { play.TcpEndPoint, play.TlsEndPoints[0], play.WebSocketEndPoints[0] })
        {
            using Socket socket = await Transports.OpenAsync(listener);
            await socket.SendAsync("GET / HTTP/1.1\r\n\r\n"u8.ToArray());
            Assert.Null(await new RawClient(socket).TryReadAsync());
        }

        Assert.Equal(3, play.ReadCounters()["closes.proxy-header"]);
        await host.StopAsync();
    }

    [Fact]
    public async Task Listeners_ThatCannotBeUsed_AreNamedTogether()
    {
        using X509Certificate2 first = Exportable("first");
        Put("public.pem", first.ExportCertificatePem());
        Put("broken.pem", "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----");
        using IHost host = Build(
            ("PlayServer:TlsListeners:0:EndPoint", "443"), ("PlayServer:TlsListeners:0:Certificate:Path", "missing.pem"),
            ("PlayServer:TlsListeners:1:EndPoint", "127.0.0.1:0"),
            ("PlayServer:WebSocketListeners:0:EndPoint", "127.0.0.1:0"), ("PlayServer:WebSocketListeners:0:Certificate:Path", "public.pem"),
            ("PlayServer:WebSocketListeners:1:EndPoint", "127.0.0.1:0"), ("PlayServer:WebSocketListeners:1:Certificate:Path", "broken.pem"),
            ("PlayServer:WebSocketListeners:1:Orgins:0", "x"));

        OptionsValidationException wrong = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        string[] expected =
        [
            "TlsListeners[0]: EndPoint '443'", "TlsListeners[0]: the certificate 'missing.pem' cannot be used", "TlsListeners[1]: Certificate:Path is missing",
            "WebSocketListeners[0]: the certificate 'public.pem' cannot be used", "WebSocketListeners[1]: the certificate 'broken.pem' cannot be used", "Orgins",
        ];
        Assert.All(expected, e => Assert.Contains(wrong.Failures, f => f.Contains(e, StringComparison.Ordinal)));
    }

    private static X509Certificate2 Exportable(string name)
    {
        using X509Certificate2 made = TlsCertificates.SelfSigned(name, IPAddress.Loopback);
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
    }

    private static string Key(X509Certificate2 certificate) => certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem();

    private void PutPem(X509Certificate2 certificate)
    {
        Put("server.pem", certificate.ExportCertificatePem());
        Put("server.key", Key(certificate));
    }

    private void Put(string name, string text) => File.WriteAllText(Path.Combine(_root.FullName, name), text);

    private IHost Build(params (string Key, string Value)[] configuration)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true, ContentRootPath = _root.FullName });
        builder.Configuration.AddInMemoryCollection([new("PlayServer:TcpEndPoint", "127.0.0.1:0"), .. configuration.Select(c => KeyValuePair.Create(c.Key, (string?)c.Value))]);
        builder.Services.AddSingleton(new ApiLog()).AddScoped<RequestScope>().AddSingleton<ILoggerProvider>(_log).AddSingleton<TimeProvider>(_clock);
        builder.Services.AddApiServer().UseController<GameController>();
        builder.Services.AddPlayServer().UseStage<ServiceStage, ServiceActor>("Room");
        return builder.Build();
    }
}
