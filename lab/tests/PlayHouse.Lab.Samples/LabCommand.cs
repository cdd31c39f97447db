using PlayHouse.Lab.Cli;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.TestKit;

/// <summary>The command line on a workspace, in this process.</summary>
public static class LabCommand
{
    /// <summary>Runs a command that succeeds; gives what it printed.</summary>
    public static async Task<string> RunAsync(LabWorkspace workspace, params string[] arguments)
    {
        (int code, string output, string errors) = await TryAsync(workspace, arguments);
        Assert.True(code == 0, $"plab {string.Join(' ', arguments)} ended with {code}: {errors}");
        return output;
    }

    /// <summary>Runs a command to its end; gives its exit code and what it printed on standard output and standard error.</summary>
    public static async Task<(int Code, string Output, string Errors)> TryAsync(LabWorkspace workspace, params string[] arguments)
    {
        using Interrupts interrupts = new(static _ => { });
        return await TryAsync(workspace, LaunchSite.Machine, interrupts, arguments);
    }

    /// <summary>The same over launches that a test plans; an interrupt stops it as Ctrl-C does.</summary>
    internal static async Task<(int Code, string Output, string Errors)> TryAsync(LabWorkspace workspace, LaunchSite site, Interrupts interrupts, params string[] arguments)
    {
        using StringWriter output = new(), errors = new();
        CommandContext context = new()
        {
            Console = new CliConsole { Out = output, Error = errors },
            Interrupts = interrupts,
            Services = async ct => await LabService.OpenAsync(workspace, site, ct),
            Workspace = () => workspace,
            RequireQuiet = static () => { },
        };
        int code = await new LabCommandLine(context).RunAsync(arguments);
        return (code, output.ToString(), errors.ToString());
    }
}
