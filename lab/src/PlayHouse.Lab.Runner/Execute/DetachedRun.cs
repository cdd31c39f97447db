using System.Diagnostics;
using System.Reflection;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Starts the lab's program as a process without a terminal that outlives the process that starts it. Any thread.</summary>
public static class DetachedRun
{
    /// <summary>Project name of the lab's program.</summary>
    public const string Program = "PlayHouse.Lab.Cli";

    // The shell opens the log and leaves: the child has no parent of ours, no terminal, and a session of its own where setsid
    // exists. Every value is a positional parameter, so no quoting is involved.
    private const string Script =
        """
        log=$1; shift
        if command -v setsid >/dev/null 2>&1; then setsid "$@" </dev/null >>"$log" 2>&1 &
        else nohup "$@" </dev/null >>"$log" 2>&1 &
        fi
        """;

    /// <summary>How this process was started: its program, and its assembly where the program is the runtime's host.</summary>
    public static IReadOnlyList<string> Self()
    {
        string host = Environment.ProcessPath ?? throw new InvalidOperationException("The path of this program is not known.");
        return Path.GetFileNameWithoutExtension(host) == "dotnet" ? [host, Assembly.GetEntryAssembly()!.Location] : [host];
    }

    /// <summary>Starts <c>plab resume RUN</c> with its output in a file.</summary>
    /// <param name="program">The lab's program and the arguments that come before its command.</param>
    /// <param name="runId">A run of the store; as it came from there.</param>
    /// <param name="logPath">Where its output is appended.</param>
    /// <param name="ct">Ends the wait for the start, not the run.</param>
    public static Task StartAsync(IReadOnlyList<string> program, string runId, string logPath, CancellationToken ct) =>
        StartAsync([.. program, "resume", runId], logPath, ct);

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
            throw new LabInputException([$"The run could not be detached (shell exit code {shell.ExitCode}). Continue with: plab resume RUN"]);
        }
    }
}
