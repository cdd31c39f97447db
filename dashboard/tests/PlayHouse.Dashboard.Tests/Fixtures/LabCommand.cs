using System.Diagnostics;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>The real command line on a workspace.</summary>
internal static class LabCommand
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
        ProcessStartInfo start = new(Repository.Program("PlayHouse.Lab.Cli"), arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = workspace.Root,
        };
        start.Environment[LabWorkspace.HomeVariable] = workspace.Root;
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync().WaitAsync(DashboardRun.Deadline);
        await process.WaitForExitAsync().WaitAsync(DashboardRun.Deadline);
        return (process.ExitCode, output, await errors);
    }
}
