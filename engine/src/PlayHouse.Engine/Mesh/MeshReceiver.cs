using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh;

/// <summary>Owns the receiving socket and the one thread that touches it.</summary>
internal sealed class MeshReceiver<THeaderParse, TPeerId, TMeshFrame, TRequestTable> : IMeshReceiver
    where THeaderParse : struct, IHeaderParse<THeaderParse>
    where TPeerId : struct, IPeerIds<TPeerId>
    where TMeshFrame : struct, IMeshFrame
    where TRequestTable : struct, IRequestTable<TRequestTable>
{
    private const int MessagesPerPollMax = 1_024;
    private const int FaultPauseMs = 100;

    private readonly MeshOptions _options;
    private readonly bool _isCurve;
    private readonly EngineLimits _limits;
    private readonly Action<Exception> _fault;
    private readonly EngineClock _clock;
    private readonly MeshInbound<THeaderParse, TPeerId, TRequestTable> _inbound;
    private readonly Context _context;
    private readonly Thread _thread;
    private readonly TaskCompletionSource<string> _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim _stopping = new();
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
    private TMeshFrame _frame;
#pragma warning restore IDE0044

    public MeshReceiver(
        MeshParts parts,
        MeshInbound<THeaderParse, TPeerId, TRequestTable> inbound,
        Context context,
        TMeshFrame frame)
    {
        _options = parts.Options;
        _isCurve = parts.Options.Protection.IsCurve;
        _limits = parts.Limits;
        _fault = parts.Fault;
        _clock = parts.Clock;
        _inbound = inbound;
        _context = context;
        _frame = frame;
        _thread = new Thread(Run) { IsBackground = true, Name = "mesh-receive" };
    }

    public void AddTo(CounterBlock block) => _frame.AddTo(block);

    public Task<string> StartAsync()
    {
        _thread.Start();
        return _started.Task;
    }

    public Task StopAsync()
    {
        _stopping.Set();
        _context.Shutdown();
        return _ended.Task;
    }

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
            using Message second = new();
            using Message third = new();
            poller.Add(socket, PollEvents.In);
            while (!_stopping.IsSet)
            {
                ReceiveOnce(socket, poller, id, second, third);
            }
        }

        _ended.SetResult();
    }

    private Socket Bind()
    {
        Socket socket = MeshSocket.OpenReceiving(_context, _options, TMeshFrame.FrameBytesMax(_limits));
        try
        {
            if (_isCurve)
            {
                socket.Monitor(MeshGate.MonitorAddress, MeshGate.Monitored);
            }

            socket.Bind(_options.BindAddress!);
            _started.SetResult(socket.GetOptionString(SocketOption.Last_Endpoint));
            return socket;
        }
        catch (ZmqException exception)
        {
            socket.Dispose();
            throw new InvalidOperationException(
                $"This server cannot listen for others on {_options.BindAddress}: {exception.Message}",
                exception);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private void ReceiveOnce(Socket socket, Poller poller, Message id, Message second, Message third)
    {
        try
        {
            poller.Poll();
            long nowMs = _clock.NowMs;
            for (int i = 0; i < MessagesPerPollMax && socket.Recv(id, RecvFlags.DontWait) >= 0; i++)
            {
                ReceiveRest(socket, id, second, third, nowMs);
            }
        }
        catch (ZmqException) when (_stopping.IsSet)
        {
            // The context was shut down, which is how the wait ends.
        }
        catch (Exception exception)
        {
            _fault(exception);
            _stopping.Wait(FaultPauseMs);
        }
    }

    /// <summary>The frames behind the sender's id; libzmq delivers a message whole or not at all.</summary>
    private void ReceiveRest(Socket socket, Message id, Message second, Message third, long nowMs)
    {
        int frames = 1;
        bool hasMore = id.More;
        while (hasMore)
        {
            Message target = frames == 1 ? second : third;
            socket.Recv(target);
            hasMore = target.More;
            frames++;
        }

        MeshFrameStatus status = _frame.Split(
            frames,
            second.Data,
            third.Data,
            out ReadOnlySpan<byte> header,
            out ReadOnlySpan<byte> payload);
        if (status == MeshFrameStatus.Ok)
        {
            _inbound.OnFrames(_isCurve ? MeshSource.Proven(id, second) : MeshSource.Claimed(id.Data), header, payload, nowMs);
        }
        else
        {
            _inbound.OnWrongFrames(status);
        }
    }
}
