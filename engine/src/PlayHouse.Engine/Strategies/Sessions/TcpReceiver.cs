using System.Net.Sockets;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>Receives from a plain socket through one reused operation.</summary>
internal sealed class TcpReceiver : CompletionReceiver
{
    private readonly Socket _socket;
    private readonly Operation _operation;
    private long _received;

    public TcpReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer)
        : base(sink, buffer)
    {
        _socket = socket;
        _operation = new Operation(this);
    }

    protected override CloseReason EndReason => CloseReason.ClientClosed;

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block[EngineCounter.SeamSession] += frames;
        block.Add(SaeaSession.Received, _received);
    }

    public override void Dispose()
    {
        // Disposed as it is, it would keep the last array for as long as anything knows the session.
        _operation.SetBuffer(null, 0, 0);
        _operation.Dispose();
    }

    protected override bool StartsPending(byte[] array, int offset, int count)
    {
        try
        {
            _operation.SetBuffer(array, offset, count);
            return _socket.ReceiveAsync(_operation);
        }
        catch (Exception exception) when (exception is ObjectDisposedException or InvalidOperationException)
        {
            _operation.SocketError = SocketError.OperationAborted;
            return false;
        }
    }

    protected override int TakeResult()
    {
        if (_operation.SocketError != SocketError.Success)
        {
            return -1;
        }

        _received++;
        return _operation.BytesTransferred;
    }

    private sealed class Operation(TcpReceiver owner) : SocketAsyncEventArgs(true)
    {
        protected override void OnCompleted(SocketAsyncEventArgs e) => owner.Complete();
    }
}
