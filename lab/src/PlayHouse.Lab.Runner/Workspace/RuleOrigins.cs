using System.ComponentModel;
using System.Diagnostics;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Workspace;

/// <summary>Asks version control whether the rule of a run was written down before it: only then may anybody say so.</summary>
internal static class RuleOrigins
{
    private const string Program = "git";
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(5);

    /// <summary>The commit that is checked out and whether these files are in it as they stand; null where git does not know them.</summary>
    /// <param name="files">Experiment and policy.</param>
    public static RuleOrigin? Of(params string[] files)
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(files[0]))!;
        string[] full = [.. files.Select(Path.GetFullPath)];
        string? commit = Ask(folder, "rev-parse", "--verify", "HEAD")?.Trim();
        // Listed means known to git; status names what differs from the commit.
        bool isKnown = commit is not null && full.All(f => Ask(folder, "ls-files", "--error-unmatch", "--", f) is not null);
        return commit is null ? null : new RuleOrigin(commit, isKnown && Ask(folder, ["status", "--porcelain", "--", .. full]) is "");
    }

    /// <summary>What git answers; null when it is not there, knows no repository here or does not answer in time.</summary>
    private static string? Ask(string folder, params string[] arguments)
    {
        try
        {
            using Process git = Process.Start(new ProcessStartInfo(Program, ["-C", folder, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
            // Reading ends with the process, so its end is what has a deadline.
            using Timer limit = new(_ => git.Kill(), null, Deadline, Timeout.InfiniteTimeSpan);
            git.ErrorDataReceived += static (_, _) => { };
            git.BeginErrorReadLine();
            string output = git.StandardOutput.ReadToEnd();
            git.WaitForExit();
            return git.ExitCode == 0 ? output : null;
        }
        catch (Exception e) when (e is Win32Exception or InvalidOperationException)
        {
            return null;
        }
    }
}
