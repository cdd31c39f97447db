using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace PlayHouse.Engine.Client.Connections;

/// <summary>TCP, plain or inside TLS: frames one after the other in a stream.</summary>
internal sealed class StreamLink(Socket socket, Stream stream) : ClientLink
{
    public override async ValueTask<ReceivedBytes> ReceiveAsync(Memory<byte> destination, CancellationToken cancellation)
    {
        int count = await stream.ReadAsync(destination, cancellation);
        return new ReceivedBytes(count, EndsFrame: false, IsClosed: count == 0, IsForeign: false);
    }

    public override ValueTask SendAsync(ReadOnlyMemory<byte> frames, CancellationToken cancellation) =>
        stream.WriteAsync(frames, cancellation);

    public override async Task CloseOutputAsync(CancellationToken cancellation)
    {
        if (stream is SslStream secured)
        {
            try
            {
                await secured.ShutdownAsync().WaitAsync(cancellation);
            }
            catch (CryptographicException)
            {
                // A session ticket that is read just now puts TLS into the middle of a handshake, which has no goodbye of its own. That of
                // TCP follows.
            }
        }

        socket.Shutdown(SocketShutdown.Send);
    }

    public override async ValueTask DisposeAsync()
    {
        socket.Dispose();
        await stream.DisposeAsync();
    }
}
