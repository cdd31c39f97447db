using System.Diagnostics;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Runs this assembly as a child process to its end.</summary>
internal static class ChildProcess
{
    /// <summary>What a child left behind.</summary>
    public sealed record Result(int ExitCode, string Output, string Error);

    /// <summary>Far above what a child needs alone: it may share two cores with a build.</summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(5);

    /// <summary>Starts the child, awaits its end within the deadline; beyond it, kills it and tells what it printed.</summary>
    public static async Task<Result> RunAsync(string[] args, params (string Name, string Value)[] environment)
    {
        ProcessStartInfo start = new(DotnetPath())
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.ArgumentList.Add("exec");
        start.ArgumentList.Add(typeof(EntryPoint).Assembly.Location);
        Array.ForEach(args, start.ArgumentList.Add);

        // The test host may itself run under collectors or switches: the child must not inherit them.
        foreach (string name in start.Environment.Keys.Where(k => k.StartsWith("DOTNET_Jit", StringComparison.Ordinal) || k.StartsWith("CORECLR_", StringComparison.Ordinal)).ToArray())
        {
            start.Environment.Remove(name);
        }

        start.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        using Process child = Process.Start(start)!;
        using CancellationTokenSource deadline = new(Deadline);
        Task<string> output = child.StandardOutput.ReadToEndAsync();
        Task<string> error = child.StandardError.ReadToEndAsync();
        try
        {
            await child.WaitForExitAsync(deadline.Token);
            return new Result(child.ExitCode, await output, await error);
        }
        catch (OperationCanceledException)
        {
            child.Kill(entireProcessTree: true);
            throw new TimeoutException($"{string.Join(' ', args)} did not end within {Deadline}. It printed:\n{await output}\n{await error}");
        }
    }

    /// <summary>The program that runs this assembly.</summary>
    public static string DotnetPath()
    {
        string? own = Environment.ProcessPath;
        bool isDotnet = own is not null && Path.GetFileNameWithoutExtension(own) == "dotnet";
        return isDotnet ? own! : Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
    }
}
