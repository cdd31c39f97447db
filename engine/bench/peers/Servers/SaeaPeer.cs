using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>The raw socket: one SocketAsyncEventArgs per direction and connection, nothing between them but the frames.</summary>
internal sealed class SaeaPeer(bool writesPerMessage) : IPeerServer
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private Task _accepting = Task.CompletedTask;

    public Task<int> StartAsync()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(4096);
        _accepting = AcceptAsync();
        return Task.FromResult(((IPEndPoint)_listener.LocalEndPoint!).Port);
    }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _accepting;
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync();
                socket.NoDelay = true;
                new Connection(socket, writesPerMessage).Start();
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Disposed: the end.
        }
    }

    /// <summary>Reads, answers everything that is whole, writes, reads on. A write in flight keeps the connection from reading.</summary>
    private sealed class Connection(Socket socket, bool writesPerMessage) : IThreadPoolWorkItem, IDisposable
    {
        private const int InputBytes = 64 * 1024;

        private readonly SocketAsyncEventArgs _receive = new(true);
        private readonly SocketAsyncEventArgs _send = new(true);
        private byte[] _input = new byte[InputBytes];
        private byte[] _output = new byte[2 * InputBytes];
        private int _held;
        private int _consumed;

        public void Start()
        {
            _receive.Completed += (_, _) => Run(Step.Received);
            _send.Completed += (_, _) => Run(Step.Sent);
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }

        public void Execute() => Run(Step.Read);

        public void Dispose()
        {
            socket.Dispose();
            _receive.Dispose();
            _send.Dispose();
        }

        private void Run(Step step)
        {
            try
            {
                while (true)
                {
                    switch (step)
                    {
                        case Step.Read:
                            _receive.SetBuffer(_input, _held, _input.Length - _held);
                            if (socket.ReceiveAsync(_receive))
                            {
                                return;
                            }

                            step = Step.Received;
                            break;
                        case Step.Received:
                            if (_receive.SocketError != SocketError.Success || _receive.BytesTransferred == 0)
                            {
                                Dispose();
                                return;
                            }

                            _held += _receive.BytesTransferred;
                            _consumed = 0;
                            step = Step.Sent;
                            break;
                        default:
                            int bytes = Answer();
                            if (bytes == 0)
                            {
                                step = Step.Read;
                                break;
                            }

                            _send.SetBuffer(_output, 0, bytes);
                            if (socket.SendAsync(_send))
                            {
                                return;
                            }

                            break;
                    }
                }
            }
            catch (ObjectDisposedException)
            {
                // The client is gone.
            }
        }

        /// <summary>Bytes of the next answers: one, or all there are; 0 when no frame is whole, with the rest moved to the front.</summary>
        private int Answer()
        {
            int written = 0;
            int length;
            while ((length = EchoFrames.WholeFrame(_input.AsSpan(_consumed, _held - _consumed))) > 0)
            {
                if (written + length + EchoFrames.GrowthMax > _output.Length)
                {
                    if (written > 0)
                    {
                        return written;
                    }

                    _output = new byte[2 * length];
                }

                written += EchoFrames.Answer(_input.AsSpan(_consumed, length), _output.AsSpan(written));
                _consumed += length;
                if (writesPerMessage)
                {
                    return written;
                }
            }

            if (written > 0)
            {
                return written;
            }

            _input.AsSpan(_consumed, _held - _consumed).CopyTo(_input);
            _held -= _consumed;
            _consumed = 0;
            if (_held == _input.Length)
            {
                Array.Resize(ref _input, 2 * _input.Length);
            }

            return 0;
        }

        private enum Step
        {
            Read,
            Received,
            Sent,
        }
    }
}
