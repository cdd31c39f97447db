using System.Net.Sockets;

namespace PlayHouse.Multiplexer.Writing;

/// <summary>
/// What a connection stands on. It is stopped first and closed when nothing reads it: closing a socket under a read
/// would reset it, and the peer would lose what it has not yet read.
/// </summary>
internal abstract class Transport : IDisposable
{
    /// <summary>Ends what waits on it, once; never throws. Any thread.</summary>
    public abstract void Stop();

    /// <summary>Closes it; more than once does nothing more.</summary>
    public abstract void Dispose();
}

/// <summary>Two streams, perhaps the same. Their reads and writes end by cancellation.</summary>
internal sealed class StreamTransport(Stream input, Stream output) : Transport
{
    public override void Stop()
    {
    }

    public override void Dispose()
    {
        input.Dispose();
        output.Dispose();
    }
}

/// <summary>
/// A socket: bytes that were sent still arrive. The shutdown wakes the reader, which closes; a close that meets the shutdown
/// still under way would reset the peer, so the two take turns.
/// </summary>
internal sealed class SocketTransport(Socket socket) : Transport
{
    private readonly Lock _lock = new();

    public override void Stop()
    {
        lock (_lock)
        {
            try
            {
                socket.Shutdown(SocketShutdown.Both);
            }
            catch (Exception error) when (error is SocketException or ObjectDisposedException)
            {
                // The peer was first.
            }
        }
    }

    public override void Dispose()
    {
        lock (_lock)
        {
            socket.Dispose();
        }
    }
}
