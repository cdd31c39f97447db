using System.ComponentModel;
using System.Diagnostics;

namespace PlayHouse.Lab.Store;

/// <summary>One process, told apart from a later one with the same number by its start time.</summary>
/// <param name="Machine">Host name.</param>
/// <param name="Pid">Process number on that machine.</param>
/// <param name="StartedAt">Start time, UTC.</param>
public sealed record ProcessIdentity(string Machine, int Pid, DateTimeOffset StartedAt)
{
    // Start times are derived from the boot time, which two processes can read slightly apart.
    private static readonly TimeSpan StartTolerance = TimeSpan.FromSeconds(2);

    /// <summary>This process.</summary>
    public static ProcessIdentity Current { get; } = Create();

    /// <summary>True, false, or null when the process is on another machine or may not be looked at.</summary>
    public bool? IsAlive()
    {
        if (!string.Equals(Machine, Environment.MachineName, StringComparison.Ordinal))
        {
            return null;
        }

        try
        {
            using Process process = Process.GetProcessById(Pid);
            return !process.HasExited && (process.StartTime.ToUniversalTime() - StartedAt.UtcDateTime).Duration() <= StartTolerance;
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return false;
        }
        catch (Exception e) when (e is Win32Exception or NotSupportedException)
        {
            return null;
        }
    }

    /// <summary>The identity of a running process of this machine.</summary>
    public static ProcessIdentity Of(Process process)
    {
        ArgumentNullException.ThrowIfNull(process);
        long startMs = new DateTimeOffset(process.StartTime.ToUniversalTime()).ToUnixTimeMilliseconds();
        return new(Environment.MachineName, process.Id, DateTimeOffset.FromUnixTimeMilliseconds(startMs));
    }

    private static ProcessIdentity Create()
    {
        using Process process = Process.GetCurrentProcess();
        return Of(process);
    }
}
