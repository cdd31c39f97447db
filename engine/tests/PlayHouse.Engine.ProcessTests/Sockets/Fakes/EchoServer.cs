using System.Net;

namespace PlayHouse.Sockets.Tests.Fakes;

/// <summary>Sends back every byte, over the library. What the client does not take waits in a buffer, and nothing is read meanwhile.</summary>
internal sealed class EchoServer : IDisposable
{
    private readonly HashSet<Session> _sessions = [];
    private readonly Listener _listener;

    public EchoServer(EventLoopOptions? options = null, int receiveBytes = 4096)
    {
        Loop = new EventLoop(options);
        NonBlockingSocket socket = NonBlockingSocket.Listen(new IPEndPoint(IPAddress.Loopback, 0), 4096);
        Address = (IPEndPoint)socket.LocalEndPoint!;
        _listener = new Listener(Loop, socket, s => _sessions.Add(new Session(this, s, receiveBytes)), e => ListenerEnd = e);
        _listener.Start();
        Loop.Start();
    }

    public EventLoop Loop { get; }

    public IPEndPoint Address { get; }

    public Exception? ListenerEnd { get; private set; }

    public long Shortages => _listener.Shortages;

    /// <summary>Sessions now; asks the loop.</summary>
    public Task<int> CountAsync() => Loop.RunAsync(() => _sessions.Count);

    /// <summary>Sessions that ended with an error of the socket.</summary>
    public long Resets { get; private set; }

    /// <summary>Sessions whose client ended in good order.</summary>
    public long Farewells { get; private set; }

    /// <summary>Sends that the socket did not take whole.</summary>
    public long Blocked { get; private set; }

    public void Dispose() => Loop.Dispose();

    private sealed class Session : IDescriptorHandler
    {
        private readonly EchoServer _server;
        private readonly NonBlockingSocket _socket;
        private readonly Registration _registration;
        private readonly byte[] _buffer;
        private int _start;
        private int _end;

        public Session(EchoServer server, NonBlockingSocket socket, int receiveBytes)
        {
            _server = server;
            _socket = socket;
            _buffer = new byte[receiveBytes];
            _registration = server.Loop.Add(socket, this);
        }

        public void OnReady(Readiness ready)
        {
            // As long as it goes: a test of edges that leaves something behind stands still.
            while (Flush())
            {
                IoResult received = _socket.Receive(_buffer);
                if (received.IsBlocked)
                {
                    return;
                }

                if (received.Bytes == 0)
                {
                    End(received);
                    return;
                }

                (_start, _end) = (0, received.Bytes);
            }
        }

        public void OnFault(Exception exception) => _socket.Dispose();

        public void OnLoopEnded() => _socket.Dispose();

        private bool Flush()
        {
            IoResult sent = _socket.Send(_buffer.AsSpan(_start, _end - _start));
            _start += sent.Bytes;
            if (sent.IsDone)
            {
                return true;
            }

            if (sent.IsBlocked)
            {
                _server.Blocked++;
            }
            else
            {
                End(sent);
            }

            return false;
        }

        private void End(IoResult result)
        {
            if (result.IsDone)
            {
                _server.Farewells++;
            }
            else
            {
                _server.Resets++;
            }

            _server._sessions.Remove(this);
            _registration.Remove();
            _socket.Dispose();
        }
    }
}
