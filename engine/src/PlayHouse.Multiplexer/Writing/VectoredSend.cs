using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace PlayHouse.Multiplexer.Writing;

/// <summary>One vectored send at a time over a socket, without an allocation per call. Closing the socket ends a send that waits.</summary>
internal sealed class VectoredSend : SocketAsyncEventArgs, IValueTaskSource<int>
{
    private readonly Socket _socket;
    private readonly List<ArraySegment<byte>> _pieces = new(3);
    private ManualResetValueTaskSourceCore<int> _source = new() { RunContinuationsAsynchronously = false };

    /// <summary>For a connected socket.</summary>
    public VectoredSend(Socket socket)
        : base(true) => _socket = socket;

    /// <summary>Bytes sent.</summary>
    /// <exception cref="SocketException">The socket refused.</exception>
    public ValueTask<int> SendAsync(ArraySegment<byte> first, ArraySegment<byte> second, ArraySegment<byte> third)
    {
        _pieces.Clear();
        Add(first);
        Add(second);
        Add(third);
        BufferList = _pieces;
        _source.Reset();
        if (_socket.SendAsync(this))
        {
            return new ValueTask<int>(this, _source.Version);
        }

        return SocketError == SocketError.Success
            ? new ValueTask<int>(BytesTransferred)
            : ValueTask.FromException<int>(new SocketException((int)SocketError));
    }

    public int GetResult(short token) => _source.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    protected override void OnCompleted(SocketAsyncEventArgs e)
    {
        if (SocketError == SocketError.Success)
        {
            _source.SetResult(BytesTransferred);
        }
        else
        {
            _source.SetException(new SocketException((int)SocketError));
        }
    }

    private void Add(ArraySegment<byte> piece)
    {
        if (piece.Count > 0)
        {
            _pieces.Add(piece);
        }
    }
}
