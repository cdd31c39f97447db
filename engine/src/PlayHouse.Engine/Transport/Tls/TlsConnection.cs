using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport.Tls;

/// <summary>A socket under TLS whose handshake is over.</summary>
internal sealed class TlsConnection(Socket socket, RecordStream wire, SslStream stream) : Connection, IByteChannel
{
    public RecordStream? Wire => wire;

    public CloseReason EndReason => CloseReason.ClientClosed;

    public override Receiver CreateReceiver(IFrameSink sink, ReceiveBuffer buffer) => new ChannelReceiver(sink, this, buffer);

    public override Sender CreateSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump) =>
        new ChannelSender(sink, this, pool, limits, pump, WriteBytesMax);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReceiveAsync(Memory<byte> buffer)
    {
        // Without a buffer first: while a client is silent, the stream then holds none of its own, which is larger than
        // everything else an idle session has.
        await stream.ReadAsync(Memory<byte>.Empty).ConfigureAwait(false);
        return await stream.ReadAsync(buffer).ConfigureAwait(false);
    }

    public ValueTask SendAsync(ReadOnlyMemory<byte> bytes) => stream.WriteAsync(bytes);

    public override void ShutDownSending() => _ = ShutDownSendingAsync();

    public override void Abort() => socket.Dispose();

    public override void Retire() => stream.Dispose();

    private async Task SayGoodbyeAsync()
    {
        try
        {
            await stream.ShutdownAsync().ConfigureAwait(false);
        }
        catch (CryptographicException)
        {
            // What is read just now puts TLS into the middle of a handshake, which has no goodbye of its own. That of TCP follows.
        }
    }

    /// <summary>Never faults, and ends with the socket at the latest: it need not be awaited.</summary>
    private async Task ShutDownSendingAsync()
    {
        try
        {
            await SayGoodbyeAsync().ConfigureAwait(false);
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            // The client was faster: closing is all that is left to do.
        }
    }
}
