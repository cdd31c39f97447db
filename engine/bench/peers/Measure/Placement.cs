using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>Server on the first processor, client on the second, set before the program starts so that every thread is there.</summary>
internal static class Placement
{
    private static readonly bool CanPin = OperatingSystem.IsLinux() && Environment.ProcessorCount >= 2
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(d => d.Length > 0 && File.Exists(Path.Combine(d, "taskset")));

    /// <summary>What was done, for the conditions of a report.</summary>
    public static string Summary => CanPin
        ? "server (receiver) pinned to processor 0, client (sender) to processor 1"
        : "not pinned: taskset or a second processor is missing";

    /// <summary>Program and arguments that run a program on one processor; null leaves it all of them.</summary>
    public static string[] Command(int? processor, string file) =>
        CanPin && processor is { } one ? ["taskset", "-c", one.ToString(CultureInfo.InvariantCulture), file] : [file];

    /// <summary>Starts a program on one processor, or on all, with its input and output redirected.</summary>
    public static Process Start(int? processor, string file, IEnumerable<string> arguments, bool hasInlineCompletions = false)
    {
        string[] command = [.. Command(processor, file), .. arguments];
        var info = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        if (hasInlineCompletions)
        {
            info.Environment["DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS"] = "1";
        }

        return Process.Start(info) ?? throw new InvalidOperationException($"{file} did not start.");
    }
}
