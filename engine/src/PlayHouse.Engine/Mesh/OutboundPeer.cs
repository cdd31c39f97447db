using System.Text;
using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.PeerId;

namespace PlayHouse.Engine.Mesh;

/// <summary>Where a connection to another server stands.</summary>
internal enum LinkState
{
    /// <summary>Not connected yet, or the peer has not greeted back; messages wait for a grace time.</summary>
    Connecting,

    /// <summary>Messages flow.</summary>
    Connected,

    /// <summary>Was connected, or never came up; messages are refused until it does.</summary>
    Lost,

    /// <summary>Discovery no longer lists it.</summary>
    Removed,
}

/// <summary>
/// Another server as a target. What any thread may touch is under <see cref="Gate"/>; the rest belongs to the sending thread.
/// </summary>
internal sealed class OutboundPeer(ServerEntry entry, EngineLimits limits, BufferPool pool)
{
    private volatile LinkState _state = LinkState.Connecting;
    private bool _isReady;
    private OwedAnswer? _owed;
    private long _encoded;
    private StrategyCounter? _encodedBy;

    /// <summary>Guards the queue, the account and the owed answer.</summary>
    public Lock Gate { get; } = new();

    public string Id { get; } = entry.ServerId;

    public byte[] RoutingId { get; } = Encoding.UTF8.GetBytes(entry.ServerId);

    /// <summary>Its public key as text, or null where servers have none.</summary>
    public string? PublicKey { get; } = entry.PublicKey;

    /// <summary>The same in bytes of text; empty where servers have none.</summary>
    public byte[] KeyText { get; } = Encoding.ASCII.GetBytes(entry.PublicKey ?? "");

    /// <summary>The key itself; empty where servers have none.</summary>
    public byte[] Key { get; } = entry.PublicKey is null ? [] : Z85.Decode(entry.PublicKey);

    /// <summary>What it is sent through, or null while there is nothing. Sending thread.</summary>
    public Socket? Socket { get; set; }

    /// <summary>Where it listens. Sending thread.</summary>
    public string Address { get; set; } = entry.Address;

    /// <summary>State; any thread may read it.</summary>
    public LinkState State => _state;

    /// <summary>Messages that wait. Appended under <see cref="Gate"/>.</summary>
    public PeerQueue Queue { get; } = new(pool);

    /// <summary>What became of messages handed over. Under <see cref="Gate"/>.</summary>
    public LinkAccount Account { get; } = new();

    /// <summary>Messages whose headers were encoded for this peer, those refused included. Any thread.</summary>
    public long Encoded => Volatile.Read(ref _encoded);

    /// <summary>Adds the headers encoded for this peer, under the name of the strategy that encoded them. Any thread.</summary>
    public void AddTo(CounterBlock block)
    {
        lock (Gate)
        {
            if (_encodedBy is not null)
            {
                block[EngineCounter.SeamHeaderCodec] += _encoded;
                block.Add(_encodedBy, _encoded);
            }
        }
    }

    /// <summary>When a connection that has not come up counts as lost, or 0 before the first try. Sending thread.</summary>
    public long GraceEndsMs { get; set; }

    /// <summary>When the link is probed next. Sending thread.</summary>
    public long ProbeAtMs { get; set; }

    /// <summary>Present distance of probes while there is no connection. Sending thread.</summary>
    public int ProbeDelayMs { get; set; }

    /// <summary>True while it is on the list of peers whose network queue is full. Sending thread.</summary>
    public bool IsBlocked { get; set; }

    /// <summary>Probes since the peer last answered one. Under <see cref="Gate"/>.</summary>
    public int UnansweredProbes { get; private set; }

    /// <summary>When the first probe of this connection left, or 0. Sending thread.</summary>
    public long GreetedAtMs { get; set; }

    /// <summary>Counts a probe and returns how many are unanswered, or 0 for a peer that has never answered. Sending thread.</summary>
    public int CountProbe()
    {
        lock (Gate)
        {
            UnansweredProbes++;
            return Account.HasAnswered ? UnansweredProbes : 0;
        }
    }

