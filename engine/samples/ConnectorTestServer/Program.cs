using System.Globalization;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using PlayHouse.Engine;
using PlayHouse.Engine.Hosting;
using PlayHouse.Samples;
using PlayHouse.Samples.ConnectorTestServer;
using PlayHouse.Samples.ConnectorTestServer.Game;
using PlayHouse.Samples.ConnectorTestServer.Http;

EnvironmentSettings settings;
try
{
    settings = EnvironmentSettings.Read();
}
catch (FormatException exception)
{
    await Console.Error.WriteLineAsync(exception.Message);
    return 2;
}

using X509Certificate2 certificate = SelfSignedCertificate.Create();
if (settings.CertificateFile is { Length: > 0 } file)
{
    await File.WriteAllTextAsync(file, certificate.ExportCertificatePem());
}

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
builder.WebHost.UseKestrelHttpsConfiguration();
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.Listen(settings.Host, settings.HttpPort);
    kestrel.Listen(settings.Host, settings.HttpsPort, https => https.UseHttps(certificate));
});
// A WebSocket is a connection of both: the HTTP server must not wait for it before the play server may close it.
builder.Services.Configure<HostOptions>(options =>
{
    options.ServicesStopConcurrently = true;
    options.ShutdownTimeout = TimeSpan.FromSeconds(1.5);
});
builder.Services
    .AddPlayServer(play =>
    {
        play.TcpEndPoint = new IPEndPoint(settings.Host, settings.TcpPort).ToString();
        play.Limits = new EngineLimits
        {
            SendQueueBytesMax = 64 * 1024 * 1024,
            StopTimeout = TimeSpan.FromSeconds(1.5),
        };
        play.Customize = options => options with
        {
            TlsListeners = [new TlsListenOptions { EndPoint = new IPEndPoint(settings.Host, settings.TlsPort), Tls = new TlsOptions { Certificate = certificate } }],
        };
    })
    .UseStage<TestStage, TestActor>(TestStage.TypeName);

await using WebApplication app = builder.Build();
PlayServer server = app.Services.GetRequiredService<PlayServer>();
app.MapPlaySocket("/ws", server);
StageEndpoints.Map(app);
using IDisposable exports = MetricExport.StartIfAsked();
await app.StartAsync();
int[] ports = [.. app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Select(a => new Uri(a).Port)];
Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture, $"ready http={ports[0]} https={ports[1]} tcp={server.TcpEndPoint.Port} tls={server.TlsEndPoints[0].Port}"));
await app.WaitForShutdownAsync();
return 0;
