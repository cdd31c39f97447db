using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Judges what comes from other servers and hands it on: replies to their requests, the mesh's own messages to the links,
/// the rest to the handler. Nothing a peer sends makes it throw; what cannot be read is counted and dropped. Receiving thread.
/// </summary>
internal sealed class MeshInbound(EngineLimits limits, BufferPool pool, EngineCounters counters, RequestTable requests, MeshLinks links, IMeshHandler handler, MessageIdTable ids)
    : ICounterSource
{
    private readonly InboundPeers _peers = new(limits.PeersMax);
    private long _received;

    /// <inheritdoc/>
    public void AddTo(CounterBlock block) => block[EngineCounter.MeshReceived] += Volatile.Read(ref _received);

    /// <summary>Takes a message of three frames; the bytes are the caller's again afterwards.</summary>
    public void OnFrames(ReadOnlySpan<byte> peerId, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload, long nowMs)
    {
        if (!_peers.TryGet(peerId, nowMs, out InboundPeer? peer, out bool isFull))
        {
            counters.Count(isFull ? EngineCounter.MeshPeersRefused : EngineCounter.MeshMalformed);
            return;
        }

        peer.LastSeenMs = nowMs;
        RouteHeaderStatus status = RouteHeaderCodec.Read(headerBytes, ids, peer.Id, out RouteHeader header, out uint payloadSize);
        if (status == RouteHeaderStatus.Ok && ControlMessages.IsControl(header))
        {
            OnControl(peer, header);
            return;
        }

        // Also what cannot be read has arrived: only what the network lost may count as lost.
        peer.CountMessage();
        bool isWellFormed = status == RouteHeaderStatus.Ok
            && payloadSize == (uint)payload.Length
            && payload.Length <= limits.PeerMessageBytesMax
            && !(header.IsReply && header.MsgSeq == 0);
        if (!isWellFormed)
        {
            counters.Count(EngineCounter.MeshMalformed);
            return;
        }

        Volatile.Write(ref _received, _received + 1);
        Deliver(header, payload);
    }

    /// <summary>Counts a message with another number of frames than three.</summary>
    public void OnWrongFrameCount() => counters.Count(EngineCounter.MeshMalformed);

    /// <summary>Hands a message on, copying its payload. Any thread: also the way of messages to the own server.</summary>
    public void Deliver(in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        PendingRequest? request = null;
        if (header.IsReply)
        {
            request = requests.TryTake(header.MsgSeq, header.From);
            if (request is null)
            {
                return;
            }

            if (header.ErrorCode != ErrorCodes.Success)
            {
                request.Fail(header.ErrorCode, $"it answered with error code {header.ErrorCode}.");
                return;
            }
        }

        PooledBuffer? buffer = null;
        if (!payload.IsEmpty)
        {
            buffer = pool.Rent(payload.Length);
            payload.CopyTo(buffer.Array);
        }

        MeshMessage message = new(header, buffer, 0, payload.Length);
        if (request is not null)
        {
            request.Complete(message);
            return;
        }

        try
        {
            handler.OnMessage(message);
        }
        catch (Exception)
        {
            // The handler broke its contract; whoever owns the buffer now, the mesh must go on.
            counters.Count(EngineCounter.EngineFaults);
        }
    }

    private void OnControl(InboundPeer peer, in RouteHeader header)
    {
        if (header.AccountId < 0 || header.StageId < 0)
        {
            counters.Count(EngineCounter.MeshMalformed);
        }
        else if (header.MsgId == ControlMessages.CheckpointId)
        {
            links.Owe(peer.Id, peer.Check(header.Sid, header.AccountId));
        }
        else
        {
            links.OnAnswer(peer.Id, header);
        }
    }
}
