using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>One task that receives, parses and hands over.</summary>
internal sealed class SocketLoopReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer) : LoopReceiver(sink, buffer)
{
    private long _received;

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block.Add(TwoTaskSession.Received, _received);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<int> TakeAsync(Memory<byte> room)
    {
        int bytes = await ReceiveAsync(socket, room).ConfigureAwait(false);
        if (bytes > 0)
        {
            Reads++;
            _received++;
        }

        return bytes;
    }
}
