using System.Net.Sockets;
using PlayHouse.Lab.Load.Timing;

namespace PlayHouse.Lab.Load.Io;

/// <summary>A socket of System.Net.Sockets: its callbacks receive, any thread sends.</summary>
internal sealed class SocketTransport : Transport, IThreadPoolWorkItem
{
    // A connection whose replies always wait already must not keep the thread that serves all the others.
    private const int RoundsMax = 16;

    private readonly Socket _socket;
    private readonly SocketAsyncEventArgs _receive = new(true);
    private IReceiver _receiver = null!;
    private Gate _gate;

    /// <param name="socket">Open and not blocking; from now on its own.</param>
    public SocketTransport(Socket socket)
    {
        _socket = socket;
        _receive.Completed += (_, _) => Drive();
    }

    /// <inheritdoc/>
    public override void Start(IReceiver receiver)
    {
        _receiver = receiver;
        _receive.SetBuffer(receiver.Free);
        if (!_socket.ReceiveAsync(_receive))
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }

    /// <inheritdoc/>
    public void Execute() => Drive();

    /// <inheritdoc/>
    public override int Send(ReadOnlySpan<byte> bytes, out SocketError error)
    {
        error = SocketError.Success;
        int sent = 0;
        try
        {
            while (sent < bytes.Length && error == SocketError.Success)
            {
                int count = _socket.Send(bytes[sent..], SocketFlags.None, out error);
                sent += error == SocketError.Success ? count : 0;
            }
        }
        catch (ObjectDisposedException)
        {
            error = SocketError.Shutdown;
        }

        return sent;
    }

    /// <inheritdoc/>
    public override void EnterGate() => _gate.Enter();

    /// <inheritdoc/>
    public override void ExitGate() => _gate.Exit();

    /// <inheritdoc/>
    public override void Dispose()
    {
        _socket.Dispose();
        _receive.Dispose();
    }

    // A loop over receives that complete at once, never a recursion.
    private void Drive()
    {
        try
        {
            for (int round = 1; TakeIn(); round++)
            {
                _receive.SetBuffer(_receiver.Free);
                if (_socket.ReceiveAsync(_receive))
                {
                    return;
                }

                if (round == RoundsMax)
                {
                    ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
                    return;
                }
            }
        }
        catch (ObjectDisposedException)
        {
            // Closed or lost while it was being driven; the books were settled then.
        }
        catch (Exception e)
        {
            _gate.Enter();
            _receiver.OnFault(e);
            _gate.Exit();
        }
    }

    private bool TakeIn()
    {
        long receivedNs = MonotonicClock.NowNs();
        _gate.Enter();
        try
        {
            if (_receive.SocketError == SocketError.Success && _receive.BytesTransferred > 0)
            {
                return _receiver.Take(_receive.BytesTransferred, receivedNs);
            }

            _receiver.End(EndReasons.Of(_receive.SocketError));
            return false;
        }
        finally
        {
            _gate.Exit();
        }
    }

}
