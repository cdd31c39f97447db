using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>The process that holds a lock, as the kernel names it.</summary>
/// <param name="Pid">Process id; 0 where it lives outside this container.</param>
/// <param name="UserId">Number of its user.</param>
internal sealed record LockHolder(int Pid, uint UserId)
{
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;

    /// <summary>Process and user for people.</summary>
    public string Words => Pid == 0
        ? $"a process outside this container, of user {User}"
        : string.Create(CultureInfo.InvariantCulture, $"process {Pid} of user {User}");

    private string User => NameOf(UserId) ?? UserId.ToString(CultureInfo.InvariantCulture);

    /// <summary>Who listens at an address; null when it ended in between or does not answer at once.</summary>
    public static LockHolder? Of(EndPoint endPoint)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
        try
        {
            socket.Connect(endPoint);
            // struct ucred: process, user and group, four bytes each.
            Span<byte> credentials = stackalloc byte[12];
            return socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials) < 12
                ? null
                : new LockHolder(Number(credentials), (uint)Number(credentials[4..]));
        }
        catch (SocketException)
        {
            return null;
        }
    }

    private static int Number(ReadOnlySpan<byte> bytes) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReadInt32LittleEndian(bytes) : BinaryPrimitives.ReadInt32BigEndian(bytes);

    private static string? NameOf(uint user)
    {
        const string Users = "/etc/passwd";
        string number = user.ToString(CultureInfo.InvariantCulture);
        try
        {
            return File.Exists(Users)
                ? File.ReadLines(Users).Select(l => l.Split(':')).FirstOrDefault(f => f.Length > 2 && f[2] == number)?[0]
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
