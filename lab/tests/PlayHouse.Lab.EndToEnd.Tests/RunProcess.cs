using System.Diagnostics;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The command line as a process of its own, the way a user runs it.</summary>
internal static class CommandLine
{
    public static Process Start(LabWorkspace workspace, params string[] arguments) => Start(workspace, new Dictionary<string, string>(), arguments);

    /// <summary>Starts it with variables of its own.</summary>
    public static Process Start(LabWorkspace workspace, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        string here = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        string file = Path.Combine(here, "..", "..", "PlayHouse.Lab.Cli", Path.GetFileName(here), "PlayHouse.Lab.Cli");
        var info = new ProcessStartInfo(file)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        info.Environment[LabWorkspace.HomeVariable] = workspace.Root;
        info.Environment["NO_COLOR"] = "1";
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

    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(LabWorkspace workspace, params string[] arguments)
    {
        using Process process = Start(workspace, arguments);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        await process.WaitForExitAsync(deadline.Token);
        return (process.ExitCode, await output, await error);
    }
}
