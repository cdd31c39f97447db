using System.Net.Sockets;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Hops;

namespace PlayHouse.FastPort.Sessions;

/// <summary>One connection, whatever strategies it is closed over. Four loops: receive, parse, handle, send.</summary>
internal abstract class Session(Socket socket)
{
    private int _reason;

    /// <summary>Done when all four loops have ended and everything is released. Never faults.</summary>
    public Task Completion { get; protected set; } = Task.CompletedTask;

    public CloseReason Reason => (CloseReason)Volatile.Read(ref _reason);

    /// <summary>True from the first <see cref="Close"/>.</summary>
    public bool IsClosed => Reason != CloseReason.None;

    /// <summary>The connection. Disposed by <see cref="Close"/>.</summary>
    protected Socket Socket => socket;

    /// <summary>
    /// Starts the loops; once. <paramref name="ended"/> is called once, when the loops have ended and before memory is given
    /// back. When it returns no thread may be within <see cref="TrySend"/>.
    /// </summary>
    public abstract void Start(Action<Session> ended);

    /// <summary>
    /// Puts a frame into the send buffer; false when the connection is closed or closes because the buffer is full. One caller at a time.
    /// </summary>
    public abstract bool TrySend(ReadOnlySpan<byte> frame, HopTrace? trace);

    /// <summary>Adds what the connection counted. Any thread.</summary>
    public abstract void AddTo(SessionCounts counts);

    /// <summary>Ends the connection; the first reason counts. Any thread, does not wait for the loops.</summary>
    public void Close(CloseReason reason)
    {
        if (Interlocked.CompareExchange(ref _reason, (int)reason, (int)CloseReason.None) == (int)CloseReason.None)
        {
            socket.Dispose();
            WakeAll();
        }
    }

    /// <summary>Makes every waiting loop look again.</summary>
    protected abstract void WakeAll();
}
