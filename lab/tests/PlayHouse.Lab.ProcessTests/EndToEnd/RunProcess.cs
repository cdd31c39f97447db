using System.Diagnostics;
using PlayHouse.Lab.Cli;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The command line as a process of its own, the way a user runs it.</summary>
internal static class CommandLine
{
    /// <summary>Lock of the processes that work in this workspace.</summary>
    public static string LockOf(LabWorkspace workspace) => "playhouse-lab-" + Path.GetFileName(workspace.Root);

    public static Process Start(LabWorkspace workspace, params string[] arguments) => Start(workspace, new Dictionary<string, string>(), arguments);

    /// <summary>Starts it with variables of its own.</summary>
    public static Process Start(LabWorkspace workspace, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var info = new ProcessStartInfo(Repository.Program("PlayHouse.Lab.Cli"))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        info.Environment[LabWorkspace.HomeVariable] = workspace.Root;
        info.Environment["NO_COLOR"] = "1";
        info.Environment[MachineLock.Variable] = LockOf(workspace);
        foreach ((string name, string value) in environment)
        {
            info.Environment[name] = value;
        }

        foreach (string argument in arguments)
        {
            info.ArgumentList.Add(argument);
        }

        return Process.Start(info)!;
    }

    /// <summary>The command line in this process, over launches that a test plans.</summary>
    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(LabWorkspace workspace, PlannedLauncher launcher, params string[] arguments)
    {
        using Interrupts interrupts = new(static _ => { });
        return await LabCommand.TryAsync(workspace, launcher.Site, interrupts, arguments);
    }

    public static Task<(int ExitCode, string Output, string Error)> RunAsync(LabWorkspace workspace, params string[] arguments) =>
        RunAsync(workspace, new Dictionary<string, string>(), arguments);

    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(LabWorkspace workspace, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        using Process process = Start(workspace, environment, arguments);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        await process.WaitForExitAsync(deadline.Token);
        return (process.ExitCode, await output, await error);
    }
}
