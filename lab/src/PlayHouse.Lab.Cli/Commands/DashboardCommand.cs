using System.CommandLine;
using System.Net;
using PlayHouse.Lab.Cli.Dashboards;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab dashboard</c>: the pages over this workspace, as long as the command runs.</summary>
internal sealed class DashboardCommand : ICommandSource
{
    /// <summary>Port when the user names none: the same every time, so that bookmarks hold.</summary>
    public const int DefaultPort = 5178;

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab dashboard", "opens it in the browser; Ctrl-C ends it, runs continue"),
        ("plab dashboard --demo-data", "fills an empty store with a recorded sample first, marked as such"),
        ("plab dashboard --port 0 --no-browser", "a free port; prints a link that signs in once"),
    ];

    public Command Create(CommandContext context)
    {
        Option<int> port = new("--port") { Description = $"Port on this machine; 0 takes a free one (default {DefaultPort})", HelpName = "N", DefaultValueFactory = _ => DefaultPort };
        port.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && (!int.TryParse(result.Tokens[0].Value, out int value) || value is < 0 or > IPEndPoint.MaxPort))
            {
                result.AddError($"--port takes 0 to {IPEndPoint.MaxPort}, not '{result.Tokens[0].Value}'.");
            }
        });
        Option<bool> noBrowser = new("--no-browser") { Description = "Print the link and open nothing" };
        Option<bool> demoData = new("--demo-data") { Description = "Fill an empty store with a small recorded sample first" };
        Command command = new("dashboard", "Show the lab in a browser, on this machine only") { port, noBrowser, demoData };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(port), parsed.GetValue(noBrowser), parsed.GetValue(demoData), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, int port, bool isNoBrowser, bool hasDemoData, CancellationToken ct)
    {
        Runner.Workspace.LabWorkspace workspace = context.FindWorkspace();
        if (hasDemoData)
        {
            context.Console.Say(await SampleRuns.FillAsync(await context.ServiceAsync(ct), SampleRuns.Folder, ct));
        }

        await using DashboardChild child = DashboardChild.Start(context.DashboardProgram(), DetachedRun.Self(), workspace, port);
        DashboardLine ready = await child.ReadyAsync(ct);
        context.Console.Result($"Dashboard at {ready.Url}\nSign in once with {ready.Link}\n");
        context.Console.Say("Enter prints a new link. Ctrl-C ends the dashboard; runs in progress continue.");
        using BrowserPage? page = isNoBrowser || !context.Console.IsLive ? null : BrowserPage.Open(workspace, ready.Link!);
        child.PassEnter(context.Input);
        await child.FollowAsync(line => context.Console.Result($"Sign in once with {line.Link}\n"), ct);
        return ExitCodes.Decided;
    }
}
