using System.Text.RegularExpressions;
using Xunit.Abstractions;

namespace PlayHouse.Samples.Tests;

/// <summary>The server that existing clients are tested against, asked by a client that was written in another language from the byte layout.</summary>
public sealed partial class ConnectorTestServerTests(ITestOutputHelper output) : IDisposable
{
    private readonly string _certificate = Path.Combine(Path.GetTempPath(), $"connector-{Guid.NewGuid():N}.pem");

    [Fact]
    public async Task IndependentClient_OverEveryTransport_FindsEverythingAsDescribed()
    {
        await using SampleProcess server = Start();
        string[] ports = await PortsAsync(server);
        await using SampleProcess client = SampleProcess.Start("python3", [Path.Combine(AppContext.BaseDirectory, "Samples", "interop", "connector_check.py"), "127.0.0.1", .. ports, _certificate]);

        int code = await client.ExitAsync();

        output.WriteLine(client.AllOutput);
        Assert.True(code == 0, client.AllOutput + "\n--- server ---\n" + server.AllOutput);
        Assert.Contains("17 held, 0 broken", client.AllOutput, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Sigterm_EndsIt()
    {
        await using SampleProcess server = Start();
        await PortsAsync(server);

        server.Signal("TERM");

        Assert.Equal(0, await server.ExitAsync());
    }

    [Fact]
    public async Task Shutdown_ByHttp_EndsIt()
    {
        await using SampleProcess server = Start();
        string[] ports = await PortsAsync(server);
        using HttpClient http = new();

        using HttpResponseMessage answer = await http.PostAsync(new Uri($"http://127.0.0.1:{ports[0]}/api/shutdown"), null);

        Assert.True(answer.IsSuccessStatusCode);
        Assert.Equal(0, await server.ExitAsync());
    }

    [Fact]
    public async Task WrongSettings_AreAllToldAtOnce()
    {
        await using SampleProcess server = SampleProcess.StartSample(
            "ConnectorTestServer", [], ("TEST_SERVER_HOST", "nowhere!"), ("TEST_SERVER_TCP_PORT", "99999"));

        Assert.Equal(2, await server.ExitAsync());
        Assert.Contains("TEST_SERVER_HOST is 'nowhere!'", server.AllOutput, StringComparison.Ordinal);
        Assert.Contains("TEST_SERVER_TCP_PORT is '99999'", server.AllOutput, StringComparison.Ordinal);
    }

    public void Dispose() => File.Delete(_certificate);

    private SampleProcess Start() => SampleProcess.StartSample(
        "ConnectorTestServer",
        [],
        ("TEST_SERVER_HOST", "127.0.0.1"),
        ("TEST_SERVER_HTTP_PORT", "0"),
        ("TEST_SERVER_HTTPS_PORT", "0"),
        ("TEST_SERVER_TCP_PORT", "0"),
        ("TEST_SERVER_TCP_TLS_PORT", "0"),
        ("TEST_SERVER_CERT_OUT", _certificate));

    /// <summary>HTTP, HTTPS, TCP, TLS, as the server says them when it is ready.</summary>
    private static async Task<string[]> PortsAsync(SampleProcess server)
    {
        Match ready = ReadyLine().Match(await server.LineAsync("ready http="));
        Assert.True(ready.Success);
        return [.. ready.Groups.Values.Skip(1).Select(g => g.Value)];
    }

    [GeneratedRegex("ready http=([0-9]+) https=([0-9]+) tcp=([0-9]+) tls=([0-9]+)")]
    private static partial Regex ReadyLine();
}
