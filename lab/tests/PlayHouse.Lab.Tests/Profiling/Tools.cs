using System.Diagnostics;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Programs of other people that read what the lab writes.</summary>
internal static class Tools
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);

    /// <summary>True when a program of that name is in the search path.</summary>
    public static bool IsInstalled(string program) => PathOf(program) is not null;

    /// <summary>Where a program is, or null.</summary>
    public static string? PathOf(string program)
        => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);

    /// <summary>Runs a program to its end and gives its standard output; a failure carries what it said.</summary>
    public static async Task<string> RunAsync(string program, string folder, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        })!;
        process.StandardInput.Close();
        using var deadline = new CancellationTokenSource(Deadline);
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(deadline.Token);
            string answer = await process.StandardOutput.ReadToEndAsync(deadline.Token);
            await process.WaitForExitAsync(deadline.Token);
            Assert.True(process.ExitCode == 0, $"{program} ended with {process.ExitCode}: {await errors}");
            return answer;
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }
}
