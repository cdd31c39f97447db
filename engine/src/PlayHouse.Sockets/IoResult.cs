using System.Net.Sockets;
using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>What one receive or send did.</summary>
/// <param name="Bytes">Bytes that were moved; after a failure those that were moved before it.</param>
/// <param name="ErrorNumber">The system's error number; 0 when all went well.</param>
public readonly record struct IoResult(int Bytes, int ErrorNumber)
{
    /// <summary>Nothing went wrong; a receive of 0 bytes then says that the peer has ended its side.</summary>
    public bool IsDone => ErrorNumber == 0;

    /// <summary>The socket takes or has no more for now.</summary>
    public bool IsBlocked => ErrorNumber is Errno.WouldBlock;

    /// <summary>The failure in the words of System.Net.Sockets.</summary>
    public SocketError Error => Errno.ToSocketError(ErrorNumber);
}
