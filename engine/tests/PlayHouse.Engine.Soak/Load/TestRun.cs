using System.Diagnostics;

namespace PlayHouse.Engine.Soak.Load;

/// <summary>Tests of the engine in a run of their own, with what the environment asks of them.</summary>
internal static class TestRun
{
    private const string Assembly = "PlayHouse.Engine.Tests";

    /// <summary>Runs the tests whose full name contains <paramref name="name"/>; a further condition may follow it.</summary>
    public static async Task<(int ExitCode, string Output)> RunAsync(string name, Dictionary<string, string> environment, CancellationToken cancellation)
    {
        string tests = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", Assembly, "release", Assembly + ".dll"));
        if (!File.Exists(tests))
        {
            throw new FileNotFoundException($"{tests} is missing. ./plab soak builds it.");
        }

        string? root = Environment.GetEnvironmentVariable("DOTNET_ROOT");
        string dotnet = root is not null && File.Exists(Path.Combine(root, "dotnet")) ? Path.Combine(root, "dotnet") : "dotnet";
        ProcessStartInfo start = new(dotnet, ["test", tests, "--filter", "FullyQualifiedName~" + name, "--logger", "console;verbosity=detailed"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string variable, string value) in environment)
        {
            start.Environment[variable] = value;
        }

        using Process process = Process.Start(start)!;
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(cancellation);
            string output = await process.StandardOutput.ReadToEndAsync(cancellation);
            string failed = await errors;
            await process.WaitForExitAsync(cancellation);
            return (process.ExitCode, output + failed);
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
            }
        }
    }
}
