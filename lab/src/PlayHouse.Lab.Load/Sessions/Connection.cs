using System.Net.Sockets;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// One open connection: receives, cuts frames out of what came and hands each to the derived class; writes what it is given;
/// says when and why it was lost.
/// </summary>
/// <remarks>
/// Receiving happens in socket callbacks, under the gate; so does everything a derived class overrides here. Who writes is the
/// derived class's affair: one thread at a time.
/// </remarks>
internal abstract class Connection : IThreadPoolWorkItem, IDisposable
{
    private const int InputBytesMin = 4 * 1024;
    private const int InputBytesMax = 64 * 1024;

    // A connection whose replies always wait already must not keep the thread that serves all the others.
    private const int RoundsMax = 16;

    private readonly Socket _socket;
    private readonly SocketAsyncEventArgs _receive;
    private readonly byte[] _input;
    private Gate _gate;
    private int _inputEnd;
    private int _bytesToSkip;
    private volatile bool _isBlocked;
    private volatile bool _isLost;
    private bool _isClosed;

    /// <summary>Takes over an open socket.</summary>
    /// <param name="context">What all connections share.</param>
    /// <param name="number">From 0.</param>
    /// <param name="socket">Not blocking.</param>
    /// <param name="repliesAtOnce">Replies that may come together.</param>
    protected Connection(LoadContext context, int number, Socket socket, int repliesAtOnce)
    {
        Context = context;
        Number = number;
        _socket = socket;
        Reader = context.Wire.CreateReader(number);
        _input = new byte[InputBytes(Reader.ReplyBytesMax, repliesAtOnce)];
        _receive = new SocketAsyncEventArgs(true);
        _receive.Completed += (_, _) => Drive();
    }

    /// <summary>The connection ended before the load did.</summary>
    public bool IsLost => _isLost;

    /// <summary>Why it ended; null while it has not.</summary>
    public string? LossReason { get; private set; }

    /// <summary>Bytes wait because the socket would not take them.</summary>
    public bool IsBlocked => _isBlocked;

    /// <summary>What the server still owes on this connection.</summary>
    public abstract int Outstanding { get; }

    protected LoadContext Context { get; }

    protected int Number { get; }

    protected WireReader Reader { get; }

    /// <summary>The load itself has ended it; under the gate.</summary>
    protected bool IsClosed => _isClosed;

    /// <summary>Neither closed nor lost; under the gate.</summary>
    protected bool IsAlive => !_isClosed && !_isLost;

    /// <summary>Starts to receive.</summary>
    public void Start()
    {
        _receive.SetBuffer(_input, 0, _input.Length);
        if (!_socket.ReceiveAsync(_receive))
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }

    /// <inheritdoc/>
    public void Execute() => Drive();

    /// <summary>Ends the connection for good; what is outstanding is lost. When it returns no callback changes anything any more.</summary>
    public void Dispose()
    {
        _gate.Enter();
        _isClosed = true;
        GiveUpAll();
        _gate.Exit();
        _socket.Dispose();
        _receive.Dispose();
    }

    /// <summary>One frame arrived.</summary>
    protected abstract void OnReply(in WireReply reply, long receivedNs, ReplyRecorder recorder);

    /// <summary>A frame longer than any right one arrived.</summary>
    protected abstract void OnOversized(long receivedNs);

    /// <summary>The connection is lost or closed: what is outstanding will not come. Comes twice for one that is lost and then closed.</summary>
    protected abstract void GiveUpAll();

    /// <summary>Everything that came with one receive has been handed out.</summary>
    protected virtual void OnReceived()
    {
    }

    /// <summary>Any thread, not under the gate: keeps callbacks out.</summary>
    protected void EnterGate() => _gate.Enter();

    /// <summary>Lets callbacks in again.</summary>
    protected void ExitGate() => _gate.Exit();

