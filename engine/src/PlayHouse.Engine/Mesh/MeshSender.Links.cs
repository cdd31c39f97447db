using System.Diagnostics;
using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Mesh;

/// <summary>What happens on one link: messages, probes, answers.</summary>
internal sealed partial class MeshSender<THeaderCodec, TMeshFrame>
{
    private enum Outcome
    {
        Sent,
        Blocked,
        Gone,
    }

    private void RetryBlocked()
    {
        // Reading the option lets libzmq notice that a peer has taken messages.
        _ = _shared?.GetOption<int>(SocketOption.Events);
        for (int left = _blocked.Count; left > 0; left--)
        {
            OutboundPeer peer = _blocked[0];
            _blocked.RemoveAt(0);
            peer.IsBlocked = false;
            _ = _shared is null ? peer.Socket?.GetOption<int>(SocketOption.Events) : null;
            ServeAlone(peer);
        }
    }

    /// <summary>One turn of a peer; a defect in it loses this link, which then connects again, and no other.</summary>
    private void ServeAlone(OutboundPeer peer)
    {
        try
        {
            Serve(peer);
        }
        catch (Exception exception)
        {
            _fault(exception);
            Lose(peer, LinkState.Lost, "its link failed.");
            peer.SettleAndCheckWork(0, 0);
        }
    }

    /// <summary>One turn of a peer: what is owed, then a bounded number of messages.</summary>
    private void Serve(OutboundPeer peer)
    {
        bool isConnected = peer.State == LinkState.Connected || TryConnect(peer);
        if (!isConnected && peer.GreetedAtMs == 0)
        {
            peer.Park();
            return;
        }

        // An answer needs a connection, not the peer's answer: else two servers would wait for each other.
        if (peer.TakeOwed() is { } owed && SendControl(peer, ControlMessages.Answer(owed), _links.Incarnation) == Outcome.Gone)
        {
            Lose(peer, LinkState.Lost, "the connection ended.");
            return;
        }

        if (!isConnected)
        {
            if (peer.Park())
            {
                _links.MakeReady(peer);
            }

            return;
        }

        int messages = 0;
        long bytes = 0;
        Outcome outcome = SendQueued(peer, ref messages, ref bytes);
        Volatile.Write(ref _sent, _sent + messages);
        _sentAtTicks = messages > 0 ? Stopwatch.GetTimestamp() : _sentAtTicks;
        bool hasMore = peer.SettleAndCheckWork(messages, bytes);
        if (outcome == Outcome.Gone)
        {
            Lose(peer, LinkState.Lost, "the connection ended.");
            peer.SettleAndCheckWork(0, 0);
            return;
        }

        if (peer.Account.BytesSinceCheckpoint >= _limits.PeerQueueBytesMax / 4)
        {
            SendCheckpoint(peer);
        }

        if (hasMore && outcome == Outcome.Blocked)
        {
            Block(peer);
        }
        else if (hasMore)
        {
            _links.MakeReady(peer);
        }
    }

    private void Block(OutboundPeer peer)
    {
        if (!peer.IsBlocked)
        {
            peer.IsBlocked = true;
            _blocked.Add(peer);
        }
    }

    private Outcome SendQueued(OutboundPeer peer, ref int messages, ref long bytes)
    {
        long window = UnconfirmedRoom(peer);
        while (messages < MessagesPerTurnMax)
        {
            if (!peer.Queue.HasCurrent && !peer.TryTakeSegment())
            {
                return Outcome.Sent;
            }

            if (bytes >= window)
            {
                return Outcome.Blocked;
            }

            MeshRecord message = peer.Queue.Peek();
            Outcome outcome = SendFrames(peer, message);
            if (outcome != Outcome.Sent)
            {
                return outcome;
            }

            peer.Queue.Advance(message.ContentBytes);
            messages++;
            bytes += message.ContentBytes;
        }

        return Outcome.Sent;
    }

    /// <summary>
    /// Bytes the network may still take for a peer. libzmq bounds its own queue by messages only; this bounds it by bytes,
    /// for peers that answer checkpoints.
    /// </summary>
    private long UnconfirmedRoom(OutboundPeer peer)
    {
        lock (peer.Gate)
        {
            return peer.Account.HasAnswered ? _limits.PeerQueueBytesMax - peer.Account.UnconfirmedBytes : long.MaxValue;
        }
    }

    private Outcome SendFrames(OutboundPeer peer, MeshRecord message)
    {
        if (peer.Socket is not { } socket)
        {
            return Outcome.Gone;
        }

        try
        {
            return _frame.TrySend(socket, peer.RoutingId, message) ? Outcome.Sent : Outcome.Blocked;
        }
        catch (ZmqException exception) when (exception.ErrorNumber == MeshSocket.HostUnreachable)
        {
            return Outcome.Gone;
        }
        catch (ZmqException exception) when (exception.ErrorNumber == MeshSocket.Interrupted)
        {
            return Outcome.Blocked;
        }
    }

