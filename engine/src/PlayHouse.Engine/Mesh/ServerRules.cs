using System.Globalization;
using System.Net;
using System.Text;

namespace PlayHouse.Engine.Mesh;

/// <summary>What a server's description must fulfil.</summary>
internal static class ServerRules
{
    /// <summary>Longest server id: the longest routing id of libzmq.</summary>
    public const int IdBytesMax = 255;

    /// <summary>Longest id of an own server: with the longest message id it fits a route header.</summary>
    public const int OwnIdBytesMax = 128;

    private const int WeightMax = 1_000_000;
    private const string Scheme = "tcp://";

    /// <summary>Adds one sentence per error of a list.</summary>
    public static void Check(IReadOnlyList<ServerEntry> servers, List<string> errors)
    {
        foreach (ServerEntry server in servers)
        {
            Check(server, errors);
        }

        foreach (IGrouping<string, ServerEntry> same in servers.GroupBy(s => s.ServerId, StringComparer.Ordinal).Where(g => g.Count() > 1))
        {
            errors.Add($"Server '{same.Key}' is listed {same.Count()} times.");
        }

        foreach (IGrouping<string?, ServerEntry> same in servers
            .Where(s => s.PublicKey is not null)
            .GroupBy(s => s.PublicKey, StringComparer.Ordinal)
            .Where(g => g.Count() > 1))
        {
            errors.Add(
                $"Servers {string.Join(", ", same.Select(s => $"'{s.ServerId}'"))} have the same public key; each takes one of its own.");
        }
    }

    public static bool IsLegal(ServerEntry server)
    {
        List<string> errors = [];
        Check(server, errors);
        return errors.Count == 0;
    }

    public static void Check(ServerEntry server, List<string> errors)
    {
        CheckId(server.ServerId, errors);
        if (!IsAddress(server.Address, isPortZeroLegal: false))
        {
            errors.Add(
                $"Server '{server.ServerId}' has the address '{server.Address}'; it takes tcp://host:port with a port from 1 to 65535.");
        }

        if (server.Weight is < 1 or > WeightMax)
        {
            errors.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"Server '{server.ServerId}' has weight {server.Weight}; it takes 1 to {WeightMax}."));
        }

        if (server.PublicKey is { } key && !Z85.IsKey(key))
        {
            errors.Add($"Server '{server.ServerId}' has a public key that is not one: it takes 40 characters in Z85.");
        }

        if (server.ServiceId < 0)
        {
            errors.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"Server '{server.ServerId}' has service id {server.ServiceId}; it takes 0 or more."));
        }
    }

    public static bool IsOwnId(string? id) => !string.IsNullOrEmpty(id) && Encoding.UTF8.GetByteCount(id) <= OwnIdBytesMax;

    public static string KeyMissing(string serverId) =>
        $"Server '{serverId}' is listed without a public key, and this one has a secret key: the directory must list the public key of every server.";

    /// <summary>True for a legal address that only programs of this machine reach.</summary>
    public static bool IsThisMachine(string address)
    {
        if (!IsAddress(address, isPortZeroLegal: true))
        {
            return false;
        }

        string host = address[Scheme.Length..address.LastIndexOf(':')].Trim('[', ']');
        return host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host, out IPAddress? ip) && IPAddress.IsLoopback(ip));
    }

    public static void CheckId(string id, List<string> errors)
    {
        int bytes = id is null ? 0 : Encoding.UTF8.GetByteCount(id);
        if (bytes is 0 or > IdBytesMax || id!.Contains('\0', StringComparison.Ordinal))
        {
            errors.Add($"Server id '{id}' has {bytes} UTF-8 bytes; it takes 1 to {IdBytesMax}, none of them zero.");
        }
    }

    /// <summary>True for <c>tcp://host:port</c>; the host may be <c>*</c> only where port 0 is legal, when listening.</summary>
    public static bool IsAddress(string? address, bool isPortZeroLegal)
    {
        if (address is null || !address.StartsWith(Scheme, StringComparison.Ordinal))
        {
            return false;
        }

        int colon = address.LastIndexOf(':');
        string host = colon > Scheme.Length ? address[Scheme.Length..colon] : "";
        return host.Length > 0
            && !host.Any(char.IsWhiteSpace)
            && (isPortZeroLegal || host != "*")
            && ushort.TryParse(address[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out ushort port)
            && (isPortZeroLegal || port != 0);
    }
}
