using System.Diagnostics;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>Server on the first processor, client on the second, set before the program starts so that every thread is there.</summary>
internal static class Placement
{
    private static readonly bool CanPin = OperatingSystem.IsLinux() && Environment.ProcessorCount >= 2
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(d => d.Length > 0 && File.Exists(Path.Combine(d, "taskset")));

    /// <summary>What was done, for the conditions of a report.</summary>
    public static string Summary => CanPin ? "server pinned to processor 0, client to processor 1" : "not pinned: taskset or a second processor is missing";

    /// <summary>Starts a program on one processor with its input and output redirected.</summary>
    public static Process Start(int processor, string file, IEnumerable<string> arguments, bool hasInlineCompletions = false)
    {
        var info = new ProcessStartInfo(CanPin ? "taskset" : file) { RedirectStandardInput = true, RedirectStandardOutput = true };
        if (CanPin)
        {
            info.ArgumentList.Add("-c");
            info.ArgumentList.Add(processor.ToString(System.Globalization.CultureInfo.InvariantCulture));
            info.ArgumentList.Add(file);
        }

        foreach (string argument in arguments)
        {
            info.ArgumentList.Add(argument);
        }

        if (hasInlineCompletions)
        {
            info.Environment["DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS"] = "1";
        }

        return Process.Start(info) ?? throw new InvalidOperationException($"{file} did not start.");
    }
}