    /// <summary>True when an answer came after the last probe counted. Sending thread.</summary>
    public bool HasNoOpenProbe()
    {
        lock (Gate)
        {
            return UnansweredProbes == 0 && Account.HasAnswered;
        }
    }

    /// <summary>
    /// Notes that the peer answers. Receiving thread, under <see cref="Gate"/>; true when the sending thread waits for just that.
    /// </summary>
    public bool NoteAnswer()
    {
        UnansweredProbes = 0;
        return _state is LinkState.Connecting or LinkState.Lost;
    }

    /// <summary>
    /// Ends the turn of a peer whose link is not up: the next message or answer announces it again. True when an answer
    /// came to be owed meanwhile. Sending thread.
    /// </summary>
    public bool Park()
    {
        lock (Gate)
        {
            _isReady = _owed is not null;
            return _isReady;
        }
    }

    /// <summary>
    /// Queues a message and copies its payload. <paramref name="isNewlyReady"/> is true when the sending thread has to be told
    /// about this peer. Any thread.
    /// </summary>
    public SendResult TryEnqueue(in EncodedHeader header, ReadOnlySpan<byte> payload, out bool isNewlyReady)
    {
        isNewlyReady = false;
        lock (Gate)
        {
            _encoded++;
            _encodedBy = header.EncodedBy;
            if (_state is LinkState.Lost or LinkState.Removed)
            {
                return SendResult.Unreachable;
            }

            bool isFull = Queue.Messages >= limits.PeerQueueMessagesMax
                || Queue.Bytes + header.Bytes.Length + payload.Length > limits.PeerQueueBytesMax;
            if (isFull && Queue.Messages > 0)
            {
                return SendResult.RefusedFull;
            }

            Queue.Append(header.Bytes, payload);
            isNewlyReady = !_isReady;
            _isReady = true;
        }

        return SendResult.Accepted;
    }

    /// <summary>Notes an answer to the peer's checkpoint. Receiving thread; true when the sending thread has to be told.</summary>
    public bool Owe(in OwedAnswer answer)
    {
        lock (Gate)
        {
            _owed = answer;
            bool isNewlyReady = !_isReady;
            _isReady = true;
            return isNewlyReady;
        }
    }

    /// <summary>Takes the owed answer, if any. Sending thread.</summary>
    public OwedAnswer? TakeOwed()
    {
        lock (Gate)
        {
            OwedAnswer? owed = _owed;
            _owed = null;
            return owed;
        }
    }

    /// <summary>
    /// Takes handed-over messages out of the counts and looks whether anything is left to do; when not, the next message
    /// announces the peer again. Sending thread.
    /// </summary>
    public bool SettleAndCheckWork(int messages, long bytes)
    {
        lock (Gate)
        {
            Queue.Settle(messages, bytes);
            Account.Hand(messages, bytes);
            _isReady = Queue.Messages > 0 || _owed is not null;
            return _isReady;
        }
    }

    /// <summary>Moves the queue's cursor to the next segment. Sending thread.</summary>
    public bool TryTakeSegment()
    {
        lock (Gate)
        {
            return Queue.TryTakeSegment();
        }
    }

    /// <summary>The connection is up. Sending thread.</summary>
    public void SetConnected()
    {
        lock (Gate)
        {
            _state = LinkState.Connected;
            UnansweredProbes = 0;
        }
    }

    /// <summary>
    /// The connection is gone: refuses messages from now on, drops the queue and returns how many messages that lost.
    /// What the network held is found out at the next checkpoint, or given up when the peer is removed. Sending thread.
    /// </summary>
    public long SetGone(LinkState state)
    {
        lock (Gate)
        {
            _state = state;
            _owed = null;
            _isReady = false;
            GreetedAtMs = 0;
            long lost = Queue.Clear();
            return state == LinkState.Removed ? lost + Account.Abandon() : lost;
        }
    }
}