    private Outcome SendControl(OutboundPeer peer, in RouteHeader header, uint msgSeq = 0)
    {
        Span<byte> message = stackalloc byte[MeshRecord.PrefixBytes + RouteHeaderCodec.BytesMax];
        Span<byte> scratch = stackalloc byte[RouteHeaderCodec.BytesMax];
        EncodedHeader encoded = _codec.Encode(scratch, header, msgSeq, payloadBytes: 0);
        int bytes = encoded.Bytes.Length;
        MeshRecord.WritePrefix(message, bytes);
        encoded.Bytes.CopyTo(message[MeshRecord.PrefixBytes..]);
        _codec.Release(encoded);
        return SendFrames(peer, new MeshRecord(message[..(MeshRecord.PrefixBytes + bytes)]));
    }

    private Outcome SendCheckpoint(OutboundPeer peer)
    {
        Outcome outcome = SendControl(peer, ControlMessages.Checkpoint(peer.Account.Epoch, peer.Account.Handed));
        if (outcome == Outcome.Sent)
        {
            lock (peer.Gate)
            {
                peer.Account.OpenCheckpoint();
            }
        }

        return outcome;
    }

    /// <summary>
    /// A checkpoint is the first message of a connection: that it can be sent shows that there is one, and its answer
    /// that the peer knows this server and can reply. A peer that never answers is taken as it is after the grace time.
    /// </summary>
    private bool TryConnect(OutboundPeer peer)
    {
        long nowMs = _clock.NowMs;
        if (peer.State == LinkState.Removed)
        {
            return false;
        }

        bool isAnswered = peer.GreetedAtMs != 0 && peer.HasNoOpenProbe();
        if (!isAnswered && nowMs >= peer.ProbeAtMs)
        {
            Greet(peer, nowMs);
        }

        bool isTaken = isAnswered
            || (peer.GreetedAtMs != 0 && nowMs - peer.GreetedAtMs >= (long)_options.ConnectGracePeriod.TotalMilliseconds);
        if (isTaken)
        {
            peer.SetConnected();
            peer.ProbeDelayMs = FirstProbeMs;
            peer.ProbeAtMs = nowMs + (long)_options.ProbePeriod.TotalMilliseconds;
        }

        return isTaken;
    }

    private void Greet(OutboundPeer peer, long nowMs)
    {
        if (peer.Socket is null && _connected.Contains(peer))
        {
            OpenLink(peer);
        }

        peer.CountProbe();
        Outcome outcome = SendCheckpoint(peer);
        bool isFirst = outcome == Outcome.Sent && peer.GreetedAtMs == 0;
        peer.GreetedAtMs = outcome == Outcome.Gone ? 0 : isFirst ? nowMs : peer.GreetedAtMs;
        peer.ProbeDelayMs = isFirst ? FirstProbeMs : Math.Clamp(peer.ProbeDelayMs * 2, FirstProbeMs, ProbeMsMax);
        peer.ProbeAtMs = nowMs + peer.ProbeDelayMs;
    }

    /// <summary>Looks after every link whose time has come, and drops what peers send to a socket that only sends.</summary>
    private void Tick(long nowMs)
    {
        long nextMs = nowMs + ProbeMsMax;
        foreach (OutboundPeer peer in _connected)
        {
            if (nowMs >= peer.ProbeAtMs)
            {
                Probe(peer, nowMs);
            }

            nextMs = Math.Min(nextMs, peer.ProbeAtMs);
            if (_shared is null && peer.Socket is { } own)
            {
                DropUnwanted(own);
            }
        }

        _tickAtMs = nextMs;
        if (_shared is not null)
        {
            DropUnwanted(_shared);
        }
    }

    private void DropUnwanted(Socket socket)
    {
        Span<byte> unwanted = stackalloc byte[1];
        for (int i = 0; i < MessagesPerTurnMax && socket.Recv(unwanted, RecvFlags.DontWait) >= 0; i++)
        {
            _counters.Count(EngineCounter.MeshMalformed);
        }
    }

    private bool HasGoneSilent(OutboundPeer peer) => peer.CountProbe() * _options.ProbePeriod > _options.SilenceTimeout;

    /// <summary>
    /// Half-open connections look alive, and so does the one that libzmq's hand-over takes away from a server in favour
    /// of another with its id: it stays open and swallows everything. Only a new connection helps.
    /// </summary>
    private void Reconnect(OutboundPeer peer)
    {
        CloseLink(peer);
        Lose(peer, LinkState.Lost, "it went silent.");
        OpenLink(peer);
    }

    private void Probe(OutboundPeer peer, long nowMs)
    {
        if (peer.State == LinkState.Connected)
        {
            peer.ProbeAtMs = nowMs + (long)_options.ProbePeriod.TotalMilliseconds;
            if (HasGoneSilent(peer))
            {
                Reconnect(peer);
            }
            else if (SendCheckpoint(peer) == Outcome.Gone)
            {
                Lose(peer, LinkState.Lost, "the connection ended.");
            }
        }
        else
        {
            ServeAlone(peer);
            if (peer.State == LinkState.Connecting && peer.GreetedAtMs == 0 && nowMs >= peer.GraceEndsMs)
            {
                Lose(peer, LinkState.Lost, "it could not be connected.");
            }
        }
    }
}
