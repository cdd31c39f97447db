using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Services;

/// <summary>
/// The dashboard as a process that another one started: it says on standard output where it is, one JSON object a line, answers each line
/// on standard input with a new sign-in link, and ends when standard input ends, so that it never outlives who started it.
/// </summary>
internal static class DashboardProcess
{
    private const int BadInput = 2;

    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, TextReader input, TextWriter output)
    {
        DashboardOptions options;
        LabWorkspace workspace;
        try
        {
            options = DashboardOptions.Parse(arguments, Environment.GetEnvironmentVariable(DashboardOptions.TokenVariable));
            workspace = LabWorkspace.Find();
        }
        catch (Exception e) when (e is ArgumentException or DirectoryNotFoundException)
        {
            Say(output, new { @event = "error", text = e.Message });
            return BadInput;
        }

        await using LabAccess lab = LabAccess.Of(workspace, options.Lab);
        await using WebApplication app = DashboardApp.Build(options, lab, TimeProvider.System);
        try
        {
            await app.StartAsync();
        }
        catch (IOException e) when (e.InnerException is Microsoft.AspNetCore.Connections.AddressInUseException || e.InnerException is SocketException)
        {
            Say(output, new { @event = "error", text = $"Port {options.Port} of {options.Address} is taken by another program. Choose another with --port, or --port 0 for a free one." });
            return BadInput;
        }

        DashboardPlace place = app.Services.GetRequiredService<DashboardPlace>();
        SignInCodes codes = app.Services.GetRequiredService<SignInCodes>();
        Say(output, new { @event = "ready", url = place.Url, link = place.SignInLink(codes.Issue()) });
        _ = AnswerAsync(input, () => Say(output, new { @event = "link", link = place.SignInLink(codes.Issue()) }), app.Lifetime);
        await app.WaitForShutdownAsync();
        return 0;
    }

    // Not awaited at the end: a read of standard input cannot be taken back, and the process is over by then.
    private static async Task AnswerAsync(TextReader input, Action answer, IHostApplicationLifetime lifetime)
    {
        // Off the caller's thread: the first read of a console blocks.
        await Task.Yield();
        while (await input.ReadLineAsync() is not null)
        {
            answer();
        }

        lifetime.StopApplication();
    }

    private static void Say(TextWriter output, object line)
    {
        output.WriteLine(JsonSerializer.Serialize(line));
        output.Flush();
    }
}

/// <summary>Where this dashboard can be reached; known once it listens. Reads from any thread.</summary>
public sealed class DashboardPlace
{
    private Uri _uri = new("http://127.0.0.1/");

    /// <summary>Address of the first page.</summary>
    public string Url => _uri.AbsoluteUri;

    /// <summary>Port.</summary>
    public int Port => _uri.Port;

    /// <summary>Names under which a browser may ask for pages, with the port; everything else is another site's name for this address.</summary>
    public IReadOnlySet<string> Hosts { get; private set; } = new HashSet<string>();

    /// <summary>Origins that may open a circuit or send a form.</summary>
    public IReadOnlySet<string> Origins { get; private set; } = new HashSet<string>();

    /// <summary>A link that signs its user in.</summary>
    public string SignInLink(string code) => $"{Url}sign-in?code={code}";

    /// <summary>Called once, when the port is known.</summary>
    public void Settle(IPAddress address, int port)
    {
        ArgumentNullException.ThrowIfNull(address);
        string own = address.AddressFamily == AddressFamily.InterNetworkV6 ? $"[{address}]" : address.ToString();
        string[] names = IPAddress.IsLoopback(address) ? [own, "localhost"] : [own, "localhost", "127.0.0.1"];
        bool isAny = address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);
        names = isAny ? ["localhost", "127.0.0.1", "[::1]", Environment.MachineName] : names;
        _uri = new UriBuilder("http", isAny ? "127.0.0.1" : own, port).Uri;
        Hosts = names.Select(n => WithPort(n, port)).ToHashSet(StringComparer.OrdinalIgnoreCase);
        Origins = Hosts.Select(h => $"http://{h}").ToHashSet(StringComparer.OrdinalIgnoreCase);
    }

    private static string WithPort(string name, int port) => port == 80 ? name : FormattableString.Invariant($"{name}:{port}");
}
