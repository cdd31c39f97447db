using System.Collections.Concurrent;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>
/// Servers of one process, connected in memory. Each has its own engine mesh for itself; what goes to another server is
/// put into that server's mesh. Keeps the sender's order, as a connection does.
/// </summary>
internal sealed class LoopbackHub
{
    private readonly ConcurrentDictionary<string, Node> _nodes = new();
    private int _turn;

    /// <summary>Servers that the hub treats as having a full queue.</summary>
    public ConcurrentDictionary<string, bool> Full { get; } = new();

    /// <summary>What the servers announced.</summary>
    public IEnumerable<MeshHost> Announced => _nodes.Values.Select(n => n.Host);

    public async ValueTask<IMesh> ConnectAsync(MeshHost host)
    {
        Node node = new(this, host, await ServerMesh.ConnectAsync(host, network: null));
        Assert.True(_nodes.TryAdd(host.ServerId, node), $"Server '{host.ServerId}' is connected twice.");
        return node;
    }

    private Node? Select(int serviceId, ServerSelection selection)
    {
        Node[] nodes = [.. _nodes.Values.Where(n => n.Host.ServiceId == serviceId).OrderBy(n => n.Host.ServerId, StringComparer.Ordinal)];
        Node[] turns = selection == ServerSelection.RoundRobin ? nodes : [.. nodes.SelectMany(n => Enumerable.Repeat(n, n.Host.Weight))];
        return turns.Length == 0 ? null : turns[(int)((uint)Interlocked.Increment(ref _turn) % (uint)turns.Length)];
    }

    /// <summary>Delegates requests and own messages to a local mesh; rewrites the sender of what arrives from others.</summary>
    private sealed class Node(LoopbackHub hub, MeshHost host, IMesh local) : IMesh
    {
        private readonly ConcurrentDictionary<uint, TaskCompletionSource<ServerReply>> _pending = new();
        private uint _lastSeq = 1u << 31;

        public MeshHost Host => host;

        public string ServerId => host.ServerId;

        public void AnnounceDraining() => local.AnnounceDraining();

        public SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
        {
            if (serverId == ServerId)
            {
                return local.Send(serverId, header, payload);
            }

            if (!hub._nodes.TryGetValue(serverId, out Node? other))
            {
                return SendResult.Unreachable;
            }

            if (hub.Full.ContainsKey(serverId))
            {
                return SendResult.RefusedFull;
            }

            other.Receive(header with { From = ServerId }, payload);
            return SendResult.Accepted;
        }

        public ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
        {
            if (serverId == ServerId)
            {
                return local.RequestAsync(serverId, header, payload);
            }

            uint seq = Interlocked.Increment(ref _lastSeq);
            TaskCompletionSource<ServerReply> pending = new(TaskCreationOptions.RunContinuationsAsynchronously);
            _pending[seq] = pending;
            SendResult sent = Send(serverId, header with { MsgSeq = seq }, payload);
            if (sent != SendResult.Accepted)
            {
                ushort code = sent == SendResult.RefusedFull ? ErrorCodes.ServerBusy : ErrorCodes.ServerNotFound;
                pending.TrySetException(new ServerRequestException(code, sent.ToString()));
            }

            return ReplyInTimeAsync(pending.Task);
        }

        public bool TrySelect(int serviceId, ServerSelection selection, out string serverId)
        {
            serverId = hub.Select(serviceId, selection)?.ServerId ?? "";
            return serverId.Length > 0;
        }

        public ValueTask DisposeAsync()
        {
            hub._nodes.TryRemove(ServerId, out _);
            return local.DisposeAsync();
        }

        private async ValueTask<ServerReply> ReplyInTimeAsync(Task<ServerReply> reply)
        {
            try
            {
                return await reply.WaitAsync(host.Limits.ServerRequestTimeout);
            }
            catch (TimeoutException)
            {
                throw new ServerRequestException(ErrorCodes.RequestTimeout, "No reply in time.");
            }
        }

        private void Receive(in RouteHeader header, ReadOnlySpan<byte> payload)
        {
            if (!header.IsReply)
            {
                PooledBuffer? buffer = payload.Length > 0 ? host.Pool.Rent(payload.Length) : null;
                payload.CopyTo(buffer?.Array);
                host.Handler.OnMessage(new MeshMessage(header, buffer, 0, payload.Length));
                return;
            }

            if (!_pending.TryRemove(header.MsgSeq, out TaskCompletionSource<ServerReply>? pending))
            {
                return;
            }

            if (header.ErrorCode == ErrorCodes.Success)
            {
                pending.TrySetResult(new ServerReply(header.MsgId, payload.ToArray()));
            }
            else
            {
                pending.TrySetException(new ServerRequestException(header.ErrorCode, "error reply"));
            }
        }
    }
}
