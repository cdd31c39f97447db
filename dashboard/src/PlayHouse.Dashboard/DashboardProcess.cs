using System.Net.Sockets;
using System.Text.Json;
using PlayHouse.Dashboard.Services;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard;

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
