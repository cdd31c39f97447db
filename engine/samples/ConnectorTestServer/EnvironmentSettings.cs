using System.Globalization;
using System.Net;

namespace PlayHouse.Samples.ConnectorTestServer;

/// <summary>Where the server listens, from the environment.</summary>
internal sealed record EnvironmentSettings(IPAddress Host, int HttpPort, int HttpsPort, int TcpPort, int TlsPort, string? CertificateFile)
{
    /// <summary>Reads the TEST_SERVER_ variables. All mistakes are told at once.</summary>
    /// <exception cref="FormatException">A variable is not what it should be.</exception>
    public static EnvironmentSettings Read()
    {
        List<string> errors = [];
        EnvironmentSettings settings = new(
            ReadHost(errors),
            ReadPort("TEST_SERVER_HTTP_PORT", 8080, errors),
            ReadPort("TEST_SERVER_HTTPS_PORT", 8443, errors),
            ReadPort("TEST_SERVER_TCP_PORT", 34001, errors),
            ReadPort("TEST_SERVER_TCP_TLS_PORT", 34002, errors),
            Environment.GetEnvironmentVariable("TEST_SERVER_CERT_OUT"));
        return errors.Count == 0 ? settings : throw new FormatException(string.Join(Environment.NewLine, errors));
    }

    private static IPAddress ReadHost(List<string> errors)
    {
        string? text = Environment.GetEnvironmentVariable("TEST_SERVER_HOST");
        if (string.IsNullOrEmpty(text) || text == "localhost")
        {
            return IPAddress.Loopback;
        }

        if (IPAddress.TryParse(text, out IPAddress? address))
        {
            return address;
        }

        errors.Add($"TEST_SERVER_HOST is '{text}'; it takes an IP address or localhost.");
        return IPAddress.Loopback;
    }

    private static int ReadPort(string name, int otherwise, List<string> errors)
    {
        string? text = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(text))
        {
            return otherwise;
        }

        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int port) && port <= IPEndPoint.MaxPort)
        {
            return port;
        }

        errors.Add($"{name} is '{text}'; it takes a port from 0 to {IPEndPoint.MaxPort}.");
        return otherwise;
    }
}
