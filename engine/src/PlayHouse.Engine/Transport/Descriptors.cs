using System.Globalization;
using System.Net.Sockets;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// Keeps clients from taking a process's last descriptors. The runtime needs some to start a thread or load an assembly
/// and ends the process when it gets none, so running out must be seen before it happens. Systems give the lowest free
/// number, which makes a connection's own number tell how full the table is.
/// </summary>
internal static class Descriptors
{
    private static readonly long HighestForClients = ReadLimit() is { } limit ? limit - Math.Clamp(limit / 8, 32, 256) : long.MaxValue;

    /// <summary>
    /// True when <paramref name="socket"/> has one of the descriptors that are kept for the process
    /// itself. False where the limit is not known.
    /// </summary>
    public static bool AreLow(Socket? socket) => socket is not null && OperatingSystem.IsLinux() && socket.Handle >= HighestForClients;

    private static long? ReadLimit()
    {
        const string Name = "Max open files";
        try
        {
            string? line = File.ReadLines("/proc/self/limits").FirstOrDefault(l => l.StartsWith(Name, StringComparison.Ordinal));
            string? value = line?[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
            return long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out long limit) ? limit : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
