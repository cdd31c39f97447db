using System.Net.Sockets;

namespace PlayHouse.FastPort.Sessions;

/// <summary>What both sides set on a connected socket.</summary>
internal static class SocketSetup
{
    public static void Apply(Socket socket)
    {
        try
        {
            // Small frames go out at once: the original sets no other option that an echo meets.
            socket.NoDelay = true;
        }
        catch (SocketException)
        {
            // The peer is gone already: the first receive says so and counts the reason.
        }
    }
}
