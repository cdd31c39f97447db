using System.Net.Sockets;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// One open connection: cuts frames out of what came and hands each to the derived class; writes what it is given; says when and
/// why it was lost.
/// </summary>
/// <remarks>
/// One thread calls everything here that changes it. Another reads whether it is lost and what is outstanding, and disposes it after that thread has ended.
/// </remarks>
internal abstract class Connection : IReceiver, IDisposable
{
    private const int InputBytesMin = 4 * 1024;
    private const int InputBytesMax = 64 * 1024;

    private readonly Transport _transport;
    private readonly byte[] _input;
    private int _inputEnd;
    private int _bytesToSkip;
    private bool _isBlocked;
    private volatile bool _isLost;
    private bool _isClosed;

    /// <summary>Takes over an open connection.</summary>
    /// <param name="context">What all connections share.</param>
    /// <param name="number">From 0.</param>
    /// <param name="transport">From now on its own.</param>
    /// <param name="repliesAtOnce">Replies that may come together.</param>
    protected Connection(LoadContext context, int number, Transport transport, int repliesAtOnce)
    {
        Context = context;
        Number = number;
        _transport = transport;
        Reader = context.Wire.CreateReader(number);
        _input = new byte[InputBytes(Reader.ReplyBytesMax, repliesAtOnce)];
    }

    /// <summary>The connection ended before the load did.</summary>
    public bool IsLost => _isLost;

    /// <summary>Why it ended; null while it has not.</summary>
    public string? LossReason { get; private set; }

    /// <summary>Bytes wait because the socket would not take them.</summary>
    public bool IsBlocked => _isBlocked;

    /// <summary>What the server still owes on this connection.</summary>
    public abstract int Outstanding { get; }

    /// <inheritdoc/>
    public Memory<byte> Free => _input.AsMemory(_inputEnd);

    protected LoadContext Context { get; }

    protected int Number { get; }

    protected WireReader Reader { get; }

    /// <summary>The load itself has ended it.</summary>
    protected bool IsClosed => _isClosed;

    /// <summary>Neither closed nor lost.</summary>
    protected bool IsAlive => !_isClosed && !_isLost;

    /// <summary>Starts to receive.</summary>
    public void Start() => _transport.Start(this);

    /// <inheritdoc/>
    public bool Take(int count, long receivedNs)
    {
        if (!IsAlive)
        {
            return false;
        }

        _inputEnd += count;
        if (!ReadFrames(receivedNs))
        {
            Lose("the server sent a frame that breaks the format");
            return false;
        }

        OnReceived();
        return !_isLost;
    }

    /// <inheritdoc/>
    public void End(string reason) => Lose(reason);

    /// <inheritdoc/>
    public virtual void OnWritable()
    {
    }

    /// <inheritdoc/>
    public void OnFault(Exception exception)
    {
        Console.Error.WriteLine($"connection {Number}: {exception}");
        Lose($"internal error: {exception.Message}");
    }

    /// <summary>Ends the connection for good; what is outstanding is lost. When it returns nothing changes any more.</summary>
    public void Dispose()
    {
        _isClosed = true;
        GiveUpAll(Context.NowNs());
        _transport.Dispose();
    }

    /// <summary>One frame arrived.</summary>
    protected abstract void OnReply(in WireReply reply, long receivedNs, ReplyRecorder recorder);

    /// <summary>A frame longer than any right one arrived.</summary>
    protected abstract void OnOversized(long receivedNs);

    /// <summary>The connection is lost or closed: what is outstanding will not come. Comes twice for one that is lost and then closed.</summary>
    protected abstract void GiveUpAll(long nowNs);

    /// <summary>Everything that came with one receive has been handed out.</summary>
    protected virtual void OnReceived()
    {
    }

    /// <summary>Hands the socket what it takes; a failure loses the connection.</summary>
    protected void Write(SendBuffer output)
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

        SocketError error = output.WriteTo(_transport);
        _isBlocked = error is SocketError.WouldBlock or SocketError.NoBufferSpaceAvailable;
        return error == SocketError.Success || _isBlocked ? null : $"send failed: {error}";
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

    private void Lose(string reason)
    {
        if (!IsAlive)
        {
            return;
        }

        LossReason = reason;
        _isLost = true;
        _isBlocked = false;
        GiveUpAll(Context.NowNs());
        _transport.Dispose();
    }
}
