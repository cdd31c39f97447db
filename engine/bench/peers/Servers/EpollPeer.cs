using System.Net;
using PlayHouse.Sockets;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>The event loop of PlayHouse.Sockets, nothing else: one thread, one send for what one receive brought.</summary>
internal sealed class EpollPeer : IPeerServer
{
    private readonly EventLoop _loop = new();

    public Task<int> StartAsync()
    {
        NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 4096);
        int port = ((IPEndPoint)socket.LocalEndPoint!).Port;
        new Listener(_loop, socket, Accept, static _ => { }).Start();
        _loop.Start();
        return Task.FromResult(port);
    }

    public async ValueTask DisposeAsync()
    {
        _loop.Dispose();
        await _loop.Completed;
    }

    private void Accept(NonBlockingSocket socket)
    {
        socket.SetNoDelay();
        var connection = new Connection(socket);
        connection.Registration = _loop.Add(socket, connection);
    }

    /// <summary>Answers what is whole; what the client does not take at once waits, and nothing more is read until it is gone.</summary>
    private sealed class Connection(NonBlockingSocket socket) : IDescriptorHandler
    {
        private const int BufferBytes = 64 * 1024;

        private byte[] _input = new byte[BufferBytes];
        private byte[] _output = new byte[2 * BufferBytes];
        private int _held;
        private int _sent;
        private int _written;

        public Registration Registration { get; set; } = null!;

        public void OnReady(Readiness ready)
        {
            if (!Flush())
            {
                // The client's reading makes it writable again, and that is an event.
                return;
            }

            IoResult result = socket.Receive(_input.AsSpan(_held));
            if (result.IsBlocked)
            {
                return;
            }

            if (result.Bytes == 0)
            {
                End();
                return;
            }

            bool isFull = _held + result.Bytes == _input.Length;
            _held += result.Bytes;
            Answer();
            if (Flush() && (isFull || (ready & Readiness.PeerClosed) != 0))
            {
                Registration.RunAgain();
            }
        }

        public void OnFault(Exception exception)
        {
            Console.Error.WriteLine(exception);
            socket.Dispose();
        }

        public void OnLoopEnded() => socket.Dispose();

        // False while something waits for the client.
        private bool Flush()
        {
            if (_sent == _written)
            {
                return true;
            }

            IoResult result = socket.Send(_output.AsSpan(_sent, _written - _sent));
            _sent += result.Bytes;
            if (result.IsDone)
            {
                _sent = _written = 0;
                return true;
            }

            if (!result.IsBlocked)
            {
                End();
            }

            return false;
        }

        private void End()
        {
            Registration.Remove();
            socket.Dispose();
        }

        private void Answer()
        {
            int consumed = 0;
            int length;
            while ((length = EchoFrames.WholeFrame(_input.AsSpan(consumed, _held - consumed))) > 0)
            {
                if (_written + length + EchoFrames.GrowthMax > _output.Length)
                {
                    Array.Resize(ref _output, Math.Max(2 * _output.Length, _written + length + EchoFrames.GrowthMax));
                }

                _written += EchoFrames.Answer(_input.AsSpan(consumed, length), _output.AsSpan(_written));
                consumed += length;
            }

            _input.AsSpan(consumed, _held - consumed).CopyTo(_input);
            _held -= consumed;
            if (_held == _input.Length)
            {
                Array.Resize(ref _input, 2 * _held);
            }
        }
    }
}
