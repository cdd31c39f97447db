using System.Net.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>
/// The socket of one connection, and who calls when something came. Receiving and everything else that changes a connection
/// is kept apart by the gate, where more than one thread can do it.
/// </summary>
internal abstract class Transport : IDisposable
{
    /// <summary>True when <see cref="IReceiver.OnWritable"/> comes by itself; otherwise the sender tries again.</summary>
    public virtual bool TellsWritable => false;

    /// <summary>Begins to receive. Any thread.</summary>
    /// <param name="receiver">Is called from now on, under the gate.</param>
    public abstract void Start(IReceiver receiver);

    /// <summary>Hands over as much as the socket takes without blocking; returns the bytes it took.</summary>
    /// <param name="bytes">What waits.</param>
    /// <param name="error">Success, WouldBlock, or why the connection is lost.</param>
    public abstract int Send(ReadOnlySpan<byte> bytes, out SocketError error);

    /// <summary>Keeps the receiving side out.</summary>
    public virtual void EnterGate()
    {
    }

    /// <summary>Lets it in again.</summary>
    public virtual void ExitGate()
    {
    }

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
