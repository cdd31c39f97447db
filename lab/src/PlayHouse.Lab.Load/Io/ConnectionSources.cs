using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>Which address of this machine a connection comes from: one loopback address has fewer than 30,000 ports, shared with every other client.</summary>
internal static class ConnectionSources
{
    /// <summary>Whether a target can be reached from more than one address of this machine.</summary>
    public static bool IsSpreadable(IPAddress target) =>
        !OperatingSystem.IsMacOS() && target.AddressFamily == AddressFamily.InterNetwork && IPAddress.IsLoopback(target);

    /// <summary>The loopback address with this number, 0 … 253.</summary>
    public static IPAddress Source(int number) => new([127, 0, 1, (byte)(1 + number)]);

    /// <summary>Where one of so many connections is to be bound; null lets the system choose.</summary>
    public static IPEndPoint? Of(EndPoint target, int connections, int number) =>
        target is IPEndPoint address && connections > LoadLimits.ConnectionsPerSource && IsSpreadable(address.Address)
            ? new IPEndPoint(Source(number / LoadLimits.ConnectionsPerSource), 0)
            : null;
}
