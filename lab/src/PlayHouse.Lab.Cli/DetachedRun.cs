using System.Diagnostics;
using System.Reflection;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli;

/// <summary>Starts this program again as a process without a terminal that outlives this one.</summary>
internal static class DetachedRun
{
    // The shell opens the log and leaves: the child has no parent of ours, no terminal, and a session of its own where setsid
    // exists. Every value is a positional parameter, so no quoting is involved.
    private const string Script =
        """
        log=$1; shift
        if command -v setsid >/dev/null 2>&1; then setsid "$@" </dev/null >>"$log" 2>&1 &
        else nohup "$@" </dev/null >>"$log" 2>&1 &
        fi
        """;

    /// <summary>Starts <c>plab resume RUN</c> with its output in a file.</summary>
    public static Task StartAsync(string runId, string logPath, CancellationToken ct) =>
        StartAsync([.. Self(), "resume", runId], logPath, ct);

    /// <summary>Starts a command line with its output appended to a file; returns once it is on its own.</summary>
    public static async Task StartAsync(IReadOnlyList<string> command, string logPath, CancellationToken ct)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(logPath)!);
        ProcessStartInfo start = new("/bin/sh") { UseShellExecute = false };
        foreach (string argument in (string[])["-c", Script, "plab", logPath, .. command])
        {
            start.ArgumentList.Add(argument);
        }

        using Process shell = Process.Start(start) ?? throw new InvalidOperationException("The shell did not start.");
        await shell.WaitForExitAsync(ct);
        if (shell.ExitCode != 0)
        {
            throw new LabInputException([$"The run could not be detached (shell exit code {shell.ExitCode}). Go on with: plab resume RUN"]);
        }
    }

    private static IEnumerable<string> Self()
    {
        string host = Environment.ProcessPath ?? throw new InvalidOperationException("The path of this program is not known.");
        yield return host;
        if (Path.GetFileNameWithoutExtension(host) == "dotnet")
        {
            yield return Assembly.GetEntryAssembly()!.Location;
        }
    }
}
