using System.Net.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>Why nothing more is received, in words that do not depend on the transport.</summary>
internal static class EndReasons
{
    public static string Of(SocketError error) => error == SocketError.Success ? "closed by the server" : $"receive failed: {error}";
}
