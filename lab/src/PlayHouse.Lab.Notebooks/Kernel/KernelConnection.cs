using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Where a kernel listens, and the key that signs its messages: what a connection file says. Immutable, any thread.</summary>
/// <param name="Shell">Address of requests.</param>
/// <param name="Control">Address of interrupt and shutdown.</param>
/// <param name="Stdin">Address of input, which is never asked for.</param>
/// <param name="IoPub">Address of everything cells put out.</param>
/// <param name="Heartbeat">Address of pings.</param>
/// <param name="Key">The key.</param>
public sealed record KernelConnection(string Shell, string Control, string Stdin, string IoPub, string Heartbeat, ReadOnlyMemory<byte> Key)
{
    private const string Scheme = "hmac-sha256";

    /// <summary>Reads a connection file. Throws <see cref="LabInputException"/>.</summary>
    public static KernelConnection Load(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        try
        {
            FileInfo file = new(path);
            return file.Length <= KernelLimits.ConnectionFileBytesMax
                ? Parse(File.ReadAllText(path))
                : throw new LabInputException([$"{path} is no connection file: it is longer than {KernelLimits.ConnectionFileBytesMax / 1024} KB."]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LabInputException([$"{path} cannot be read: {e.Message}"]);
        }
        catch (FormatException e)
        {
            throw new LabInputException([$"{path} is no connection file: {e.Message}"]);
        }
    }

    /// <summary>Reads the text of one. Throws <see cref="FormatException"/>.</summary>
    internal static KernelConnection Parse(string text)
    {
        JsonObject file = Object(text);
        string transport = IpynbFile.Text(file["transport"]) ?? "tcp", ip = IpynbFile.Text(file["ip"]) ?? "", key = IpynbFile.Text(file["key"]) ?? "";
        if (transport is not ("tcp" or "ipc"))
        {
            throw new FormatException($"'transport' is '{transport}'; tcp and ipc are known.");
        }

        if (IpynbFile.Text(file["signature_scheme"]) is { } scheme && scheme != Scheme)
        {
            throw new FormatException($"'signature_scheme' is '{scheme}'; {Scheme} is known.");
        }

        // Without a key every local program could run code here.
        if (key.Length == 0)
        {
            throw new FormatException("'key' is empty; messages must be signed.");
        }

        if (transport == "tcp" && !IPAddress.TryParse(ip, out _))
        {
            throw new FormatException($"'ip' is '{ip}', which is no address.");
        }

        string Address(string name) => transport == "tcp" ? $"tcp://{Host(ip)}:{Port(file, name)}" : $"ipc://{ip}-{Port(file, name)}";
        return new KernelConnection(
            Address("shell_port"), Address("control_port"), Address("stdin_port"), Address("iopub_port"), Address("hb_port"), Encoding.UTF8.GetBytes(key));
    }

    private static JsonObject Object(string text)
    {
        try
        {
            return JsonNode.Parse(text) as JsonObject ?? throw new FormatException("it is no JSON object.");
        }
        catch (JsonException e)
        {
            throw new FormatException($"it is not JSON: {e.Message}", e);
        }
    }

    private static string Host(string ip) => ip.Contains(':', StringComparison.Ordinal) ? $"[{ip}]" : ip;

    private static string Port(JsonObject file, string name) => file[name] is JsonValue value && value.TryGetValue(out int port) && port is > 0 and <= 65_535
        ? port.ToString(CultureInfo.InvariantCulture)
        : throw new FormatException($"'{name}' is no port.");
}
