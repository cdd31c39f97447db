using System.Diagnostics;
using Net.Zmq;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Mesh;

/// <summary>Owns the receiving socket and the one thread that touches it.</summary>
internal sealed class MeshReceiver : IDisposable
{
    private const int MessagesPerPollMax = 1_024;
    private const int FaultPauseMs = 100;

    private readonly MeshOptions _options;
    private readonly EngineLimits _limits;
    private readonly EngineCounters _counters;
    private readonly MeshInbound _inbound;
    private readonly Context _context;
    private readonly Thread _thread;
    private readonly TaskCompletionSource<string> _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim _stopping = new();

    public MeshReceiver(MeshOptions options, EngineLimits limits, EngineCounters counters, MeshInbound inbound, Context context)
    {
        _options = options;
        _limits = limits;
        _counters = counters;
        _inbound = inbound;
        _context = context;
        _thread = new Thread(Run) { IsBackground = true, Name = "mesh-receive" };
    }

    /// <summary>Starts the thread; completes with the address it listens at.</summary>
    /// <exception cref="ZmqException">The address cannot be bound.</exception>
    public Task<string> StartAsync()
    {
        _thread.Start();
        return _started.Task;
    }

    /// <summary>Says that the context is about to be shut down; completes when the thread has closed its socket.</summary>
    public Task StopAsync()
    {
        _stopping.Set();
        _context.Shutdown();
        return _ended.Task;
    }

    /// <inheritdoc/>
    public void Dispose() => _stopping.Dispose();

    private void Run()
    {
        Socket socket;
        try
        {
            socket = Bind();
        }
        catch (Exception exception)
        {
            _started.SetException(exception);
            _ended.SetResult();
            return;
        }

        using (socket)
        {
            using Poller poller = new(1);
            using Message id = new();
            using Message header = new();
            using Message payload = new();
            poller.Add(socket, PollEvents.In);
            while (!_stopping.IsSet)
            {
                ReceiveOnce(socket, poller, id, header, payload);
            }
        }

        _ended.SetResult();
    }

    private Socket Bind()
    {
        Socket socket = MeshSocket.Open(_context, _options, _limits, isReceiver: true);
        try
        {
            socket.Bind(_options.BindAddress!);
            _started.SetResult(socket.GetOptionString(SocketOption.Last_Endpoint));
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private void ReceiveOnce(Socket socket, Poller poller, Message id, Message header, Message payload)
    {
        try
        {
            poller.Poll();
            long nowMs = Environment.TickCount64;
            for (int i = 0; i < MessagesPerPollMax && socket.Recv(id, RecvFlags.DontWait) >= 0; i++)
            {
                ReceiveRest(socket, id, header, payload, nowMs);
            }
        }
        catch (ZmqException) when (_stopping.IsSet)
        {
            // The context was shut down, which is how the wait ends.
        }
        catch (Exception exception)
        {
            _counters.Count(EngineCounter.EngineFaults);
            Trace.TraceError(exception.Message);
            _stopping.Wait(FaultPauseMs);
        }
    }

    /// <summary>The frames behind the sender's id; libzmq delivers a message whole or not at all.</summary>
    private void ReceiveRest(Socket socket, Message id, Message header, Message payload, long nowMs)
    {
        int frames = 1;
        bool hasMore = id.More;
        while (hasMore)
        {
            Message target = frames == 1 ? header : payload;
            socket.Recv(target);
            hasMore = target.More;
            frames++;
        }

        if (frames == 3)
        {
            _inbound.OnFrames(id.Data, header.Data, payload.Data, nowMs);
        }
        else
        {
            _inbound.OnWrongFrameCount();
        }
    }
}
