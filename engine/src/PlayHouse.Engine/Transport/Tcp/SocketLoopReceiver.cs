using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Transport.Tcp;

/// <summary>One task that receives, parses and hands over.</summary>
internal sealed class SocketLoopReceiver(Session session, Socket socket, ReceiveBuffer buffer) : LoopReceiver(session, buffer)
{
    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<int> TakeAsync(Memory<byte> room)
    {
        int bytes = await ReceiveAsync(socket, room).ConfigureAwait(false);
        Reads += bytes > 0 ? 1 : 0;
        return bytes;
    }
}
