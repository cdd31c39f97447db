using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>Sends over a plain socket through one reused operation.</summary>
internal sealed class TcpSender : CompletionSender
{
    private readonly Socket _socket;
    private readonly Operation _operation;
    private bool _hasList;

    public TcpSender(IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax)
        : base(sink, pool, limits, pump, writeBytesMax)
    {
        _socket = socket;
        _operation = new Operation(this);
    }

    public override void Dispose()
    {
        // Disposed as it is, it would keep the last array for as long as anything knows the session.
        _operation.BufferList = null;
        _operation.SetBuffer(null, 0, 0);
        _operation.Dispose();
    }

    protected override bool StartsPending(byte[] array, int offset, int count)
    {
        try
        {
            if (_hasList)
            {
                _operation.BufferList = null;
                _hasList = false;
            }

            _operation.SetBuffer(array, offset, count);
            return _socket.SendAsync(_operation);
        }
        catch (Exception exception) when (exception is ObjectDisposedException or InvalidOperationException)
        {
            _operation.SocketError = SocketError.OperationAborted;
            return false;
        }
    }

    protected override bool StartsPending(List<ArraySegment<byte>> buffers)
    {
        try
        {
            // An operation has one buffer or a list, never both.
            _operation.SetBuffer(null, 0, 0);
            _operation.BufferList = buffers;
            _hasList = true;
            return _socket.SendAsync(_operation);
        }
        catch (Exception exception) when (exception is ObjectDisposedException or InvalidOperationException)
        {
            _operation.SocketError = SocketError.OperationAborted;
            return false;
        }
    }

    protected override int TakeResult() => _operation.SocketError == SocketError.Success ? _operation.BytesTransferred : -1;

    private sealed class Operation(TcpSender owner) : SocketAsyncEventArgs(true)
    {
        protected override void OnCompleted(SocketAsyncEventArgs e) => owner.Complete();
    }
}
