using System.Net.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>The socket of one connection, and who calls when something came. One thread does both; before it begins and after it has ended, another may.</summary>
internal abstract class Transport : IDisposable
{
    /// <summary>Begins to receive. Any thread.</summary>
    /// <param name="receiver">Is called from now on.</param>
    public abstract void Start(IReceiver receiver);

    /// <summary>Hands over as much as the socket takes without blocking; returns the bytes it took.</summary>
    /// <param name="bytes">What waits.</param>
    /// <param name="error">Success, WouldBlock, or why the connection is lost.</param>
    public abstract int Send(ReadOnlySpan<byte> bytes, out SocketError error);

    /// <summary>Closes the socket. May come more than once.</summary>
    public abstract void Dispose();
}

/// <summary>What a transport calls.</summary>
internal interface IReceiver
{
    /// <summary>Where the next bytes go; never empty.</summary>
    Memory<byte> Free { get; }

    /// <summary>So many bytes came into <see cref="Free"/>. False: the connection is at its end, nothing more is received.</summary>
    bool Take(int count, long receivedNs);

    /// <summary>Nothing more will come.</summary>
    void End(string reason);

    /// <summary>The socket takes bytes again.</summary>
    void OnWritable();

    /// <summary>A defect in one of these calls ends this connection visibly, not the process.</summary>
    void OnFault(Exception exception);
}
