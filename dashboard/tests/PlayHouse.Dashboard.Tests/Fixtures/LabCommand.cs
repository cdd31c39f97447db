using System.Diagnostics;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>The real command line on a workspace.</summary>
internal static class LabCommand
{
    /// <summary>Runs a command to its end; gives what it printed.</summary>
    public static async Task<string> RunAsync(LabWorkspace workspace, params string[] arguments)
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
        Assert.True(process.ExitCode == 0, $"plab {string.Join(' ', arguments)} ended with {process.ExitCode}: {await errors}");
        return output;
    }
}
