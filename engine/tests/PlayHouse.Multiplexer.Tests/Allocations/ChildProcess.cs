using System.Diagnostics;

namespace PlayHouse.Multiplexer.Tests.Allocations;

/// <summary>Runs this assembly as a child process to its end.</summary>
internal static class ChildProcess
{
    /// <summary>Far above what a child needs alone: it may share two cores with a build.</summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);

    /// <summary>Starts the child without tiers, awaits its end within the deadline and kills it beyond.</summary>
    public static async Task<string> RunAsync(string task)
    {
        string? own = Environment.ProcessPath;
        bool isDotnet = own is not null && Path.GetFileNameWithoutExtension(own) == "dotnet";
        ProcessStartInfo start = new(isDotnet ? own! : Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", ["exec", typeof(Child).Assembly.Location, task])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // The test host may itself run under collectors or switches: the child must not inherit them.
        foreach (string name in start.Environment.Keys.Where(k => k.StartsWith("DOTNET_Jit", StringComparison.Ordinal) || k.StartsWith("CORECLR_", StringComparison.Ordinal)).ToArray())
        {
            start.Environment.Remove(name);
        }

        start.Environment["DOTNET_TieredCompilation"] = "0";
        start.Environment["DOTNET_gcConcurrent"] = "0";
        using Process child = Process.Start(start)!;
        using CancellationTokenSource deadline = new(Deadline);
        try
        {
            Task<string> output = child.StandardOutput.ReadToEndAsync(deadline.Token);
            Task<string> error = child.StandardError.ReadToEndAsync(deadline.Token);
            await child.WaitForExitAsync(deadline.Token);
            Assert.True(child.ExitCode == 0, await error);
            return await output;
        }
        finally
        {
            if (!child.HasExited)
            {
                child.Kill(entireProcessTree: true);
            }
        }
    }
}
