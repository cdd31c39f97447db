using System.Net.Sockets;
using System.Threading.Tasks.Sources;

namespace PlayHouse.FastPort.Sessions;

/// <summary>
/// One reusable receive or send of a socket that can be awaited without allocation. A synchronous completion is an answer,
/// not a callback: the loop that awaits it goes round instead of calling itself. One operation at a time.
/// </summary>
internal sealed class SocketOperation() : SocketAsyncEventArgs(true), IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _pending;

    /// <summary>Bytes received, 0 for the end of the stream, -1 for a failure.</summary>
    public ValueTask<int> ReceiveAsync(Socket socket, byte[] array, int offset, int count) =>
        StartAsync(socket, array, offset, count, isReceive: true);

    /// <summary>Bytes sent, -1 for a failure.</summary>
    public ValueTask<int> SendAsync(Socket socket, byte[] array, int offset, int count) =>
        StartAsync(socket, array, offset, count, isReceive: false);

    public int GetResult(short token) => _pending.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _pending.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _pending.OnCompleted(continuation, state, token, flags);

    protected override void OnCompleted(SocketAsyncEventArgs e) => _pending.SetResult(Outcome());

    private ValueTask<int> StartAsync(Socket socket, byte[] array, int offset, int count, bool isReceive)
    {
        _pending.Reset();
        ValueTask<int> pending = new(this, _pending.Version);
        try
        {
            SetBuffer(array, offset, count);
            bool isPending = isReceive ? socket.ReceiveAsync(this) : socket.SendAsync(this);
            return isPending ? pending : new ValueTask<int>(Outcome());
        }
        catch (Exception exception) when (exception is ObjectDisposedException or InvalidOperationException or SocketException)
        {
            // The connection was closed before the call.
            return new ValueTask<int>(-1);
        }
    }

    private int Outcome() => SocketError == SocketError.Success ? BytesTransferred : -1;
}