    /// <summary>Not under the gate: hands the socket what it takes; a failure loses the connection.</summary>
    protected void Write(SendBuffer output)
    {
        if (TryWrite(output) is { } reason)
        {
            _gate.Enter();
            Lose(reason);
            _gate.Exit();
        }
    }

    /// <summary>The same under the gate.</summary>
    protected void WriteInside(SendBuffer output)
    {
        if (TryWrite(output) is { } reason)
        {
            Lose(reason);
        }
    }

    private static int InputBytes(int replyBytes, int repliesAtOnce) =>
        (int)Math.Max(replyBytes, Math.Clamp((long)replyBytes * repliesAtOnce, InputBytesMin, InputBytesMax));

    // The reason why the connection is lost, or null.
    private string? TryWrite(SendBuffer output)
    {
        if (_isLost)
        {
            return null;
        }

        try
        {
            SocketError error = output.WriteTo(_socket);
            _isBlocked = error is SocketError.WouldBlock or SocketError.NoBufferSpaceAvailable;
            return error == SocketError.Success || _isBlocked ? null : $"send failed: {error}";
        }
        catch (ObjectDisposedException)
        {
            return "send failed: the socket is closed";
        }
    }

    // A loop over receives that complete at once, never a recursion.
    private void Drive()
    {
        try
        {
            for (int round = 1; TakeIn(); round++)
            {
                _receive.SetBuffer(_inputEnd, _input.Length - _inputEnd);
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
            // Closed or lost while it was being driven; the books were settled by whoever did that.
        }
        catch (Exception e)
        {
            // A defect in a callback ends this connection visibly, not the process.
            Console.Error.WriteLine($"connection {Number}: {e}");
            _gate.Enter();
            Lose($"internal error: {e.Message}");
            _gate.Exit();
        }
    }

    private bool TakeIn()
    {
        long receivedNs = MonotonicClock.NowNs();
        _gate.Enter();
        try
        {
            if (!IsAlive)
            {
                return false;
            }

            if (_receive.SocketError != SocketError.Success || _receive.BytesTransferred == 0)
            {
                Lose(_receive.SocketError == SocketError.Success ? "closed by the server" : $"receive failed: {_receive.SocketError}");
                return false;
            }

            _inputEnd += _receive.BytesTransferred;
            if (!ReadFrames(receivedNs))
            {
                Lose("the server sent a frame that breaks the format");
                return false;
            }

            OnReceived();
            return !_isLost;
        }
        finally
        {
            _gate.Exit();
        }
    }

    private bool ReadFrames(long receivedNs)
    {
        ReplyRecorder recorder = Context.Recorder;
        ReadOnlySpan<byte> rest = SkipRest(_input.AsSpan(0, _inputEnd));
        while (true)
        {
            WireStatus status = Reader.TryRead(rest, out WireReply reply, out int consumed);
            if (status == WireStatus.Invalid)
            {
                return false;
            }

            if (status == WireStatus.NeedMore)
            {
                break;
            }

            OnReply(reply, receivedNs, recorder);
            rest = rest[consumed..];
        }

        if (rest.Length == _input.Length)
        {
            // Longer than any right reply: nothing of it needs to be kept.
            OnOversized(receivedNs);
            _bytesToSkip = Reader.AnnouncedBytes(rest) - rest.Length;
            rest = [];
        }

        rest.CopyTo(_input);
        _inputEnd = rest.Length;
        return true;
    }

    private ReadOnlySpan<byte> SkipRest(ReadOnlySpan<byte> received)
    {
        int skipped = Math.Min(_bytesToSkip, received.Length);
        _bytesToSkip -= skipped;
        return received[skipped..];
    }

    // Under the gate.
    private void Lose(string reason)
    {
        if (!IsAlive)
        {
            return;
        }

        LossReason = reason;
        _isLost = true;
        _isBlocked = false;
        GiveUpAll();
        _socket.Dispose();
    }
}
