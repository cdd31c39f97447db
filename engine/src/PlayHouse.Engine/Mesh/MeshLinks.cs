using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// The peers a server sends to, and the list of those with something to do. The sending thread takes from it and sleeps
/// here; every other thread only queues and wakes. The wake-up is a monitor of the process and not a socket, because the
/// sending socket receives nothing that anyone would have to poll for.
/// </summary>
internal sealed class MeshLinks(EngineCounters counters, IPendingRequests requests) : ICounterSource
{
    private readonly ConcurrentDictionary<string, OutboundPeer> _peers = new(StringComparer.Ordinal);
    private readonly Lock _readyGate = new();
    private readonly Queue<OutboundPeer> _ready = new();
    private readonly object _sleepGate = new();
    private int _isSignaled;
    private int _version;
    private readonly CounterBlock _removed = new();

    /// <summary>Number of this process in answers to checkpoints; never 0.</summary>
    public uint Incarnation { get; } = (uint)Random.Shared.NextInt64(1, uint.MaxValue);

    /// <summary>Changes with the list: what was looked up under another number is looked up again.</summary>
    public int Version => Volatile.Read(ref _version);

    public int ConnectedCount => _peers.Count(p => p.Value.State == LinkState.Connected);

    public bool TryGet(string serverId, [NotNullWhen(true)] out OutboundPeer? peer) => _peers.TryGetValue(serverId, out peer);

    /// <summary>The listed peer that a key belongs to; asked once per connection.</summary>
    public OutboundPeer? HolderOf(ReadOnlySpan<byte> key)
    {
        foreach (KeyValuePair<string, OutboundPeer> peer in _peers)
        {
            if (key.Length == Z85.KeyBytes && key.SequenceEqual(peer.Value.Key))
            {
                return peer.Value;
            }
        }

        return null;
    }

    /// <summary>Lists a peer. Directory loop.</summary>
    public void Add(OutboundPeer peer)
    {
        _peers[peer.Id] = peer;
        Interlocked.Increment(ref _version);
    }

    /// <summary>Takes a peer off the list. Directory loop.</summary>
    public void Remove(OutboundPeer peer)
    {
        if (_peers.TryRemove(new KeyValuePair<string, OutboundPeer>(peer.Id, peer)))
        {
            Interlocked.Increment(ref _version);
            lock (_removed)
            {
                peer.AddTo(_removed);
            }
        }
    }

    public void AddTo(CounterBlock block)
    {
        lock (_removed)
        {
            block.Add(_removed);
        }

        foreach (KeyValuePair<string, OutboundPeer> peer in _peers)
        {
            peer.Value.AddTo(block);
        }
    }

    /// <summary>Notes an answer to a peer's checkpoint. A peer that no directory listed cannot be answered.</summary>
    public void Owe(string serverId, in OwedAnswer answer)
    {
        if (_peers.TryGetValue(serverId, out OutboundPeer? peer) && peer.Owe(answer))
        {
            MakeReady(peer);
        }
    }

    public void OnAnswer(string serverId, in RouteHeader header)
    {
        if (!_peers.TryGetValue(serverId, out OutboundPeer? peer))
        {
            return;
        }

        long lost;
        bool isRestarted;
        bool isAwaited;
        lock (peer.Gate)
        {
            if (header.Sid != peer.Account.Epoch)
            {
                return;
            }

            isAwaited = peer.NoteAnswer();
            lost = peer.Account.Answer(header.MsgSeq, header.AccountId, header.StageId, out isRestarted);
        }

        counters.Count(EngineCounter.MeshLost, lost);
        if (isRestarted)
        {
            requests.FailAll(serverId, ErrorCodes.ServerNotFound, "it restarted meanwhile.");
        }

        if (isAwaited)
        {
            MakeReady(peer);
        }

        // A link that stood still because too much was unconfirmed, or because the peer had not greeted back, may continue.
        Wake();
    }

    /// <summary>Gives a peer its turn. Any thread, once per turn: the peer knows whether it is waiting for one.</summary>
    public void MakeReady(OutboundPeer peer)
    {
        lock (_readyGate)
        {
            _ready.Enqueue(peer);
        }

        Wake();
    }

    /// <summary>The next peer with something to do. Sending thread.</summary>
    public bool TryTakeReady([NotNullWhen(true)] out OutboundPeer? peer)
    {
        lock (_readyGate)
        {
            return _ready.TryDequeue(out peer);
        }
    }

    /// <summary>Ends the sending thread's sleep, or the next one before it begins. Any thread.</summary>
    public void Wake()
    {
        if (Interlocked.Exchange(ref _isSignaled, 1) == 0)
        {
            lock (_sleepGate)
            {
                Monitor.Pulse(_sleepGate);
            }
        }
    }

    /// <summary>Sleeps until woken or for a time. Sending thread.</summary>
    public void Sleep(int timeoutMs)
    {
        lock (_sleepGate)
        {
            if (timeoutMs > 0 && Volatile.Read(ref _isSignaled) == 0)
            {
                Monitor.Wait(_sleepGate, timeoutMs);
            }
        }

        // Cleared before the work is looked at: whatever comes later sets it again.
        Volatile.Write(ref _isSignaled, 0);
        Interlocked.MemoryBarrier();
    }

    /// <summary>Refuses messages to every peer from now on and counts what is left as lost. Once the sending thread has ended.</summary>
    public void Close()
    {
        foreach (KeyValuePair<string, OutboundPeer> peer in _peers)
        {
            counters.Count(EngineCounter.MeshLost, peer.Value.SetGone(LinkState.Removed));
        }
    }
}
