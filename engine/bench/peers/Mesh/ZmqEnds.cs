using System.Text;
using Net.Zmq;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>Receives with nothing between libzmq and the count: three frames per message, one thread that waits in the library.</summary>
internal sealed class ZmqReceiver(DeliveryCheck check) : IMeshEnd
{
    private const int FrameBytesMax = 64 * 1024;

    private readonly Context _context = new();
    private readonly TaskCompletionSource<int> _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Thread? _thread;

    public Task<int> StartAsync()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "zmq-receive" };
        _thread.Start();
        return _started.Task;
    }

    public void Connect(int port)
    {
        // The sender connects; nothing goes back.
    }

    public ValueTask DisposeAsync()
    {
        _context.Shutdown();
        _thread?.Join();
        _context.Dispose();
        return ValueTask.CompletedTask;
    }

    private void Run()
    {
        using Socket socket = new(_context, SocketType.Router);
        byte[] frame = new byte[FrameBytesMax];
        try
        {
            socket.SetOption(SocketOption.Linger, 0);
            socket.SetOption(SocketOption.Routing_Id, MeshNames.Receiver);
            socket.SetOption(SocketOption.Rcvhwm, MeshNames.HighWaterMark);
            socket.Bind("tcp://127.0.0.1:*");
            _started.SetResult(MeshNames.PortOf(socket.GetOptionString(SocketOption.Last_Endpoint)));
            while (true)
            {
                socket.Recv(frame);
                socket.Recv(frame);
                int bytes = socket.Recv(frame);
                check.Take(frame.AsSpan(0, Math.Min(bytes, frame.Length)));
            }
        }
        catch (ZmqException e)
        {
            // The context was shut down, which is how the wait ends; before the start it is a failure.
            _started.TrySetException(e);
        }
    }
}

/// <summary>Sends with nothing between the loop and libzmq: three frames per message, waiting in the library when it is full.</summary>
internal sealed class ZmqSender(byte[] payload) : IMeshEnd
{
    private const int UnreachablePauseMs = 20;

    private readonly Context _context = new();
    private readonly ManualResetEventSlim _stopping = new();
    private readonly byte[] _header = Header(payload.Length);
    private readonly byte[] _target = Encoding.UTF8.GetBytes(MeshNames.Receiver);
    private Thread? _thread;

    public Task<int> StartAsync() => Task.FromResult(0);

    public void Connect(int port)
    {
        _thread = new Thread(() => Run(port)) { IsBackground = true, Name = "zmq-send" };
        _thread.Start();
    }

    public ValueTask DisposeAsync()
    {
        _stopping.Set();
        _context.Shutdown();
        _thread?.Join();
        _context.Dispose();
        _stopping.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>The same bytes that the engine's header has.</summary>
    private static byte[] Header(int payloadBytes)
    {
        byte[] header = new byte[RouteHeaderCodec.BytesMax];
        int bytes = RouteHeaderCodec.Write(
            header, new RouteHeader(MeshNames.MsgId, StageId: MeshNames.StageId), 0, Encoding.UTF8.GetBytes(MeshNames.Sender), payloadBytes);
        return header[..bytes];
    }

    private void Run(int port)
    {
        using Socket socket = new(_context, SocketType.Router);
        try
        {
            socket.SetOption(SocketOption.Linger, 0);
            socket.SetOption(SocketOption.Routing_Id, MeshNames.Sender);
            socket.SetOption(SocketOption.Sndhwm, MeshNames.HighWaterMark);
            // Without it the library drops what does not fit; with it the send waits.
            socket.SetOption(SocketOption.Router_Mandatory, 1);
            socket.Connect(MeshNames.AddressOf(port));
            for (long number = 0; !_stopping.IsSet; number++)
            {
                DeliveryCheck.Number(payload, number);
                while (!TrySend(socket) && !_stopping.IsSet)
                {
                    _stopping.Wait(UnreachablePauseMs);
                }
            }
        }
        catch (ZmqException) when (_stopping.IsSet)
        {
            // The context was shut down, which is how the wait ends.
        }
    }

    /// <summary>False while the handshake has not told the library who the receiver is.</summary>
    private bool TrySend(Socket socket)
    {
        try
        {
            socket.Send(_target, SendFlags.SendMore);
        }
        catch (ZmqException e) when (e.ErrorNumber == MeshSocket.HostUnreachable)
        {
            return false;
        }

        socket.Send(_header, SendFlags.SendMore);
        socket.Send(payload);
        return true;
    }
}
