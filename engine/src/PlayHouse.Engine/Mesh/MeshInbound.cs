using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Judges what comes from other servers and hands it on: replies to their requests, the mesh's own messages to the links,
/// the rest to the handler. Nothing a peer sends makes it throw; what cannot be read is counted and dropped. Receiving thread.
/// </summary>
internal sealed class MeshInbound<THeaderParse, TPeerId, TRequestTable> : ICounterSource
    where THeaderParse : struct, IHeaderParse<THeaderParse>
    where TPeerId : struct, IPeerIds<TPeerId>
    where TRequestTable : struct, IRequestTable<TRequestTable>
{
    private readonly EngineLimits _limits;
    private readonly BufferPool _pool;
    private readonly EngineCounters _counters;
    private readonly MeshLinks _links;
    private readonly IMeshHandler _handler;
    private readonly Action<Exception> _fault;
#pragma warning disable IDE0044 // Strategies may be mutable structs: they are called on the field.
    private THeaderParse _parse;
    private TPeerId _peers;
    private TRequestTable _requests;
#pragma warning restore IDE0044
    private long _judged;
    private long _received;

    public MeshInbound(MeshParts parts, MeshLinks links, THeaderParse parse, TPeerId peers, TRequestTable requests)
    {
        _limits = parts.Limits;
        _pool = parts.Pool;
        _counters = parts.Counters;
        _handler = parts.Handler;
        _fault = parts.Fault;
        _links = links;
        _parse = parse;
        _peers = peers;
        _requests = requests;
    }

    public void AddTo(CounterBlock block)
    {
        long judged = Volatile.Read(ref _judged);
        block[EngineCounter.MeshReceived] += Volatile.Read(ref _received);
        block[EngineCounter.SeamMeshFrame] += judged;
        block[EngineCounter.SeamPeerId] += judged;
        block[EngineCounter.SeamHeaderParse] += judged;
        _peers.AddTo(block);
        _parse.AddTo(block);
    }

    /// <summary>Takes the parts of a message; the bytes are the caller's again afterwards.</summary>
    public void OnFrames(in MeshSource source, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload, long nowMs)
    {
        if (!_peers.TryGet(source.Id, nowMs, out InboundPeer? peer, out string? from, out bool isFull))
        {
            _counters.Count(isFull ? EngineCounter.MeshPeersRefused : EngineCounter.MeshMalformed);
            return;
        }

        // A server sends nothing before this one has answered it, which takes that it is listed: what comes from others is no server's.
        if (!IsListed(peer, source.Key))
        {
            _counters.Count(EngineCounter.MeshStrangers);
            return;
        }

        if (!peer.IsNewest(source.Connection))
        {
            _counters.Count(EngineCounter.MeshMalformed);
            return;
        }

        peer.LastSeenMs = nowMs;
        RouteHeaderStatus status = _parse.Read(headerBytes, from, out RouteHeader header, out uint payloadSize);
        if (status == RouteHeaderStatus.Ok && ControlMessages.IsControl(header))
        {
            OnControl(peer, header);
            return;
        }

        // Also what cannot be read has arrived: only what the network lost may count as lost.
        peer.CountMessage();
        Volatile.Write(ref _judged, _judged + 1);
        bool isWellFormed = status == RouteHeaderStatus.Ok
            && payloadSize == (uint)payload.Length
            && payload.Length <= _limits.PeerMessageBytesMax
            && !(header.IsReply && header.MsgSeq == 0);
        if (!isWellFormed)
        {
            _counters.Count(EngineCounter.MeshMalformed);
            return;
        }

        Volatile.Write(ref _received, _received + 1);
        Deliver(header, payload);
    }

    public void OnWrongFrames(MeshFrameStatus status)
    {
        _counters.Count(EngineCounter.MeshMalformed);
        if (status == MeshFrameStatus.OtherLayout)
        {
            _counters.Count(EngineCounter.MeshFrameMismatches);
        }
    }

    /// <summary>Hands a message on, copying its payload. Any thread: also the way of messages to the own server.</summary>
    public void Deliver(in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        if (header.IsReply)
        {
            _requests.OnReply(header, payload, _pool);
            return;
        }

        MeshMessage message = MeshMessage.Copy(header, payload, _pool);
        try
        {
            _handler.OnMessage(message);
        }
        catch (Exception exception)
        {
            // The handler broke its contract: the buffer's owner is unknown now, but the mesh must continue.
            _fault(exception);
        }
    }

    /// <summary>
    /// True while the directory lists the server with the key that the source has proven; without keys there is none on either
    /// side. Costs a look at the list only after it has changed.
    /// </summary>
    private bool IsListed(InboundPeer peer, ReadOnlySpan<byte> provenKey)
    {
        int version = _links.Version;
        if (version != peer.ListVersion)
        {
            peer.ListVersion = version;
            peer.ListedKey = _links.TryGet(peer.Id, out OutboundPeer? listed) ? listed.KeyText : null;
        }

        return peer.ListedKey is { } key && provenKey.SequenceEqual(key);
    }

    private void OnControl(InboundPeer peer, in RouteHeader header)
    {
        if (header.AccountId < 0 || header.StageId < 0)
        {
            _counters.Count(EngineCounter.MeshMalformed);
        }
        else if (header.MsgId == ControlMessages.CheckpointId)
        {
            _links.Owe(peer.Id, peer.Check(header.Sid, header.AccountId));
        }
        else
        {
            _links.OnAnswer(peer.Id, header);
        }
    }
}
