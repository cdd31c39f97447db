using Net.Zmq;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Decides who comes in when servers have keys. libzmq asks it about every connection that has proven a key (ZAP, ZeroMQ RFC 27),
/// and it lets in those whose key the directory lists at the time. It counts those it refuses, and connections whose handshake
/// fails before. Owns its sockets and their one thread, which waits for nothing else: libzmq tells of failed handshakes through a
/// queue and stands still when nothing takes from it. Must be open for as long as the receiving socket: libzmq lets every key in
/// when there is nothing to ask.
/// </summary>
internal sealed class MeshGate
{
    /// <summary>Where the receiving socket reports failed handshakes.</summary>
    public const string MonitorAddress = "inproc://mesh-gate";
    public const SocketMonitorEvent Monitored = SocketMonitorEvent.HandshakeFailedNoDetail | SocketMonitorEvent.HandshakeFailedProtocol;

    private const string ZapAddress = "inproc://zeromq.zap.01";
    private const int MechanismAt = 5;
    private const int KeyAt = 6;
    private const int ContextTerminated = 156384765;
    private const int FaultPauseMs = 100;

    private readonly MeshParts _parts;
    private readonly MeshLinks _links;
    private readonly Context _context;
    private readonly Thread _thread;
    private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public MeshGate(MeshParts parts, MeshLinks links, Context context)
    {
        _parts = parts;
        _links = links;
        _context = context;
        _thread = new Thread(Run) { IsBackground = true, Name = "mesh-gate" };
    }

    /// <summary>Starts the thread; completes when libzmq finds it.</summary>
    /// <exception cref="ZmqException">libzmq refused.</exception>
    public Task StartAsync()
    {
        _thread.Start();
        return _started.Task;
    }

    /// <summary>Shuts the context down, after which nothing is received, and completes when the thread has closed its sockets.</summary>
    public Task StopAsync()
    {
        _context.Shutdown();
        return _ended.Task;
    }

    /// <summary>What messages of this server carry as its name: the key it proved, and its id.</summary>
    public static byte[] NameOf(OutboundPeer peer) => [.. peer.KeyText, .. peer.RoutingId];

    private void Run()
    {
        try
        {
            using Socket questions = new(_context, SocketType.Rep);
            using Socket failures = new(_context, SocketType.Pair);
            questions.SetOption(SocketOption.Linger, 0);
            questions.Bind(ZapAddress);
            failures.Connect(MonitorAddress);
            _started.SetResult();
            using Poller poller = new(2);
            poller.Add(questions, PollEvents.In);
            poller.Add(failures, PollEvents.In);
            while (ServeOnce(questions, failures, poller))
            {
            }
        }
        catch (Exception exception)
        {
            _started.TrySetException(exception);
        }

        _ended.SetResult();
    }

    /// <summary>False when the context has been shut down.</summary>
    private bool ServeOnce(Socket questions, Socket failures, Poller poller)
    {
        try
        {
            poller.Poll();
            if (poller.IsReadable(0))
            {
                Answer(questions);
            }

            if (poller.IsReadable(1))
            {
                Receive(failures);
                _parts.Counters.Count(EngineCounter.MeshFailedHandshakes);
            }

            return true;
        }
        catch (ZmqException exception) when (exception.ErrorNumber == ContextTerminated)
        {
            return false;
        }
        catch (Exception exception)
        {
            _parts.Fault(exception);
            Thread.Sleep(FaultPauseMs);
            return true;
        }
    }

    private void Answer(Socket questions)
    {
        List<byte[]> asked = Receive(questions);
        OutboundPeer? holder = asked.Count > KeyAt && asked[MechanismAt].AsSpan().SequenceEqual("CURVE"u8)
            ? _links.HolderOf(asked[KeyAt])
            : null;
        if (holder is null)
        {
            _parts.Counters.Count(EngineCounter.MeshRefusedKeys);
        }

        // 300 ends the connection, and the other side tries again: it may be listed by then. After 400 it would not.
        byte[][] answer =
        [
            asked[0],
            asked[1],
            holder is null ? "300"u8.ToArray() : "200"u8.ToArray(),
            [],
            holder is null ? [] : NameOf(holder),
            []
        ];
        for (int i = 0; i < answer.Length; i++)
        {
            questions.Send(answer[i], i < answer.Length - 1 ? SendFlags.SendMore : SendFlags.None);
        }
    }

    private static List<byte[]> Receive(Socket socket)
    {
        using Message frame = new();
        List<byte[]> frames = [];
        do
        {
            socket.Recv(frame);
            frames.Add(frame.ToArray());
        }
        while (frame.More);
        return frames;
    }
}
