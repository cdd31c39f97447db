using System.Globalization;
using System.Net;

namespace PlayHouse.Dashboard.Services;

/// <summary>Where the dashboard listens and who may come in.</summary>
public sealed record DashboardOptions
{
    /// <summary>Variable with the code that opens a dashboard on an address other machines can reach.</summary>
    public const string TokenVariable = "PLAYHOUSE_DASHBOARD_TOKEN";

    /// <summary>Fewest characters of such a code.</summary>
    public const int TokenLengthMin = 24;

    /// <summary>Address to listen on.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Port; 0 takes a free one.</summary>
    public int Port { get; init; }

    /// <summary>A code that signs in more than once; null on loopback, where links are enough.</summary>
    public string? Token { get; init; }

    /// <summary>The lab's program, with its assembly where a host runs it; empty when none was given: then the one of the same build is used.</summary>
    public IReadOnlyList<string> Lab { get; init; } = [];

    /// <summary>The limits.</summary>
    public DashboardLimits Limits { get; init; } = new();

    /// <summary>Reads <c>--port N</c>, <c>--address A</c> and <c>--lab PROGRAM</c>. Throws <see cref="ArgumentException"/> with what to do.</summary>
    public static DashboardOptions Parse(IReadOnlyList<string> arguments, string? token)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var options = new DashboardOptions { Token = string.IsNullOrEmpty(token) ? null : token };
        for (int i = 0; i < arguments.Count; i += 2)
        {
            string value = i + 1 < arguments.Count ? arguments[i + 1] : throw new ArgumentException($"{arguments[i]} needs a value.");
            options = arguments[i] switch
            {
                "--port" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int port) && port <= IPEndPoint.MaxPort =>
                    options with { Port = port },
                "--port" => throw new ArgumentException($"--port takes 0 to {IPEndPoint.MaxPort}, not '{value}'."),
                "--address" when IPAddress.TryParse(value, out IPAddress? address) => options with { Address = address },
                "--address" => throw new ArgumentException($"--address takes an IP address, not '{value}'."),
                "--lab" when Path.IsPathFullyQualified(value) && File.Exists(value) => options with { Lab = [.. options.Lab, value] },
                "--lab" => throw new ArgumentException($"--lab takes the full path of the lab's program, not '{value}'."),
                _ => throw new ArgumentException($"Unknown option '{arguments[i]}'."),
            };
        }

        return Checked(options);
    }

    private static DashboardOptions Checked(DashboardOptions options)
    {
        if (options.Token is { } token && token.Length < TokenLengthMin)
        {
            throw new ArgumentException($"{TokenVariable} must have at least {TokenLengthMin} characters.");
        }

        // Every user who reaches the page can start and cancel runs: an address that others can reach needs a code that others do not have.
        return options.Token is null && !IPAddress.IsLoopback(options.Address)
            ? throw new ArgumentException(
                $"{options.Address} can be reached by other machines. Set {TokenVariable} to a code of at least {TokenLengthMin} characters, or leave --address out.")
            : options;
    }
}
