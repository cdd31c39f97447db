using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Io;

/// <summary>Why connections could not be opened, in words that do not depend on how they were.</summary>
internal static class OpeningErrors
{
    public static ControlException NotConnected(int number, EndPoint target, string reason) =>
        new("connect-failed", $"connection {number} to {target}: {reason}");

    public static ControlException NotAuthenticated(int number, in Opening opening) =>
        new("authentication-refused", $"connection {number} was not authenticated: {opening.Text}");

    public static ControlException TimedOut(int missing, int first, int end, EndPoint target) =>
        new("connect-timeout", $"{missing} of connections {first} … {end - 1} to {target} were not open and authenticated after {LoadLimits.ConnectBatchMs} ms");
}
