using System.Globalization;

namespace PlayHouse.Engine.Mesh;

/// <summary>A fixed list of servers. Any thread.</summary>
public sealed class StaticServerDirectory : IServerDirectory
{
    private const string Form = "'id=host:port', with ';service=N', ';kind=play|api', ';weight=N' or ';key=public key' behind it";

    /// <summary>A directory of these servers.</summary>
    /// <exception cref="ArgumentException">An entry is wrong or an id stands twice.</exception>
    public StaticServerDirectory(IReadOnlyList<ServerEntry> servers)
    {
        ArgumentNullException.ThrowIfNull(servers);
        List<string> errors = [];
        ServerRules.Check(servers, errors);
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(servers));
        }

        Servers = servers;
    }

    /// <summary>The list.</summary>
    public IReadOnlyList<ServerEntry> Servers { get; }

    /// <summary>
    /// Reads a list like <c>play-1=10.0.0.1:7000,api-1=10.0.0.2:7000;service=2;kind=api;weight=3</c>. The scheme
    /// <c>tcp://</c> may be left out. A server's public key is <c>;key=…</c>.
    /// </summary>
    /// <exception cref="FormatException">The text is wrong; the message names every wrong part.</exception>
    public static StaticServerDirectory Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        List<string> errors = [];
        List<ServerEntry> servers = [];
        foreach (string part in text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (ParseServer(part, errors) is { } server)
            {
                servers.Add(server);
            }
        }

        if (servers.Count == 0 && errors.Count == 0)
        {
            errors.Add($"The list of servers is empty; it takes {Form}, separated by commas.");
        }

        ServerRules.Check(servers, errors);
        return errors.Count == 0 ? new StaticServerDirectory(servers) : throw new FormatException(string.Join(Environment.NewLine, errors));
    }

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation) => new(Servers);

    private static ServerEntry? ParseServer(string part, List<string> errors)
    {
        string[] fields = part.Split(';', StringSplitOptions.TrimEntries);
        int equals = fields[0].IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0 || equals == fields[0].Length - 1)
        {
            errors.Add($"'{part}' is no server; it takes {Form}.");
            return null;
        }

        string address = fields[0][(equals + 1)..].Trim();
        address = address.Contains("://", StringComparison.Ordinal) ? address : "tcp://" + address;
        ServerEntry server = new(fields[0][..equals].Trim(), address);
        foreach (string field in fields.Skip(1))
        {
            if (ParseField(server, field) is { } next)
            {
                server = next;
                continue;
            }

            errors.Add($"'{field}' in '{part}' is unknown or no legal value; it takes {Form}.");
        }

        return server;
    }

    private static ServerEntry? ParseField(ServerEntry server, string field)
    {
        string[] pair = field.Split('=', 2, StringSplitOptions.TrimEntries);
        string value = pair.Length == 2 ? pair[1] : "";
        bool isNumber = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number);
        return (pair[0], value) switch
        {
            ("service", _) when isNumber => server with { ServiceId = number },
            ("weight", _) when isNumber => server with { Weight = number },
            ("key", _) when Z85.IsKey(value) => server with { PublicKey = value },
            ("kind", "play") => server with { Kind = ServerKind.Play },
            ("kind", "api") => server with { Kind = ServerKind.Api },
            _ => null,
        };
    }
}
